/** Room for files: per cache, per account and in all. API "Limits", Media. */
import { MEDIA_QUOTA_MB } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { ACCOUNT_BYTES, CACHE_BYTES, CACHE_ITEMS } from "./media_kind.ts";
import { mediaRows } from "./media_store.ts";

/**
 * Checked inside the write, so that quotas are exact however many uploads arrive at once. `freed` bytes are about
 * to be deleted.
 */
export function holdQuotas(
  game: Game,
  cache: CacheRow,
  bytes: number,
  options: { item: boolean; freed?: number },
): void {
  const { items, cacheBytes, accountBytes, allBytes } = mediaRows(game).used({
    cache: cache.id,
    account: cache.ownerAccount,
  })!;
  if (options.item && items >= CACHE_ITEMS) {
    throw gameFailure.media_count({ limit: CACHE_ITEMS }, `A cache has at most ${CACHE_ITEMS} files`);
  }
  const more = bytes - (options.freed ?? 0);
  const quota = game.settings.get(MEDIA_QUOTA_MB) * 1_000_000;
  const full = cacheBytes + more > CACHE_BYTES
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
