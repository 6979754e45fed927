/** A cache's log book, page by page. */
import type { Viewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import { findMirrorView, leastOf, shownMirror } from "../exchange/mirror_view.ts";
import { mirrorRows } from "../exchange/mirror_store.ts";
import type { Game } from "../game.ts";
import { seenCache } from "../hiding/find_cache.ts";
import { mediaRows } from "../media/media_store.ts";
import { mediaView } from "../media/media_view.ts";
import { logView } from "../views/log_view.ts";
import { peerWords } from "./gather_evidence.ts";
import { logRows } from "./log_store.ts";
import { mendableUntil } from "./own_log.ts";

/** Newest first, logs with a number below `before`. A global id gives what is known of a mirror's. Throws 404 or 410. */
export function logBook(game: Game, ref: string, viewer: Viewer, page: { before: number; limit: number }) {
  if (ref.includes(":")) {
    const mirror = shownMirror(game, ref);
    if (!mirror) throw gameFailure.cache_not_found();
    const least = leastOf(game, mirror);
    const logs = mirrorRows(game).findsOf({ gid: ref, limit: page.limit })
      .map((row) => findMirrorView(row, least));
    return { logs, nextCursor: null, hasMore: false };
  }
  const cache = seenCache(game, ref, viewer);
  // One more than is shown tells whether there are more.
  const rows = logRows(game).page({
    cache: cache.id,
    before: page.before,
    limit: page.limit + 1,
    now: game.world.now(),
  });
  const hasMore = rows.length > page.limit;
  const shown = rows.slice(0, page.limit);
  const least = game.leastTrustOf(cache);
  const isWriter = (account: number | null) => viewer.account !== undefined && account === viewer.account;
  const photos = mediaRows(game).ofLogs({ logs: JSON.stringify(shown.map((row) => row.id)) });
  return {
    logs: shown.map((row) => {
      const own = isWriter(row.accountId), all = viewer.operator || own;
      const beside = photos.filter((photo) => photo.logId === row.id).map(mediaView);
      return {
        ...logView(row, least, all, all ? peerWords(game, row) : []),
        ...(own && { own: { mendableUntil: mendableUntil(row) } }),
        ...(beside.length > 0 && { photos: beside }),
      };
    }),
    nextCursor: hasMore ? String(shown.at(-1)!.id) : null,
    hasMore,
  };
}
