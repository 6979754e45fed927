/** Room for files: per cache, per account and in all. API "Limits", Media. */
import { MEDIA_QUOTA_MB } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { ACCOUNT_BYTES, CACHE_BYTES, CACHE_ITEMS, LOG_PHOTOS } from "./media_kind.ts";
import { mediaRows } from "./media_store.ts";

/** What a new file belongs to: a cache's own gallery or stage, or somebody's log. */
export interface Home {
  cache: number;
  account: number | null;
  log?: number;
}

/**
 * Checked inside the write, so that quotas are exact however many uploads arrive at once. `freed` bytes are about
 * to be deleted.
 */
export function holdQuotas(
  game: Game,
  home: Home,
  bytes: number,
  options: { item: boolean; freed?: number },
): void {
  const { items, cacheBytes, accountBytes, allBytes } = mediaRows(game).used({ log: null, ...home })!;
  const most = home.log === undefined ? CACHE_ITEMS : LOG_PHOTOS;
  if (options.item && items >= most) {
    const what = home.log === undefined ? "A cache" : "A log";
    throw gameFailure.media_count({ limit: most }, `${what} has at most ${most} files`);
  }
  const more = bytes - (options.freed ?? 0);
  const quota = game.settings.get(MEDIA_QUOTA_MB) * 1_000_000;
  const full = home.log === undefined && cacheBytes + more > CACHE_BYTES
    ? { limit: CACHE_BYTES, whose: "of the cache" }
    : accountBytes + more > ACCOUNT_BYTES
    ? { limit: ACCOUNT_BYTES, whose: "of the account" }
    : allBytes + more > quota
    ? { limit: quota, whose: "of the instance" }
    : undefined;
  if (full) {
    throw gameFailure.media_quota(
      { limit: full.limit },
      `There is no room ${full.whose}: ${full.limit} bytes in all`,
    );
  }
}
