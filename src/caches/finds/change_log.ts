/** What may still happen to a log that is written: peers' answers lift it, or it is removed. */
import { madeOf } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import type { LiftableFinds } from "../ports.ts";
import { cacheRows } from "../tables/cache_store.ts";
import { packRows } from "../tables/pack_store.ts";
import type { PeerVerdict, Why } from "../rules/evidence.ts";
import { evidenceOf } from "./gather_evidence.ts";
import { dropPhotos } from "../media/log_photos.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import { tellOfLift } from "./tell_log.ts";
import { words } from "../rules/tier_words.ts";
import { judge } from "../rules/tier.ts";

/** A find that is there, short of Tier A, with its cache and what the rule looks at now; undefined for any other. */
export function openFind(game: Game, logId: number) {
  const log = logRows(game).byId({ id: logId });
  const cache = log && cacheRows(game).byId({ id: log.cacheId });
  const person = log?.accountId == null ? undefined : game.accounts.person(log.accountId);
  if (!log || !cache || !person || log.kind !== "found" || log.tier === "A" || log.removedAt !== null) {
    return undefined;
  }
  // Evidence that came with the log itself is not kept, but it can never make Tier A.
  const input = { person, call: log.call, via: "radio" as const };
  return { log, cache, evidence: evidenceOf(game, input, cache, log.foundAt) };
}

/**
 * Peers answered later about a find that was short of Tier A (FED "Events", Corroboration): it is lifted, unless what was
 * heard here says that the logger cannot have been there. Gives whether it was lifted.
 */
export function liftFind(game: Game, tx: Tx, logId: number, peers: PeerVerdict): boolean {
  const open = openFind(game, logId);
  if (!open) return false;
  const { log, cache, evidence } = open;
  const verdict = judge({ ...evidence, peers });
  if (verdict.tier !== "A") return false;
  const now = game.world.now();
  const before = log.why === null ? undefined : JSON.parse(log.why) as Why;
  const later = words("confirmed_later", { afterS: Math.max(0, now - log.createdAt) });
  const why: Why = {
    ...verdict.why,
    sentence: `${verdict.why.sentence} ${later.text}`,
    said: [...verdict.why.said ?? [], madeOf(later)],
    // The device's reading came with the log and is not kept.
    candidates: [
      ...verdict.why.candidates,
      ...before?.candidates.filter(({ kind }) => kind === "device") ?? [],
    ],
  };
  logRows(game).lift(tx, {
    id: log.id,
    method: verdict.method,
    why: JSON.stringify(why),
    by: (verdict.peers ?? peers.instances).join(","),
    at: now,
    distanceM: verdict.distanceM ?? peers.distanceM,
  });
  cacheRows(game).recount(tx, { id: cache.id });
  packRows(game).changed(tx, cache);
  tellOfLift(game, tx, { ...log, tier: "A", corroboratedBy: peers.instances.join(",") }, cache, log);
  return true;
}

/** The finds of this instance, for whoever asks peers about them. */
export const liftable = (game: Game): LiftableFinds => ({
  lift: (tx, logId, verdict) => liftFind(game, tx, logId, verdict),
  isOpen: (logId) => openFind(game, logId) !== undefined,
});

/** Removes a log, for its writer or a moderator; the cache's counts follow. */
export function removeLog(game: Game, tx: Tx, log: LogRow, reason: string): number {
  logRows(game).setRemoved(tx, { id: log.id, at: game.world.now(), reason });
  const cache = cacheRows(game).byId({ id: log.cacheId })!;
  cacheRows(game).recount(tx, { id: cache.id });
  dropPhotos(game, tx, log.id);
  packRows(game).changed(tx, cache);
  return log.gid === null ? 0 : game.publications.withdraw(tx, log.gid, { bounded: true });
}
