/** Which of one's own caches need a visit, and why. */
import type { CacheRow } from "../tables/cache_store.ts";
import type { Game } from "../game.ts";
import { whyMaintenance } from "../views/maintenance.ts";

export const VISIT_REASONS = ["flagged", "dnf_streak", "disabled"] as const;
type VisitReason = typeof VISIT_REASONS[number];

/** Why an owner should go and look; empty for an archived cache, and for one that needs nothing. */
export function visitReasons(game: Game, cache: CacheRow): VisitReason[] {
  if (cache.status === "archived" || cache.removedAt !== null) return [];
  const maintenance = whyMaintenance(game, cache);
  return [
    ...(maintenance ? [maintenance] : []),
    ...(cache.status === "disabled" ? ["disabled" as const] : []),
  ];
}
