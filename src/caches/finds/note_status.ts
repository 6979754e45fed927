/** The log book tells when the owner changes a cache's status, so that readers know why nobody found it meanwhile. */
import type { Tx } from "../../db/mod.ts";
import type { Actor } from "../acting.ts";
import { sendFind } from "../exchange/publish.ts";
import type { Game } from "../game.ts";
import type { CacheRow, CacheStatus } from "../tables/cache_store.ts";
import { logRows, UNJUDGED } from "../tables/log_store.ts";

const WORDS: Record<Exclude<CacheStatus, "draft">, string> = {
  active: "The owner has enabled this cache",
  disabled: "The owner has disabled this cache",
  archived: "The owner has archived this cache",
};

/** Writes a note of the actor into the log book of a cache whose status has changed. A draft has no log book yet. */
export function noteStatus(game: Game, tx: Tx, actor: Actor, cache: CacheRow, before: CacheStatus): void {
  const { status } = cache;
  if (status === before || status === "draft" || before === "draft") return;
  const now = game.world.now();
  const { id } = logRows(game).insert(tx, {
    ...UNJUDGED,
    cacheId: cache.id,
    accountId: actor.person.accountId,
    call: actor.call,
    kind: "note",
    text: WORDS[status],
    foundAt: now,
    createdAt: now,
    via: actor.session ? "web" : "secret",
  });
  sendFind(game, tx, logRows(game).byId({ id })!, cache);
}
