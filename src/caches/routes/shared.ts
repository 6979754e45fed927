/** What the game's routes have in common. */
import { z } from "#schemas";
import type { Limit } from "../../http/mod.ts";
import { ACTING, gameFailure } from "../errors.ts";

export const SPEC = 'API "Caches, logs, media"';
export const ADMIN_SPEC = 'API "Administration"';

/** What `:id` of a cache is. */
export const CACHE_ID = "The cache: its number, its code in any case, or, of a mirror, its global id";
/** What `:id` of a cache is in routes that take no mirrors. */
export const OWN_CACHE_ID = "The cache: its number, or its code in any case";

/** The call that acts where the ingest plane writes. */
export const callsign = z.string().max(12).optional()
  .describe(
    "With the ingest secret: the callsign that acts. A session may name another SSID of its own call",
  );
export const Acting = z.object({ callsign });

export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe(
    "Rows of one page, 1 to 200; others are refused",
  ),
  cursor: z.string().max(300).optional().describe("`nextCursor` of the page before"),
});

/** A row's number in a path. Anything else names no row: `missing` is thrown. */
export function rowId(text: string, missing: () => Error): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw missing();
  return Number(text);
}

/** A stage's number in a path. */
export function stageNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw gameFailure.stage_not_found();
  return Number(text);
}

/** Writes of one account; generous, since a member may come home with a day's logs. */
export const perAccount = (
  name: string,
  points: number,
  seconds: number,
): Limit<{ kind: string; account?: number }> => ({
  name,
  points,
  seconds,
  per: ({ who }) => who.account === undefined ? undefined : String(who.account),
});

export const Ok = z.object({ ok: z.literal(true) });

/** What looking a cache up may refuse with. */
export const SEEN = [gameFailure.cache_not_found, gameFailure.cache_removed];
/** What changing a cache of one's own may refuse with. */
export const OWNED = [...SEEN, ...ACTING, gameFailure.cache_not_yours, gameFailure.cache_removed_edit];
/** What storing a file may refuse with. */
export const STORED = [
  gameFailure.media_type,
  gameFailure.media_size,
  gameFailure.media_dimensions,
  gameFailure.media_quota,
];
