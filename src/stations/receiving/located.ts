/** What a packet with a place says, as rows and events take it. Pure. */
import {
  hasWeather,
  isPressureAt,
  type Located,
  type PositionReport,
  type Weather,
  type WeatherReport,
} from "../../aprs/mod.ts";
import { toE7 } from "../e7.ts";
import type { Reception, StationEvent } from "../reception.ts";
import type { Placed } from "../tables/station_store.ts";
import { type Details, textOfDetails } from "../tables/details.ts";
import { isRadio } from "./keep_fix.ts";

/**
 * The weather of a report, with a low pressure where the station's height in metres explains it; `undefined` without any
 * value: an empty report must not replace the last values of its station. The height is asked for only where it counts.
 */
export function weatherOf(
  content: PositionReport | WeatherReport,
  height: () => number | null | undefined,
): Weather | undefined {
  const { lowPressureHpa, weather } = content.kind === "position"
    ? { weather: {}, ...content }
    : bare(content);
  const all = withPressure(weather, lowPressureHpa, height);
  return hasWeather(all) ? all : undefined;
}

/** Weather with a low pressure where the station's height in metres explains it. */
export function withPressure<W extends Weather>(
  weather: W,
  lowPressureHpa: number | undefined,
  height: () => number | null | undefined,
): W {
  const altitudeM = lowPressureHpa === undefined ? undefined : height();
  const explained = altitudeM != null && isPressureAt(lowPressureHpa!, altitudeM);
  return explained ? { ...weather, pressureHpa: lowPressureHpa! } : weather;
}

const bare = ({ kind: _, time: __, comment: ___, lowPressureHpa, ...weather }: WeatherReport) => ({
  lowPressureHpa,
  weather,
});

/**
 * What a report says beyond place, motion and comment. It was taken out of the comment, so it has to be kept: people look for the
 * frequency of a repeater.
 */
export function detailsOf(spot: Located & { kind?: string; micE?: string }): Details | undefined {
  const { frequency, antenna, rangeM, bearing, micE, altitudeM, weather } = spot;
  const isObject = spot.kind === "object" || spot.kind === "item";
  const details = {
    ...(frequency && { frequency }),
    ...(antenna && { antenna }),
    ...(rangeM !== undefined && { rangeM }),
    ...(bearing && { bearing }),
    ...(micE !== undefined && { micE, ...(micE === EMERGENCY && { emergency: true as const }) }),
    // Stations have columns for these.
    ...(isObject && altitudeM !== undefined && { heightM: altitudeM }),
    ...(isObject && weather && { weather: { ...weather } }),
  };
  return Object.keys(details).length === 0 ? undefined : details;
}

/** The status of a Mic-E radio whose operator calls for help (APRS101 chapter 10). */
const EMERGENCY = "Emergency";

/** A place as the station's row keeps it; `at` in unix seconds. */
export const placed = (at: number, spot: Located): Placed => ({
  at,
  latE7: toE7(spot.lat),
  lonE7: toE7(spot.lon),
  ambiguityM: Math.round(spot.ambiguityM),
  symbol: spot.symbol,
  course: spot.course ?? null,
  speedKmh: spot.speedKmh ?? null,
  altitudeM: spot.altitudeM ?? null,
  comment: spot.comment,
  details: textOfDetails(detailsOf(spot)),
});

/** What others are told of a position. */
export function positionEvent(packet: Reception, spot: Located & { micE?: string }): StationEvent {
  const event: StationEvent = {
    type: "position",
    call: packet.call,
    at: packet.at,
    lat: spot.lat,
    lon: spot.lon,
    symbol: spot.symbol,
    comment: spot.comment,
    via: packet.delivery.via,
    direct: packet.direct && isRadio(packet),
    own: spot.weather === undefined,
  };
  if (spot.frequency) event.mhz = spot.frequency.mhz;
  if (spot.micE === EMERGENCY) event.emergency = true;
  if (spot.course !== undefined) event.course = spot.course;
  if (spot.speedKmh !== undefined) event.speedKmh = spot.speedKmh;
  if (spot.altitudeM !== undefined) event.altitudeM = spot.altitudeM;
  return event;
}
