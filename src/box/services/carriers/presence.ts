/**
 * Beacons of federation (FED "Beacon tier"): the gateway's signed presence goes on the air where that is asked for
 * (`services.presence: {everyS}`), and every datagram of the kind that is heard goes to the gateway.
 */
import { toBinary } from "../../../aprs/mod.ts";
import { readBeacon } from "../../../link/mod.ts";
import type { Hearings, OnAir, OnHost, ToGateway } from "../../parts.ts";
import { asNumber, asObject } from "../../json.ts";
import { repeat } from "../poll.ts";
import { radios, TOCALL } from "../ports.ts";
import type { Service } from "../service.ts";

const LOOK_MS = 15_000, LEAST_S = 600;
/** Heard datagrams that wait for the gateway; the oldest go first. */
const MOST_HEARD = 50;

export const presence: Service<OnAir & ToGateway & Pick<Hearings, "hub"> & Pick<OnHost, "io">> = {
  name: "presence",
  async run(parts, stop) {
    const { hub, client, transmitter, switches, sender } = parts;
    const heard: Uint8Array<ArrayBuffer>[] = [];
    const unlisten = hub.listen(({ via, frame }) => {
      const info = frame?.info;
      if (via !== "rf" || !info || !readBeacon(info)) return;
      if (heard.length === MOST_HEARD) heard.shift();
      heard.push(Uint8Array.from(info));
    });
    let last = -Infinity;
    try {
      await repeat(parts, stop, async () => {
        if (sender.state.word !== "ok") return LOOK_MS;
        for (let one = heard.shift(); one && !stop.aborted; one = heard.shift()) {
          const ask = {
            method: "POST",
            path: "/federation/beacon",
            type: "application/octet-stream",
          } as const;
          await client.ask({ ...ask, body: one, stop });
        }
        const everyS = asNumber(asObject(switches.file.services.presence).everyS, LEAST_S, 86_400);
        if (everyS === undefined || transmitter.now() - last < everyS) return LOOK_MS;
        const open = radios(parts).filter((one) => transmitter.locks(one).every((lock) => lock === "gate"));
        const answer = open.length === 0 ? undefined : await client.ask({ path: "/federation/beacon", stop });
        if (answer?.kind !== "answer" || answer.status !== 200) return LOOK_MS;
        last = transmitter.now();
        const frame = {
          source: switches.file.call,
          destination: TOCALL,
          path: [],
          info: toBinary(answer.bytes),
        };
        for (const port of open) await transmitter.send(port, { purpose: "presence", frame });
        return LOOK_MS;
      });
    } finally {
      unlisten();
    }
  },
};
