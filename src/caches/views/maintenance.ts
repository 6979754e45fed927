/** Whether a cache needs a look, and what says so. */
import { logRows } from "../tables/log_store.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";

/** DNFs in a row after which a cache needs a look. */
const DNF_STREAK = 3;

/**
 * The reason: a log that reported it, or only DNFs since it was last found or maintained. `undefined` when nothing
 * points to a problem.
 */
export function whyMaintenance(game: Game, cache: CacheRow): "flagged" | "dnf_streak" | undefined {
  if (cache.needsMaintenance === 1) return "flagged";
  const tries = logRows(game).lastTries({ cache: cache.id });
  return tries.length === DNF_STREAK && tries.every(({ kind }) => kind === "DNF") ? "dnf_streak" : undefined;
}
