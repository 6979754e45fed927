/** Caches as posted. Names as in contract and OpenAPI. */
import { z } from "#schemas";
import { CACHE, changeShape, givenShape } from "../../things/mod.ts";
import { callText, latitude, longitude } from "./fields.ts";

/** In the change of a cache as in a new one: text that names a country, not what is kept of it. */
const country = z.string().trim().max(8);
const STATUS_AT_FIRST = ["draft", "active", "disabled"] as const;

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
  ...givenShape(CACHE.facts),
  lat: latitude.optional(),
  lon: longitude.optional(),
  country: country.optional(),
  status: z.enum(STATUS_AT_FIRST).default("active"),
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
export const CacheChange = z.object({
  ...changeShape(CACHE.facts),
  lat: latitude.optional(),
  lon: longitude.optional(),
  country: country.optional(),
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
