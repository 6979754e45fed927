/** What the game's routes have in common. */
import { z } from "zod";
import type { Audit } from "../../db/mod.ts";
import type { Limit, Visitor } from "../../http/mod.ts";
import type { Game, Viewer } from "../game.ts";

export const SPEC = 'API "Caches, logs, media"';
export const ADMIN_SPEC = 'API "Administration"';

export interface RouteParts {
  game: Game;
  audit: Audit;
}

/** The viewer of an open route. */
export const viewerOf = (who: Visitor): Viewer => ({
  ...(who.session?.scope === "full" && { account: who.session.account }),
  operator: who.sysop,
});

/** With the ingest secret, who acts; in a session it is ignored. */
export const Acting = z.object({ callsign: z.string().max(12).optional() });

export const Page = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().regex(/^\d{1,15}$/).optional(),
});
/** Where a page begins: below this id. */
export const below = (cursor: string | undefined): number =>
  cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);

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
