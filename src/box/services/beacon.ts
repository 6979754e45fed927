/**
 * The box's own beacon: where it stands and, where a weather program tells it, its weather, each ten minutes or
 * slower, once it may transmit (`services.beacon`). With `"gps": true` it is where its GPS says, also while it moves.
 */
import { messageText, positionInfo } from "../../aprs/mod.ts";
import { isPlace } from "../../base/mod.ts";
import type { OnAir, OnHost, Sensing } from "../parts.ts";
import type { GpsFix } from "../senses/senses.ts";
import { MOVING_FLOOR_S } from "../transmit/purposes.ts";
import { asNumber, asObject, asText } from "../json.ts";
import { repeat } from "./poll.ts";
import { pathOf, radios, TOCALL } from "./ports.ts";
import type { Service } from "./service.ts";
import { weatherInfo } from "./weather.ts";

const LOOK_MS = 15_000, LEAST_S = 600;

/** A comment longer than that, in characters, is not sent with a position. */
const MOST_COMMENT = 62;

/** A beacon's comment as it goes on the air; undefined where it cannot go as it was written. It is never changed. */
export function commentOf(given: unknown): string | undefined {
  const said = asText(given, MOST_COMMENT);
  return said !== undefined && messageText(said) === said.trim() ? said.trim() : undefined;
}

/** Faster than this, in metres a second, the box moves: a GPS that stands still shows some speed too. */
const MOVING_MS = 1.5;
/** Seconds between two beacons while it moves, where the file names none. */
const MOVING_S = 60;

/** Where a box moves to, as it goes before a comment on the air: course and knots (APRS101 chapter 7). */
export const movingText = ({ course = 0, speedMs = 0 }: GpsFix): string =>
  `${String(Math.round(course) || 360).padStart(3, "0")}/${
    String(Math.min(999, Math.round(speedMs * 1.943_844))).padStart(3, "0")
  }`;

/**
 * Where the box is told to be, or where its GPS says it is; undefined where nobody knows. Without a comment that can be
 * sent no beacon is.
 */
export function placeOf({ switches, senses }: Pick<OnAir, "switches"> & Partial<Sensing>) {
  const set = asObject(switches.file.services.beacon);
  const fix = set.gps === true ? senses?.fix : undefined;
  if (set.gps === true && !fix) return undefined;
  const lat = fix?.lat ?? asNumber(set.lat, -90, 90), lon = fix?.lon ?? asNumber(set.lon, -180, 180);
  if (lat === undefined || lon === undefined || !isPlace(lat, lon)) return undefined;
  const moves = fix !== undefined && (fix.speedMs ?? 0) > MOVING_MS;
  const symbol = asText(set.symbol, 2) ?? (fix ? "/>" : "/-");
  return {
    lat,
    lon,
    symbol: /^[/\\0-9A-Z][!-~]$/.test(symbol) ? symbol : "/-",
    comment: commentOf(set.comment ?? ""),
    everyS: asNumber(set.everyS, LEAST_S, 86_400),
    ...(moves
      ? {
        moving: { text: movingText(fix), everyS: asNumber(set.movingS, MOVING_FLOOR_S, 86_400) ?? MOVING_S },
      }
      : {}),
  };
}

export const beaconing: Service<OnAir & OnHost & Sensing> = {
  name: "beacon",
  run(parts, stop) {
    const { transmitter } = parts;
    let last = -Infinity;
    return repeat(parts, stop, async () => {
      const place = placeOf(parts);
      const comment = place?.comment;
      if (place?.everyS === undefined || comment === undefined) return LOOK_MS;
      const { moving } = place;
      if (transmitter.now() - last < Math.min(place.everyS, moving?.everyS ?? Infinity)) return LOOK_MS;
      for (const port of radios(parts)) {
        // A lock that stays closed must not fill the log with a refusal each quarter of a minute.
        if (transmitter.locks(port).some((lock) => lock !== "gate" && lock !== "dry")) continue;
        const weather = weatherInfo(parts, place);
        const info = "info" in weather
          ? weather.info
          : positionInfo(place.lat, place.lon, place.symbol, `${moving?.text ?? ""}${comment}`);
        const frame = { source: parts.switches.file.call, destination: TOCALL, path: pathOf(parts), info };
        await transmitter.send(port, { purpose: "beacon", frame, ...(moving ? { moving: true } : {}) });
        last = transmitter.now();
      }
      return LOOK_MS;
    });
  },
};
