/** How many of what there is on this instance, for programs and for whoever comes to look (API "Public read API"). */
import { z } from "zod";
import { isRecent, type World } from "../../base/mod.ts";
import type { Stations } from "../../stations/mod.ts";
import type { CacheReads } from "../caches/cache_reads.ts";

/** Counts are made anew at most this often. */
const STATS_S = 300;

/** Counts of the instance. */
export const Counts = z.object({
  activeCaches: z.number(),
  tierAFinds7d: z.number().meta({ description: "Radio-verified finds of the last 7 days" }),
  stationsHeard1h: z.number(),
  countedAt: z.number(),
});
export type Counts = z.infer<typeof Counts>;

/** Counts, and keeps what it counted for a while. */
export function counting(
  { world, caches, stations }: { world: World; caches: CacheReads; stations: Stations },
): () => Counts {
  let kept: Counts | undefined;
  return () => {
    const now = world.now();
    if (kept && isRecent(kept.countedAt, now, STATS_S)) return kept;
    return kept = {
      activeCaches: caches.activeCount(),
      tierAFinds7d: caches.tierAWeek(),
      stationsHeard1h: stations.countHeardSince(now - 3600),
      countedAt: now,
    };
  };
}
