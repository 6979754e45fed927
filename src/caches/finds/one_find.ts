/** One find, DNF or note by itself, with the place that it is about. */
import { z } from "#schemas";
import type { Viewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import { findMirrorView, leastOf, mirrorView, shownMirror } from "../views/mirror_view.ts";
import { mirrorRows } from "../tables/mirror_store.ts";
import type { Game } from "../game.ts";
import { seenCache } from "../views/find_cache.ts";
import { BookedLog } from "../views/log_view.ts";
import { firstsOf } from "./firsts.ts";
import { logBook } from "./log_book.ts";
import { logRows } from "../tables/log_store.ts";

export const OneFind = z.object({
  cache: z.object({
    code: z.string(),
    gid: z.string().optional(),
    title: z.string(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    createdAt: z.number().optional().describe("When it was hidden; of a mirror its own instance says that"),
  }),
  log: BookedLog,
});

/** Numbers that SQLite and JavaScript hold exactly. */
const NUMBER = /^[1-9][0-9]{0,14}$/;

/** A log by its number here, or a mirrored one by its global id: whoever sees the log book sees it. Throws 404 or 410. */
export function oneFind(game: Game, ref: string, viewer: Viewer): z.infer<typeof OneFind> {
  if (ref.includes(":")) return mirroredFind(game, ref);
  const row = NUMBER.test(ref) ? logRows(game).byId({ id: Number(ref) }) : undefined;
  if (!row) throw gameFailure.log_not_found();
  const cache = seenCache(game, String(row.cacheId), viewer);
  // The log book's own rule decides what is shown: one page of a single log that begins at this one.
  const after = { at: row.foundAt, key: String(row.id + 1) };
  const { logs: [log] } = logBook(game, cache.code, viewer, { after, limit: 1 });
  if (log?.id !== row.id) throw gameFailure.log_not_found();
  const { code, title, lat, lon, createdAt } = cache;
  return { cache: { code, title, lat, lon, createdAt }, log: { ...log, ...firstsOf(game, row, cache) } };
}

function mirroredFind(game: Game, gid: string): z.infer<typeof OneFind> {
  const find = mirrorRows(game).findByGid({ gid });
  const mirror = find && shownMirror(game, find.cacheGid);
  if (!mirror) throw gameFailure.log_not_found();
  const { code, title, lat, lon } = mirrorView(game, mirror);
  return {
    cache: { code, gid: mirror.gid, title, lat, lon },
    log: findMirrorView(find, leastOf(game, mirror)),
  };
}
