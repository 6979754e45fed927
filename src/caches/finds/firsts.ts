/** First to find, and first to be heard: said of a find by its own time, as its cache's book stands now. */
import type { z } from "#schemas";
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import type { FirstsView } from "../views/log_view.ts";

/** What this log is the first of, to be put into its view; nothing where it is the first of nothing. */
export function firstsOf(
  game: Game,
  { id, kind }: Pick<LogRow, "id" | "kind">,
  cache: CacheRow,
): { firsts?: z.infer<typeof FirstsView> } {
  if (kind !== "found") return {};
  const { find, heard } = logRows(game).firsts({ cache: cache.id, least: game.leastTrustOf(cache) })!;
  const firsts = [...(find === id ? ["find" as const] : []), ...(heard === id ? ["heard" as const] : [])];
  return firsts.length > 0 ? { firsts } : {};
}
