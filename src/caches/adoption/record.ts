/** What every step of an adoption does: it is written down, and those concerned are told. */
import type { Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import type { GameAlert } from "../ports.ts";
import { type AdoptionEntry, adoptionRows } from "../tables/adoption_store.ts";

/** A living owner has this long to object, seconds. */
export const NOTICE_S = 14 * 86_400;

/** Notes a step in the adoption log. */
export function note(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  entry: Pick<AdoptionEntry, "action" | "actor" | "note"> & { from?: string; to?: string },
): void {
  const { action, actor, note, from = null, to = null } = entry;
  const at = game.world.now();
  adoptionRows(game).note(tx, { cacheId: cache.id, code: cache.code, action, actor, from, to, note, at });
  if (!OPERATORS_STEPS.has(action) || actor === MODERATION) return;
  game.audit.note(tx, at, {
    actor,
    action: `adoption-${action}`,
    kind: "cache",
    targetId: String(cache.id),
    label: `${cache.code} ${cache.title}`,
    reason: note,
  });
}

/** Steps that operators take are written to the audit log too. A removal has its own row there. */
const OPERATORS_STEPS: ReadonlySet<string> = new Set([
  "offered",
  "offer_withdrawn",
  "approved",
  "declined",
  "assigned",
]);
/** Named as the actor where an offer ends because its cache was removed. */
export const MODERATION = "moderation";

/** Tells an account; a cache without an owner tells nobody. */
export function alert(
  game: Game,
  tx: Tx,
  accountId: number | null,
  kind: GameAlert["kind"],
  cache: CacheRow,
): void {
  if (accountId === null) return;
  const at = game.world.now();
  const { code, title } = cache;
  game.events.alert(tx, { accountId, kind, call: cache.ownerCall, code, title, at });
}

/** Closes the pending requests for a cache and tells who made them. */
export function closeRequests(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  status: "cancelled" | "declined",
): void {
  for (const request of adoptionRows(game).pending({ cache: cache.id })) {
    adoptionRows(game).decide(tx, { id: request.id, status, at: game.world.now(), note: null });
    alert(game, tx, request.accountId, "adoption_declined", cache);
  }
}

/** Ends an offer: pending requests are cancelled and whoever made them is told. */
export function takeBackOffer(
  game: Game,
  tx: Tx,
  cache: CacheRow,
  actor: string,
  action: "offer_withdrawn" | "owner_declined",
): void {
  closeRequests(game, tx, cache, "cancelled");
  adoptionRows(game).dropOffer(tx, { cache: cache.id });
  note(game, tx, cache, { action, actor, note: "" });
}
