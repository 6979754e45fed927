/** What may still happen to a log that is written: peers lift it, or it is taken away. */
import type { Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../hiding/cache_store.ts";
import { packRows } from "../offline/pack_store.ts";
import type { PeerVerdict } from "./evidence.ts";
import { evidenceOf } from "./gather_evidence.ts";
import { type LogRow, logRows } from "./log_store.ts";
import type { LogInput } from "./loggable.ts";
import { judge } from "./tier.ts";

/**
 * Peers answered later about a find that was short of Tier A (FED "Events", Corroboration): it is lifted, unless what was
 * heard here says that the logger cannot have been there. Gives whether it was lifted.
 */
export function liftFind(game: Game, tx: Tx, logId: number, peers: PeerVerdict): boolean {
  const log = logRows(game).byId({ id: logId });
  const cache = log && cacheRows(game).byId({ id: log.cacheId });
  const person = log?.accountId == null ? undefined : game.accounts.person(log.accountId);
  if (!log || !cache || !person || log.kind !== "found" || log.tier === "A" || log.removedAt !== null) {
    return false;
  }
  const input: LogInput = {
    cache: cache.code,
    person,
    call: log.call,
    kind: "found",
    text: log.text,
    via: "radio",
  };
  const verdict = judge({ ...evidenceOf(game, input, cache, log.foundAt), peers });
  if (verdict.tier !== "A") return false;
  logRows(game).lift(tx, {
    id: log.id,
    method: verdict.method,
    why: JSON.stringify(verdict.why),
    by: (verdict.peers ?? peers.instances).join(","),
    at: game.world.now(),
    distanceM: verdict.distanceM ?? peers.distanceM,
  });
  cacheRows(game).recount(tx, { id: cache.id });
  packRows(game).changed(tx, cache);
  return true;
}

/** A log that its writer or a moderator takes away; the cache's counts follow. */
export function removeLog(game: Game, tx: Tx, log: LogRow, reason: string): number {
  logRows(game).setRemoved(tx, { id: log.id, at: game.world.now(), reason });
  const cache = cacheRows(game).byId({ id: log.cacheId })!;
  cacheRows(game).recount(tx, { id: cache.id });
  packRows(game).changed(tx, cache);
  return log.gid === null ? 0 : game.publications.withdraw(tx, log.gid, { bounded: true });
}
