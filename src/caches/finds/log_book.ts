/** A cache's log book, page by page. */
import type { Viewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import { findMirrorView, leastOf, shownMirror } from "../views/mirror_view.ts";
import { mirrorRows } from "../tables/mirror_store.ts";
import type { Game } from "../game.ts";
import { seenCache } from "../views/find_cache.ts";
import { mediaRows } from "../tables/media_store.ts";
import { mediaView } from "../views/media_view.ts";
import { logView } from "../views/log_view.ts";
import { type BookCursor, numberIn, sayCursor } from "./book_cursor.ts";
import { innerOf } from "./open_view.ts";
import { logRows } from "../tables/log_store.ts";
import { mendableUntil } from "./own_log.ts";

/**
 * Newest first by the time that a log is about, so that one which was sent hours later stands where it belongs; `after`
 * ends the page before. A global id gives what is known of a mirror's. Throws 404 or 410, and 400 for a wrong cursor.
 */
export function logBook(game: Game, ref: string, viewer: Viewer, page: { after: BookCursor; limit: number }) {
  if (ref.includes(":")) {
    const mirror = shownMirror(game, ref);
    if (!mirror) throw gameFailure.cache_not_found();
    const least = leastOf(game, mirror);
    const { at, key: before } = page.after;
    const rows = mirrorRows(game).findsOf({ gid: ref, at, before, limit: page.limit + 1 });
    const { shown, ...more } = cut(rows, page.limit, ({ gid }) => gid);
    return { logs: shown.map((row) => findMirrorView(row, least)), ...more };
  }
  const cache = seenCache(game, ref, viewer);
  const rows = logRows(game).page({
    cache: cache.id,
    at: page.after.at,
    before: numberIn(page.after),
    limit: page.limit + 1,
    now: game.world.now(),
    me: viewer.account ?? 0,
    all: viewer.operator ? 1 : 0,
  });
  const { shown, ...more } = cut(rows, page.limit, ({ id }) => String(id));
  const least = game.leastTrustOf(cache);
  const isWriter = (account: number | null) => viewer.account !== undefined && account === viewer.account;
  const photos = mediaRows(game).ofLogs({ logs: JSON.stringify(shown.map((row) => row.id)) });
  return {
    logs: shown.map((row) => {
      const own = isWriter(row.accountId), all = viewer.operator || own;
      const beside = photos.filter((photo) => photo.logId === row.id).map(mediaView);
      return {
        ...logView(row, least, all ? innerOf(game, row) : undefined),
        ...(own && { own: { mendableUntil: mendableUntil(row) } }),
        ...(beside.length > 0 && { photos: beside }),
      };
    }),
    ...more,
  };
}

/** A page out of rows of which one more was read than it holds: that one tells whether there are more. */
function cut<Row extends { foundAt: number }>(rows: Row[], limit: number, key: (row: Row) => string) {
  const shown = rows.slice(0, limit), last = shown.at(-1);
  const hasMore = rows.length > limit;
  return {
    shown,
    nextCursor: hasMore && last ? sayCursor({ at: last.foundAt, key: key(last) }) : null,
    hasMore,
  };
}
