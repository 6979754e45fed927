/** Visits that go: taken back by their writer within a day, or erased by their writer's home. API "Caches, logs, media". */
import { sha256Hex } from "../../../base/mod.ts";
import type { Tx } from "../../../db/mod.ts";
import { verifyDocument } from "../../../wire/mod.ts";
import { gameFailure, visitFailure } from "../../errors.ts";
import { removeLog } from "../../finds/change_log.ts";
import { mendableUntil } from "../../finds/own_log.ts";
import type { Game } from "../../game.ts";
import { cacheRows } from "../../tables/cache_store.ts";
import { logRows } from "../../tables/log_store.ts";
import { socialRows } from "../../tables/social_store.ts";
import { stageRows } from "../../tables/stage_store.ts";
import { type VisitRow, visitRows } from "../../tables/visit_store.ts";
import { readPosted } from "./posted.ts";
import { WITHDRAWN } from "../../views/cache_view.ts";

/** An action is taken this long after it was signed, and as long before, seconds. */
const ACT_S = 300;

export interface Act {
  key: string;
  at: number;
  sig: string;
}

/** Refuses an action that was signed at another time than about now. */
export function refuseStale(game: Game, { at }: Pick<Act, "at">): void {
  const now = game.world.now();
  if (at < now - ACT_S) throw visitFailure.too_old({}, "This was signed too long ago");
  if (at > now + ACT_S) throw visitFailure.too_early();
}

/** The visit of this number, whose writer's key still counts. */
export function ownVisit(game: Game, id: string, key: string): VisitRow {
  const visit = visitRows(game).byId({ id });
  if (!visit) throw visitFailure.visit_not_found();
  if (visit.key !== key) throw visitFailure.bad_visit_signature();
  return visit;
}

/** Refuses a key that no longer counts at its home. */
export function refuseEnded(game: Game, { home, key }: VisitRow): void {
  const row = game.homes.keyOf(home, key);
  if (!row || (row.revokedAt !== undefined && row.revokedAt <= game.world.now())) {
    throw visitFailure.key_revoked();
  }
}

/** Takes a visit back, for whoever has its key. Again it changes nothing. */
export function withdrawVisit(game: Game, tx: Tx, id: string, act: Act): void {
  const visit = ownVisit(game, id, act.key), { key, at, sig } = act;
  const document = {
    at,
    call: visit.call,
    instance: game.instance,
    key,
    path: `/federation/visits/${id}/withdraw`,
  };
  if (!verifyDocument("svc-act/1", document, key, sig)) throw visitFailure.bad_visit_signature();
  refuseStale(game, act);
  refuseEnded(game, visit);
  const log = logRows(game).byId({ id: visit.logId });
  if (!log) throw gameFailure.log_not_found();
  if (log.removedAt !== null) return;
  if (game.world.now() > mendableUntil(log)) throw visitFailure.visit_late();
  removeLog(game, tx, log, "taken back by its writer");
  if (log.accountId !== null && log.kind === "found") dropOpinions(game, tx, log.accountId, log.cacheId);
}

/** A wish of an instance to erase the visits of a key. */
interface Erasure extends Act {
  home: string;
}

/** Erases the visits of a key, as its home asks for; gives how many there were. Again it finds none. `carried`: slowly. */
export function eraseVisits(game: Game, tx: Tx, { home, ...act }: Erasure, carried = false): number {
  const { key, at, sig } = act, rows = visitRows(game), visits = rows.ofKey({ home, key });
  const signers = game.homes.signers(home);
  if (signers.length === 0) throw visitFailure.origin_untrusted({ origin: home });
  const calls = new Set([
    ...visits.flatMap(({ call, keyCall }) => [keyCall, call]),
    ...[game.homes.keyOf(home, key)?.call ?? []].flat(),
    ...rows.waitingOf({ home, key }).flatMap(({ document }) => {
      const posted = readPosted(document);
      return typeof posted === "string" ? [] : [posted.document.call];
    }),
  ]);
  const isSigned = [...calls].some((call) => {
    const document = { at, call, instance: game.instance, key, path: "/federation/visits/erase" };
    return signers.some((signer) => verifyDocument("svc-act/1", document, signer, sig));
  });
  // Of a key that is not known nothing is here, whoever signed.
  if (calls.size === 0) return 0;
  if (!isSigned) throw visitFailure.bad_erasure_signature();
  // An account that is erased stays erased: what was days on its way is as good.
  if (!carried) refuseStale(game, act);
  else if (at > game.world.now() + ACT_S) throw visitFailure.too_early();
  for (const visit of visits) eraseVisit(game, tx, visit);
  rows.dropWaitingOf(tx, { key });
  rows.erase(tx, { digest: sha256Hex(key), at: game.world.now() });
  return visits.length;
}

function eraseVisit(game: Game, tx: Tx, { id, logId }: VisitRow): void {
  const log = logRows(game).byId({ id: logId })!, { accountId: account } = log;
  game.corroborator?.forget(tx, logId);
  if (log.removedAt === null) removeLog(game, tx, log, "erased by its writer's instance");
  visitRows(game).drop(tx, { id });
  if (account !== null && log.kind === "found") dropOpinions(game, tx, account, log.cacheId);
  logRows(game).blank(tx, { id: logId, call: WITHDRAWN });
  if (account === null) return;
  if (visitRows(game).dropVisitor(tx, { account }).changes === 0) return;
  stageRows(game).forget(tx, { account });
  game.events.visitorGone(tx, account);
}

/** A visitor's find is gone, and with it what they thought of the cache: nobody else could take it back. */
function dropOpinions(game: Game, tx: Tx, account: number, cache: number): void {
  const pair = { account, cache }, { changes } = socialRows(game).dropFavorite(tx, pair);
  if (changes + socialRows(game).dropRating(tx, pair).changes > 0) cacheRows(game).recount(tx, { id: cache });
}
