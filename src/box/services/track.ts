/**
 * The way of a receiver that moves: where its GPS says it is, handed to the gateway as the box's own report by the
 * internet (`track=on` of a gpsd connection). It waits in the spool like all else, and attests nothing.
 */
import { positionInfo } from "../../aprs/mod.ts";
import { distanceM } from "../../base/mod.ts";
import type { PostedPacket } from "../../ingest/mod.ts";
import type { Kept, OnAir, OnHost, Sensing } from "../parts.ts";
import { movingText, placeOf } from "./beacon.ts";
import { repeat } from "./poll.ts";
import { TOCALL } from "./ports.ts";
import type { Service } from "./service.ts";

const LOOK_MS = 5000;
/** Points of a way are at least so many seconds and metres apart; one that stands still says so each ten minutes. */
const LEAST_S = 30, LEAST_M = 50, STILL_S = 600;

export const tracking: Service<OnAir & OnHost & Sensing & Pick<Kept, "spool" | "clock">> = {
  name: "track",
  run(parts, stop) {
    const { connections, senses, spool, clock, switches } = parts;
    const isOn = connections.some(({ driver, address }) =>
      driver.scheme === "gpsd" && address.query.get("track") === "on"
    );
    if (!isOn) return Promise.resolve();
    let last: { atMs: number; lat: number; lon: number } | undefined;
    return repeat(parts, stop, () => {
      const { fix } = senses, atMs = clock.nowMs();
      if (!fix) return Promise.resolve(LOOK_MS);
      const passedS = last ? (atMs - last.atMs) / 1000 : Infinity;
      const moved = !last || distanceM(last, fix) >= LEAST_M;
      if (passedS < (moved ? LEAST_S : STILL_S)) return Promise.resolve(LOOK_MS);
      last = { atMs, lat: fix.lat, lon: fix.lon };
      const { call } = switches.file;
      const symbol = placeOf(parts)?.symbol ?? "/>";
      const raw = `${call}>${TOCALL},TCPIP*:${positionInfo(fix.lat, fix.lon, symbol, movingText(fix))}`;
      const item = { raw, via: "app", port: "gpsd", direct: false } satisfies Omit<PostedPacket, "heardAt">;
      spool.take({ atMs, urgent: false, body: JSON.stringify(item), site: null, source: call });
      return Promise.resolve(LOOK_MS);
    });
  },
};
