/** Caches as posted. Names as in contract and OpenAPI. */
import { z } from "zod";
import { NATIVE_CACHE_TYPES } from "../../wire/mod.ts";
import { callText, latitude, line, lines, longitude } from "./fields.ts";

const IMPORTED_TYPES = ["sota", "pota", "wwff", "iota", "bunker", "castle", "other"] as const;
export const CACHE_TYPES = [...NATIVE_CACHE_TYPES, ...IMPORTED_TYPES] as const;
const SIZES = ["micro", "small", "regular", "large", "other", "none"] as const;

/** Times of meetings: from 2020 on, for a century. */
const EARLIEST = 1_577_836_800, LATEST = 4_733_510_400;

const halves = z.number().min(1).max(5).multipleOf(0.5);
const unlisted = z.boolean().describe(
  "true: on no map and in no list, found by its code alone. With the scope federated its title, place, country, owner and " +
    "finds still go to other instances, marked as unlisted; description and hint do not. With the scope local nothing goes. " +
    "What was sent before is withdrawn or changed there as far as those instances follow",
);
const written = {
  title: line(120).min(1),
  description: lines(4000),
  hint: lines(500),
  type: z.enum(CACHE_TYPES),
  size: z.enum(SIZES),
  difficulty: halves,
  terrain: halves,
  lat: latitude,
  lon: longitude,
  country: z.string().trim().max(8),
  tags: z.array(line(24).min(1)).max(12),
  scope: z.enum(["federated", "local"]),
  unlisted,
  minTrust: z.enum(["A", "B"]).nullable(),
  ratingPolicy: z.enum(["finders", "all", "off"]),
  stationCall: callText.nullable(),
  eventFrom: z.number().int().min(EARLIEST).max(LATEST).nullable()
    .describe("When the meeting begins, in unix seconds; null: it is no meeting"),
  eventUntil: z.number().int().min(EARLIEST).max(LATEST).nullable().describe(
    "When the meeting is over, in unix seconds; it comes with eventFrom",
  ),
  parkingLat: latitude.nullable(),
  parkingLon: longitude.nullable().describe("Where one leaves the car; null: nothing is said of it"),
};

/** What goes together: a meeting's two times, and a place's two numbers. */
interface Pairs {
  eventFrom?: number | null | undefined;
  eventUntil?: number | null | undefined;
  parkingLat?: number | null | undefined;
  parkingLon?: number | null | undefined;
}
const isPaired = <T>(one: T | null | undefined, other: T | null | undefined): boolean =>
  (one === undefined) === (other === undefined) && (one === null) === (other === null);
/** A meeting ends after it has begun, and within so many seconds. */
const EVENT_LONGEST_S = 14 * 86_400;
const isMeeting = ({ eventFrom: from, eventUntil: until }: Pairs): boolean =>
  isPaired(from, until) && (from == null || (until! > from && until! - from <= EVENT_LONGEST_S));
const MEETING = {
  path: ["eventUntil"],
  message: "eventFrom and eventUntil go together, the end after the beginning, at most 14 days later",
};
const isParking = ({ parkingLat: lat, parkingLon: lon }: Pairs): boolean => isPaired(lat, lon);
const PARKING = { path: ["parkingLat"], message: "parkingLat and parkingLon go together" };

/** A cache as posted. Coordinates may be left out of a living cache alone. */
export const NewCache = z.object({
  title: written.title,
  description: written.description.default(""),
  hint: written.hint.default(""),
  type: written.type.default("traditional"),
  size: written.size.default("other"),
  difficulty: halves.default(1.5),
  terrain: halves.default(1.5),
  lat: latitude.optional(),
  lon: longitude.optional(),
  country: written.country.optional(),
  tags: written.tags.default([]),
  status: z.enum(["draft", "active", "disabled"]).default("active"),
  scope: written.scope.default("federated"),
  unlisted: unlisted.default(false),
  minTrust: written.minTrust.default(null),
  ratingPolicy: written.ratingPolicy.default("finders"),
  stationCall: written.stationCall.optional(),
  eventFrom: written.eventFrom.optional(),
  eventUntil: written.eventUntil.optional(),
  parkingLat: written.parkingLat.optional(),
  parkingLon: written.parkingLon.optional(),
  code: z.string().trim().max(20).optional(),
  source: z.string().trim().max(24).optional(),
  ownerCall: callText.optional(),
  draft: z.string().regex(/^[0-9a-f]{32}$/).optional()
    .describe(
      "Name of the draft on the phone; sent again, the answer is the cache that the draft became, with 200",
    ),
}).refine((cache) => cache.type === "living" || (cache.lat !== undefined && cache.lon !== undefined), {
  path: ["lat"],
  message: "lat and lon are needed",
}).refine(isMeeting, MEETING).refine(isParking, PARKING);
export type NewCache = z.infer<typeof NewCache>;

/** A change of a cache; what is left out stays. An empty country clears it, a null minTrust goes back to the instance's. */
export const CacheChange = z.object(written).partial().extend({
  status: z.enum(["draft", "active", "disabled", "archived"]).optional(),
  ownerCall: callText.optional(),
  ifUpdatedAt: z.number().int().optional()
    .describe(
      "`updatedAt` of the version that was edited; where a newer one is stored, the answer is 409 with that one",
    ),
}).refine((change) => (change.lat === undefined) === (change.lon === undefined), {
  path: ["lat"],
  message: "lat and lon go together",
}).refine(isMeeting, MEETING).refine(isParking, PARKING);
export type CacheChange = z.infer<typeof CacheChange>;
