/** The stages of a cache as posted, and whether each opens without the gateway. API "Caches, logs, media". */
import { z } from "#schemas";
import { STRONG_CODE_BITS } from "../rules/tier_limits.ts";
import { baseCall } from "../../base/mod.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import { gridOf } from "../views/cache_view.ts";
import { latitude, lines, longitude } from "../views/fields.ts";
import { type StageRow, UNLOCKS } from "../tables/stage_store.ts";

/** Stages of one cache at most. */
export const MOST_STAGES = 50;
export const RADIUS_M = 60;

const Stage = z.object({
  n: z.number().int().min(1).max(MOST_STAGES),
  /** Its number before, where it was renumbered: clip, unlocks and move limit follow it. */
  prevStageNo: z.number().int().min(1).max(MOST_STAGES).optional(),
  unlock: z.enum(UNLOCKS).default("geo"),
  clue: lines(2000).nullish(),
  lat: latitude.nullish(),
  lon: longitude.nullish(),
  radiusM: z.number().int().min(10).max(1000).default(RADIUS_M),
  code: z.string().trim().min(1).max(128).nullish(),
}).refine((stage) => (stage.lat ?? null) === null === ((stage.lon ?? null) === null), {
  path: ["lat"],
  message: "lat and lon go together",
});

/** The stage list as posted. The cache's own place is the start; stages are numbered from 1 without gaps. */
export const StageList = z.object({
  stages: z.array(Stage).max(MOST_STAGES),
  was: z.array(Stage).max(MOST_STAGES).optional()
    .describe(
      "The list as it was before the edit; where another list is stored by now, the answer is 409 with that one",
    ),
  ownerCall: z.string().max(12).optional(),
  callsign: z.string().max(12).optional(),
});
export type StageList = z.infer<typeof StageList>;

/** Whether a stage opens without the gateway, and why not. */
export const OfflineView = z.object({ n: z.number(), offline: z.boolean(), reason: z.string().optional() });
export type OfflineView = z.infer<typeof OfflineView>;

/** Whether a stage opens on a phone without the gateway; if not, why. */
export const offlineOf = (stage: StageRow): OfflineView =>
  stage.unlock !== "nfc"
    ? { n: stage.n, offline: false, reason: `a stage of kind ${stage.unlock} is opened by the gateway` }
    : stage.code === null
    ? { n: stage.n, offline: false, reason: "it has no NFC code" }
    : stage.bits < STRONG_CODE_BITS
    ? {
      n: stage.n,
      offline: false,
      reason: `its code has ${stage.bits} bits, ${STRONG_CODE_BITS} are needed`,
    }
    : { n: stage.n, offline: true };

/** What stands on a cache's page, and so is no secret: its words, code, owner and square. */
export const knownWords = (
  cache: Pick<CacheRow, "code" | "title" | "ownerCall" | "lat" | "lon">,
): string[] => [
  ...cache.title.split(/[^\p{L}\p{N}]+/u),
  cache.code,
  cache.ownerCall,
  baseCall(cache.ownerCall),
  ...[gridOf(cache.lat, cache.lon) ?? ""].flatMap((grid) => [grid, grid.slice(0, 6), grid.slice(0, 4)]),
];
