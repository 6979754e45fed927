/**
 * The box's own beacon: where it stands and, where a weather program tells it, its weather, each ten minutes or
 * slower, once it may transmit (`services.beacon`).
 */
import { messageText, positionInfo } from "../../aprs/mod.ts";
import { isPlace } from "../../base/mod.ts";
import type { OnAir, OnHost } from "../parts.ts";
import { asNumber, asObject, asText } from "./json.ts";
import { repeat } from "./poll.ts";
import { pathOf, radios, TOCALL } from "./ports.ts";
import type { Service } from "./service.ts";
import { weatherInfo } from "./weather.ts";

const LOOK_MS = 15_000, LEAST_S = 600;

/** A comment longer than that, in characters, is not sent with a position. */
const MOST_COMMENT = 60;

/** A beacon's comment as it goes on the air; undefined where it cannot go as it was written. It is never changed. */
export function commentOf(given: unknown): string | undefined {
  const said = asText(given, MOST_COMMENT);
  return said !== undefined && messageText(said) === said.trim() ? said.trim() : undefined;
}

/** Where the box is told to be. Without a comment that can be sent nothing is. */
export function placeOf({ switches }: Pick<OnAir, "switches">) {
  const set = asObject(switches.file.services.beacon);
  const lat = asNumber(set.lat, -90, 90), lon = asNumber(set.lon, -180, 180);
  if (lat === undefined || lon === undefined || !isPlace(lat, lon)) return undefined;
  const symbol = asText(set.symbol, 2) ?? "/-";
  return {
    lat,
    lon,
    symbol: /^[/\\0-9A-Z][!-~]$/.test(symbol) ? symbol : "/-",
    comment: commentOf(set.comment ?? ""),
    everyS: asNumber(set.everyS, LEAST_S, 86_400),
  };
}

export const beaconing: Service<OnAir & OnHost> = {
  name: "beacon",
  run(parts, stop) {
    const { transmitter } = parts;
    let last = -Infinity;
    return repeat(parts, stop, async () => {
      const place = placeOf(parts);
      const comment = place?.comment;
      if (place?.everyS === undefined || comment === undefined) return LOOK_MS;
      if (transmitter.now() - last < place.everyS) return LOOK_MS;
      for (const port of radios(parts)) {
        // A lock that stays closed must not fill the log with a refusal each quarter of a minute.
        if (transmitter.locks(port).some((lock) => lock !== "gate" && lock !== "dry")) continue;
        const weather = weatherInfo(parts, place);
        const info = "info" in weather
          ? weather.info
          : positionInfo(place.lat, place.lon, place.symbol, comment);
        const frame = { source: parts.switches.file.call, destination: TOCALL, path: pathOf(parts), info };
        await transmitter.send(port, { purpose: "beacon", frame });
        last = transmitter.now();
      }
      return LOOK_MS;
    });
  },
};
