/** Members say that they will come to a meeting, or that they will not. */
import { gameFailure } from "../errors.ts";
import { type Actor, asViewer } from "../acting.ts";
import type { Game } from "../game.ts";
import { eventRows } from "../tables/event_store.ts";
import { seenCache } from "../views/find_cache.ts";

/** Names that a list of guests has at most, and members who may say that they come. */
const GUESTS_MOST = 1000;

/** Notes whether a member comes; gives how many do. Who has come is told by their logs, not by this. */
export function come(game: Game, actor: Actor, ref: string, on: boolean) {
  const cache = seenCache(game, ref, asViewer(actor)),
    guest = { cache: cache.id, account: actor.person.accountId };
  if (cache.eventUntil === null) throw gameFailure.no_event();
  return game.db.write((tx) => {
    const now = game.world.now(), rows = eventRows(game);
    if (!on) rows.stay(tx, guest);
    else {
      if (now >= cache.eventUntil!) throw gameFailure.event_over();
      rows.come(tx, { ...guest, at: now });
    }
    const count = rows.count({ cache: cache.id, now })!.n;
    if (on && count > GUESTS_MOST) throw gameFailure.event_full({ limit: GUESTS_MOST });
    return { on, count };
  });
}

/** Calls of those who will come, for members. */
export function guestsOf(game: Game, actor: Actor, ref: string) {
  const cache = seenCache(game, ref, asViewer(actor));
  if (cache.eventUntil === null) throw gameFailure.no_event();
  const asked = { cache: cache.id, now: game.world.now(), limit: GUESTS_MOST };
  return eventRows(game).guests(asked).flatMap(({ account, at }) => {
    const person = game.accounts.postsHeld(account) ? undefined : game.accounts.person(account);
    return person ? [{ call: person.call, at }] : [];
  });
}
