/** Asking for a cache that is up for adoption. */
import { type Actor, asViewer } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { seenCache } from "../views/find_cache.ts";
import { adoptionRows } from "../tables/adoption_store.ts";
import { note } from "./record.ts";
import { requestView } from "./views.ts";

/** A member asks for a cache. */
export function requestAdoption(
  game: Game,
  actor: Actor,
  ref: string,
  wish: { inPlace: boolean; note: string },
) {
  const { person, call } = actor;
  const { id } = seenCache(game, ref, asViewer(actor));
  if (!game.accounts.isVerified(call)) throw gameFailure.not_verified({ verified: false });
  return game.db.write((tx) => {
    const cache = cacheRows(game).byId({ id })!;
    if (!adoptionRows(game).offer({ cache: id })) throw gameFailure.not_offered();
    if (cache.ownerAccount === person.accountId) throw gameFailure.request_own();
    if (adoptionRows(game).latestOf({ cache: id, account: person.accountId })?.status === "pending") {
      throw gameFailure.request_exists();
    }
    const wished = { cache: id, account: person.accountId, call, ...wish, at: game.world.now() };
    const request = adoptionRows(game).add(tx, wished);
    note(game, tx, cache, { action: "requested", actor: call, note: wish.note, to: call });
    return requestView(adoptionRows(game).request({ id: request.id })!);
  });
}

/** The member takes the request back. */
export function cancelRequest(game: Game, actor: Actor, ref: string) {
  const account = actor.person.accountId;
  const cache = seenCache(game, ref, asViewer(actor));
  return game.db.write((tx) => {
    const mine = adoptionRows(game).latestOf({ cache: cache.id, account });
    if (mine?.status !== "pending") throw gameFailure.request_not_found();
    adoptionRows(game).decide(tx, { id: mine.id, status: "cancelled", at: game.world.now(), note: null });
    note(game, tx, cache, { action: "request_cancelled", actor: mine.call, note: "", to: mine.call });
    return { ok: true as const };
  });
}
