/** Room for files: per cache, per account, of all newcomers and in all. API "Limits", Media. */
import type { Tx } from "../../db/mod.ts";
import { MEDIA_QUOTA_MB } from "../../settings/mod.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { NEWCOMER_BYTES, NEWCOMERS_PART } from "../rules/newcomer_limits.ts";
import { roomRows } from "../tables/room_store.ts";
import { ACCOUNT_BYTES, CACHE_BYTES, CACHE_ITEMS, LOG_PHOTOS } from "../rules/media_kind.ts";
import { mediaRows } from "../tables/media_store.ts";

/** What a new file belongs to: a cache's own gallery or stage, or somebody's log. */
export interface Home {
  cache: number;
  account: number | null;
  log?: number;
}

const quotaOf = (game: Game): number => game.settings.get(MEDIA_QUOTA_MB) * 1_000_000;

/** Bytes that the files of all newcomers together may take. */
export const newcomersRoom = (game: Game): number => Math.floor(quotaOf(game) / NEWCOMERS_PART);

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
  const newcomer = noteNewcomer(game, tx, home.account);
  const used = roomRows(game).used({ account: home.account })!;
  const ofAccount = newcomer ? NEWCOMER_BYTES : ACCOUNT_BYTES;
  const bounds = [
    { used: home.log === undefined ? cacheBytes : 0, limit: CACHE_BYTES, whose: "of the cache" },
    {
      used: used.account,
      limit: ofAccount,
      whose: newcomer ? "of an account without a verified call" : "of the account",
    },
    ...(newcomer
      ? [{
        used: used.newcomers,
        limit: newcomersRoom(game),
        whose: "of all accounts without a verified call",
      }]
      : []),
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
