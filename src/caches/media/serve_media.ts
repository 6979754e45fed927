/** Serving uploaded files so that no browser takes them for anything but a photo or a sound. */
import { fileAnswer, type Incoming } from "../../http/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Viewer } from "../acting.ts";
import type { Game } from "../game.ts";
import { streamBytes } from "./ranges.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { isInsider, isWithheld } from "../views/find_cache.ts";
import { stageRows } from "../tables/stage_store.ts";
import { filesOf } from "./media_files.ts";
import { isMediaKey } from "../rules/media_kind.ts";
import { logRows } from "../tables/log_store.ts";
import { mediaRows } from "../tables/media_store.ts";

// Which stored file a viewer may have.

/** A stored file as it may be served to a viewer. */
interface ServedFile {
  path: string;
  hash: string;
  bytes: number;
  contentType: string;
  /** Whether it is a clip that not everybody may hear, or beside a log that is held. */
  gated: boolean;
}

/**
 * The file of a key. Anything else, also what this viewer may not see, is 404. Who asks is looked up only where it decides:
 * what everybody may have is shared by caches.
 */
function servedFile(game: Game, key: string, viewer: () => Viewer): ServedFile {
  const row = isMediaKey(key) ? mediaRows(game).byKey({ key }) : undefined;
  const cache = row && cacheRows(game).byId({ id: row.cacheId });
  if (!row || !cache) throw gameFailure.media_not_found();
  const hidden = cache.removedAt !== null || cache.status === "draft" || isWithheld(game, cache);
  const ofStage = row.stage !== null && !isHeardByAll(game, cache.id, row.stage);
  const held = row.logId !== null && logRows(game).byId({ id: row.logId })?.heldAt != null;
  if (held) {
    const { account, operator } = viewer();
    if (!operator && (account === undefined || account !== row.accountId)) {
      throw gameFailure.media_not_found();
    }
  }
  if (hidden || ofStage) {
    const asker = viewer();
    const opened = !hidden && hasOpened(game, cache.id, row.stage, asker);
    if (!opened && !isInsider(cache, asker)) throw gameFailure.media_not_found();
  }
  const thumb = key === row.thumbKey;
  const hash = thumb ? row.thumbHash! : row.hash;
  return {
    path: filesOf(game).path(hash),
    hash,
    bytes: thumb ? row.thumbBytes : row.bytes,
    contentType: thumb ? row.thumbType! : row.contentType,
    gated: hidden || ofStage || held,
  };
}

/** The clip of a stage that is opened by words heard in that clip is for everybody. */
const isHeardByAll = (game: Game, cache: number, n: number): boolean =>
  stageRows(game).of({ cache }).find((stage) => stage.n === n)?.unlock === "audio";

const hasOpened = (game: Game, cache: number, n: number | null, { account }: Viewer): boolean =>
  account !== undefined && stageRows(game).unlocksOf({ cache, account }).some((one) => one.n === n);

/** The file of a stored key, whole or one range of it. */
export async function serveMedia(
  game: Game,
  incoming: Incoming,
  key: string,
  viewer: () => Viewer,
): Promise<Response> {
  const file = servedFile(game, key, viewer);
  try {
    return await fileAnswer(incoming, {
      size: file.bytes,
      version: { tag: file.hash.slice(0, 32) },
      headers: {
        "content-type": file.contentType,
        "content-disposition": "inline",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
        ...(file.gated && { "cache-control": "private, no-store" }),
      },
      isPrivate: file.gated,
      read: (part) => streamBytes(file.path, part),
      outside() {
        throw gameFailure.range_needed({ size: file.bytes }, "This range is not in the file");
      },
    });
  } catch (error) {
    // Deleted between the look-up and the reading.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw gameFailure.media_not_found();
    throw error;
  }
}
