/** Which stored file a viewer may have. */
import type { Viewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../hiding/cache_store.ts";
import { isInsider } from "../hiding/find_cache.ts";
import { stageRows } from "../stages/stage_store.ts";
import { filesOf } from "./media_files.ts";
import { isMediaKey } from "./media_kind.ts";
import { mediaRows } from "./media_store.ts";

/** A stored file as it may be served to a viewer. */
export interface ServedFile {
  path: string;
  hash: string;
  bytes: number;
  contentType: string;
  /** A clip that not everybody may hear. */
  gated: boolean;
}

/** The file of a key. Anything else, also what this viewer may not see, is 404. */
export function servedFile(game: Game, key: string, viewer: Viewer): ServedFile {
  const row = isMediaKey(key) ? mediaRows(game).byKey({ key }) : undefined;
  const cache = row && cacheRows(game).byId({ id: row.cacheId });
  if (!row || !cache) throw gameFailure.media_not_found();
  const insider = isInsider(cache, viewer);
  if ((cache.removedAt !== null || cache.status === "draft") && !insider) throw gameFailure.media_not_found();
  let gated = false;
  if (row.stage !== null) {
    const stage = stageRows(game).of({ cache: cache.id }).find((one) => one.n === row.stage);
    gated = stage?.unlock !== "audio";
    const open = !gated || insider || (viewer.account !== undefined &&
      stageRows(game).unlocksOf({ cache: cache.id, account: viewer.account })
        .some((one) => one.n === row.stage));
    if (!open) throw gameFailure.media_not_found();
  }
  const thumb = key === row.thumbKey;
  const hash = thumb ? row.thumbHash! : row.hash;
  return {
    path: filesOf(game).path(hash),
    hash,
    bytes: thumb ? row.thumbBytes : row.bytes,
    contentType: thumb ? row.thumbType! : row.contentType,
    gated: gated || cache.removedAt !== null || cache.status === "draft",
  };
}
