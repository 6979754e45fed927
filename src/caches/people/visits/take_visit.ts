/**
 * Taking a visit: a log of somebody who has no account here, signed by a device key that their own instance vouches for. It is
 * judged like a member's log, by the same evidence. API "Caches, logs, media".
 */
import type { Tx } from "../../../db/mod.ts";
import { gameFailure, visitFailure } from "../../errors.ts";
import { sendFind } from "../../exchange/publish.ts";
import { innerOf } from "../../finds/open_view.ts";
import { mendableUntil } from "../../finds/own_log.ts";
import { logNow } from "../../finds/write_log.ts";
import type { Game } from "../../game.ts";
import { VISITS_PER_CACHE, VISITS_PER_KEY, VISITS_PER_ORIGIN } from "../../../settings/mod.ts";
import { newUuid } from "../../media/media.ts";
import { type CacheRow, cacheRows } from "../../tables/cache_store.ts";
import { type LogRow, logRows } from "../../tables/log_store.ts";
import { packRows } from "../../tables/pack_store.ts";
import { type VisitRow, visitRows } from "../../tables/visit_store.ts";
import type { Why } from "../../rules/evidence.ts";
import { logView } from "../../views/log_view.ts";
import { type Posted, postedText } from "./posted.ts";
import { refuseForged, refuseOrigin, refuseTime, visitedCache, visitKey } from "./standing.ts";
import { unlockWith } from "./unlocks.ts";
import { visitorOf } from "./visitors.ts";

/** So many visits wait for keys at most, of everybody together: each is 16 kB at most. */
const WAITING_MOST = 5000;

const DAY_S = 86_400;

/** Refuses what would be one too many; what waits for its key counts as taken. */
function refuseTooMany(game: Game, { key, home, cache }: Posted["document"]): void {
  const { settings, leastTrust: least } = game, now = game.world.now(), since = now - DAY_S;
  const rows = visitRows(game);
  const isNew = !rows.counts({ key, least });
  const counts = [
    { ...rows.byKeySince({ key, since })!, limit: settings.get(VISITS_PER_KEY) },
    { ...rows.byHomeSince({ home, since })!, limit: settings.get(VISITS_PER_ORIGIN) },
    ...(isNew
      ? [{ ...rows.byNewKeysSince({ home, cache, since, least })!, limit: settings.get(VISITS_PER_CACHE) }]
      : []),
  ];
  const full = counts.find(({ n, limit }) => n >= limit);
  if (!full) return;
  throw visitFailure.visit_quota({
    limit: full.limit,
    windowSec: DAY_S,
    retryAfter: Math.max(1, (full.oldest ?? now) + DAY_S - now),
  });
}

/** What became of a visit: it is there (new, or as before), or it waits for its key. */
export type Taken = { visit: VisitRow; isNew: boolean } | { waiting: "key" };

/** Takes a visit, or refuses it and keeps nothing. */
export async function takeVisit(game: Game, posted: Posted): Promise<Taken> {
  refuseDocument(game, posted);
  return await game.db.write((tx) => takeNow(game, tx, posted));
}

/** What can be said of it without a write. */
function refuseDocument(game: Game, posted: Posted): void {
  const { document: { instance, home, call } } = posted;
  refuseOrigin(game, home, call);
  if (instance !== game.instance) throw visitFailure.wrong_instance({ instance: game.instance });
  refuseForged(posted);
}

/** The same inside a write; `waited`: it is counted already, since it waited for its key. */
export function takeNow(game: Game, tx: Tx, posted: Posted, waited = false): Taken {
  refuseDocument(game, posted);
  const { document } = posted, { key: signer, sentId } = document;
  const before = visitRows(game).bySent({ key: signer, sentId });
  if (before) return { visit: again(game, tx, before, posted), isNew: false };
  refuseTime(game, document);
  const cache = visitedCache(game, document), key = visitKey(game, document);
  if (!key) return waited ? { waiting: "key" } : wait(game, tx, posted);
  visitRows(game).stopWaiting(tx, { key: signer, sentId, at: document.at });
  refuseTooMany(game, document);
  return { visit: insert(game, tx, posted, cache, key.call), isNew: true };
}

function insert(game: Game, tx: Tx, posted: Posted, cache: CacheRow, keyCall: string): VisitRow {
  const { document, sig, beside } = posted, { home, call, key, kind, text, sentId, at, priv } = document;
  const person = visitorOf(game, tx, call, home);
  unlockWith(game, tx, person, cache, posted);
  const { lat, lon, accuracyM = 0 } = beside ?? {};
  const { log } = logNow(game, tx, {
    ...{ cache: cache.code, person, call, kind, text, sentId, via: "visit" },
    ...(lat !== undefined && lon !== undefined && { position: { lat, lon, accuracyM, at } }),
    visit: { home, priv, key, sig, at },
  });
  const row: VisitRow = {
    ...{ id: newUuid(game), logId: log.id, home, call, key, keyCall, sentId, cacheGid: cache.gid!, at },
    createdAt: game.world.now(),
  };
  visitRows(game).add(tx, row);
  return row;
}

/** The same again; or, where it was signed later, within a day, its text from now on. */
function again(game: Game, tx: Tx, visit: VisitRow, { document, sig }: Posted): VisitRow {
  const log = logRows(game).byId({ id: visit.logId })!;
  const { at, cache: gid, kind, text, priv = null, call } = document;
  const isChange = at > visit.at && gid === visit.cacheGid && kind === kindOf(log) && call === visit.call;
  if (!isChange || log.removedAt !== null) return visit;
  refuseTime(game, document);
  // A later signature needs a key that still counts then.
  if (!visitKey(game, document)) throw visitFailure.key_revoked();
  if (game.world.now() > mendableUntil(log)) throw gameFailure.log_mend_late();
  if (kind === "note" && text.trim() === "") throw gameFailure.note_needs_text();
  const cache = cacheRows(game).byId({ id: log.cacheId })!;
  const signed = { signature: sig, signedAt: at, priv };
  logRows(game).mendVisit(tx, { id: log.id, text, at: game.world.now(), ...signed });
  visitRows(game).setAt(tx, { id: visit.id, at });
  packRows(game).changed(tx, cache);
  const mended = logRows(game).byId({ id: log.id })!;
  if (mended.gid !== null) sendFind(game, tx, mended, cache);
  return visitRows(game).byId({ id: visit.id })!;
}

const kindOf = ({ kind, wasFind }: LogRow): string => wasFind === 1 ? "found" : kind;

/** Keeps a visit until its home has told of its key. */
function wait(game: Game, tx: Tx, posted: Posted): Taken {
  const { document: { key, sentId, at, home, cache } } = posted, rows = visitRows(game);
  if (rows.waitingOf({ home, key }).some((one) => one.sentId === sentId && one.at === at)) {
    return { waiting: "key" };
  }
  refuseTooMany(game, posted.document);
  const { n } = rows.waiting({})!;
  if (n >= WAITING_MOST) {
    throw visitFailure.visit_quota({ limit: WAITING_MOST, windowSec: 60, retryAfter: 60 });
  }
  rows.wait(tx, {
    ...{ key, sentId, at, home, cacheGid: cache, document: postedText(posted) },
    cameAt: game.world.now(),
  });
  tx.after(() => game.events.keyWanted(home));
  return { waiting: "key" };
}

/** What whoever sent a visit is told of it. */
export function visitView(game: Game, { id, logId }: VisitRow) {
  const log = logRows(game).byId({ id: logId })!, cache = cacheRows(game).byId({ id: log.cacheId })!;
  const { foundAt, tier, verified, why, open } = logView(log, game.leastTrustOf(cache), innerOf(game, log));
  return {
    ...{
      visit: id,
      gid: log.gid,
      foundAt,
      tier,
      verified,
      why: why && withoutPlaces(why),
      ...(open && { open }),
    },
    ...(log.removedAt !== null && { withdrawn: true as const }),
  };
}

/** Why, without where: anybody who has the find's record can send the same document again. */
function withoutPlaces(why: Pick<Why, "method"> & Partial<Why>) {
  return {
    ...why,
    ...(why.candidates && {
      candidates: why.candidates.map(({ lat: _lat, lon: _lon, accuracyM: _near, receiver, ...rest }) => ({
        ...rest,
        ...(receiver && { receiver: { site: receiver.site } }),
      })),
    }),
  };
}
