/** Room for files: per cache and in all. API "Limits", Media. */
import type { Tx } from "../../db/mod.ts";
import { MEDIA_QUOTA_MB } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { roomRows } from "../tables/room_store.ts";
import { CACHE_BYTES, CACHE_ITEMS, LOG_PHOTOS } from "../rules/media_kind.ts";
import { mediaRows } from "../tables/media_store.ts";

/** What a new file belongs to: a cache's own gallery or stage, or somebody's log. */
export interface Home {
  cache: number;
  account: number | null;
  log?: number;
}

/** Bytes of the instance's room for files. */
export const quotaOf = (game: Game): number => game.settings.get(MEDIA_QUOTA_MB) * 1_000_000;

/** Has the sums know whether an account is a newcomer, before a file of it is added. Gives whether it is. */
export function noteNewcomer(game: Game, tx: Tx, account: number | null): boolean {
  if (account === null) return false;
  const newcomer = game.accounts.isNewcomer(account);
  roomRows(game).open(tx, { account, newcomer: newcomer ? 1 : 0 });
  return newcomer;
}

/**
 * Checked inside the write, so that quotas are exact however many uploads arrive at once. `freed` bytes are about
 * to be deleted.
 */
export function holdQuotas(
  game: Game,
  tx: Tx,
  home: Home,
  bytes: number,
  options: { item: boolean; freed?: number },
): void {
  const { items, cacheBytes } = mediaRows(game).used({ cache: home.cache, log: home.log ?? null })!;
  const most = home.log === undefined ? CACHE_ITEMS : LOG_PHOTOS;
  if (options.item && items >= most) {
    const what = home.log === undefined ? "A cache" : "A log";
    throw gameFailure.media_count({ limit: most }, `${what} has at most ${most} files`);
  }
  const more = bytes - (options.freed ?? 0);
  // What an account may take in all its tables refuse, this one with them.
  noteNewcomer(game, tx, home.account);
  const used = roomRows(game).used({})!;
  const bounds = [
    { used: home.log === undefined ? cacheBytes : 0, limit: CACHE_BYTES, whose: "of the cache" },
    { used: used.all, limit: quotaOf(game), whose: "of the instance" },
  ];
  const full = bounds.find((bound) => bound.used + more > bound.limit);
  if (full) {
    throw gameFailure.media_quota(
      { limit: full.limit },
      `There is no room ${full.whose}: ${full.limit} bytes in all`,
    );
  }
}
