/** How stations are shown: names and units of the specification (API "Resources and fields"). */
import { z } from "#schemas";
import { listedShape, STATION } from "../../things/mod.ts";
import { DETAILS, OBJECT_DETAILS } from "../tables/details.ts";

/** A living cache that follows a station. */
export const LivingCache = z.object({ id: z.number(), code: z.string(), title: z.string() });

const seconds = (what: string) => z.number().describe(`${what}, in unix seconds`);
const shown = {
  call: z.string(),
  symbol: z.string().describe("APRS symbol, table and code: `/>`; empty where none is known"),
  course: z.number().nullable().describe(
    "Direction in degrees from north, clockwise, 0 to 360; null: not known",
  ),
  speedKmh: z.number().nullable(),
  altitudeM: z.number().nullable(),
  ambiguityM: z.number().describe("Half the width of what the sender left open; 0 for an exact place"),
  comment: z.string(),
  via: z.string().nullable().describe(
    "How it was heard last: rf, aprsis, meshcom or app; null where it never was",
  ),
  direct: z.boolean().describe(
    "A receiver here heard it itself the last time, over no digipeater, relay or gate",
  ),
  lastSeen: z.number().nullable().describe("When it was heard last, unix seconds; null where it never was"),
  roles: z.array(z.string()).optional().describe(
    "What a member says that the station does; absent: no member lists it",
  ),
  livingCaches: z.array(LivingCache).optional().describe(
    "Living caches that follow it; absent where none do",
  ),
  ...DETAILS,
  // Of what a member says of it, what lists show.
  ...listedShape(STATION.facts),
};

export const Station = z.object({
  ...shown,
  lat: z.number(),
  lon: z.number(),
  placedAt: z.number().nullable().describe("Time of its position, unix seconds"),
});
export type StationView = z.output<typeof Station>;

export const SENT_BY_US = z.literal(true).optional().describe(
  "Place, symbol and comment are as this gateway sent them itself; no receiver has handed over anything newer, and " +
    "`via`, `direct` and `lastSeen` are of the last hearing. Absent: its place was heard, or given by its owner",
);
/** A station as the app's map shows it. */
export const MapStation = Station.extend({ sentByUs: SENT_BY_US });
export type MapStation = z.output<typeof MapStation>;

export const TrackPoint = z.object({
  ts: seconds("When it was heard"),
  lat: z.number(),
  lon: z.number(),
  heardVia: z.string(),
});
export type TrackPoint = z.output<typeof TrackPoint>;

const number = z.number().nullable();
const WeatherValues = z.object({
  ts: seconds("When it was heard"),
  windDirection: number.describe("Direction in degrees from north, clockwise, 0 to 360; null: not known"),
  windMs: number,
  gustMs: number,
  tempC: number,
  rain1hMm: number,
  rain24hMm: number,
  rainTodayMm: number,
  humidity: number.describe("Relative humidity of the air in percent; null: not measured"),
  pressureHpa: number,
  luminosityWm2: number,
  snowMm: number.describe("Snow of the last 24 hours"),
});

export const StationDetail = z.object({
  ...shown,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  placedAt: z.number().nullable(),
  status: z.string().nullable(),
  firstHeard: z.number().nullable(),
  packets: z.number(),
  device: z.object({ vendor: z.string(), model: z.string(), class: z.string() }).nullable(),
  track: z.array(TrackPoint).describe("Its last places, newest first, at most 50"),
  wx: WeatherValues.nullable().describe("Its newest weather report; null: it sent none"),
});
export type StationDetail = z.output<typeof StationDetail>;

export const Series = z.object({
  callsign: z.string(),
  windowSec: z.number(),
  wx: z.array(WeatherValues),
  motion: z.array(
    z.object({ ts: seconds("When it was heard"), speedKmh: number, altitudeM: number, course: number }),
  ),
  telemetry: z.array(z.object({
    ts: seconds("When it was heard"),
    sequence: z.string(),
    analog: z.array(number),
    bits: z.string().nullable(),
    channels: z.array(number).describe(
      "The values under the station's definitions, in the units of `channels`",
    ),
  })),
  channels: z.array(z.object({ name: z.string(), unit: z.string() }))
    .describe("Analogue channels as the station's own messages define them"),
  definitions: z.record(z.string(), z.array(z.string())).describe(
    "What the station said of its telemetry, by part: PARM, UNIT, EQNS, BITS",
  ),
});

export const RawPackets = z.object({
  callsign: z.string(),
  count: z.number(),
  packets: z.array(z.object({
    ts: seconds("When it was heard"),
    dst: z.string().nullable(),
    path: z.array(z.string()).describe("Hops of the packet, in order; those used end in an asterisk"),
    payload: z.string().nullable(),
    heardVia: z.string(),
    port: z.string(),
    heardBy: z.array(z.object({
      site: z.string().nullable().describe("The receiving station; null where none was named"),
      via: z.string(),
      port: z.string(),
      direct: z.boolean().describe("Whether it heard the sender itself, over no digipeater or gate"),
    })).describe("Every way by which a copy of it came here"),
    tnc2: z.string().describe("The packet as it came, as a TNC2 line: `FROM>TO,PATH:text`"),
    fields: z.array(z.object({ name: z.string(), value: z.string() })).describe(
      "What was read out of the packet, name by name",
    ),
  })),
});

export const RadioObject = z.object({
  name: z.string(),
  kind: z.string().describe("`object` or `item`, the two kinds of APRS"),
  sender: z.string(),
  heardAt: z.number(),
  lat: z.number(),
  lon: z.number(),
  symbol: z.string(),
  course: number,
  speedKmh: number,
  comment: z.string(),
  via: z.string(),
  ...DETAILS,
  ...OBJECT_DETAILS,
});
