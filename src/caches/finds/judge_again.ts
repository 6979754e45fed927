/**
 * A verdict follows its evidence: what comes late for a find is judged by the same rule as if it had been there from the
 * start, in the write that brings it. A verdict rises and never falls; what depends on a rise follows here. API "Caches, logs,
 * media".
 */
import { baseCall, madeOf } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { sendFind } from "../exchange/publish.ts";
import type { Game } from "../game.ts";
import type { LiftableFinds } from "../ports.ts";
import type { PeerVerdict, Reading, Verdict, Why } from "../rules/evidence.ts";
import { judge } from "../rules/tier.ts";
import { isWorthMore } from "../rules/which_find.ts";
import { AFTER_S, BEFORE_S } from "../rules/tier_limits.ts";
import { words } from "../rules/tier_words.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { isGone, type LogRow, logRows } from "../tables/log_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { evidenceOf } from "./gather_evidence.ts";
import { openFinds, type OpenRow, type Own, type PlaceThen, untilOf } from "./open_finds.ts";
import { isTheFind, judgedAs, makeNote, makeRoom } from "./settle_finds.ts";
import { tellOfHearing, tellOfRise } from "./tell_log.ts";

/** Finds that are judged anew in one write where something concerns many of them; the rest follow in further writes. */
const AT_ONCE = 100;

/** A find that evidence may still come for, or against, with its cache and what the rule looks at now. */
function watchedFind(game: Game, logId: number) {
  const row = openFinds(game).byLog({ log: logId }), log = row && logRows(game).byId({ id: logId });
  const cache = log && cacheRows(game).byId({ id: log.cacheId });
  const person = log?.accountId == null ? undefined : game.accounts.person(log.accountId);
  if (!row || !log || !cache || !person || isGone(log)) return undefined;
  const kept = JSON.parse(row.readings) as Reading[];
  const place = row.place === null ? undefined : JSON.parse(row.place) as PlaceThen;
  const own = row.own === null ? undefined : JSON.parse(row.own) as Own;
  const readings = kept.length > 0 ? kept : readingIn(log);
  const evidence = evidenceOf(
    game,
    { person, call: log.call, readings, ...(place && { place }), ...(own && { own }) },
    cache,
    log.foundAt,
  );
  return { row, log, cache, evidence };
}

/** The same of one short of Tier A. */
export function openFind(game: Game, logId: number) {
  const found = watchedFind(game, logId);
  return found?.log.tier === "A" ? undefined : found;
}

/** The device's reading as a log's explanation kept it. */
export function readingIn({ why }: Pick<LogRow, "why">): Reading[] {
  const { candidates } = (why === null ? { candidates: [] } : JSON.parse(why)) as Pick<Why, "candidates">;
  return candidates.flatMap(({ kind, lat, lon, accuracyM, at, said }) =>
    kind !== "device" || lat === undefined || lon === undefined || accuracyM === undefined
      ? []
      : [{ lat, lon, accuracyM, at, session: said?.code !== "no_session" }]
  );
}

/**
 * Judges a find anew, with what peers say of it now. Gives whether it is worth more than before. Called again with nothing
 * new it changes nothing.
 */
export function judgeAgain(game: Game, tx: Tx, logId: number, given?: PeerVerdict): boolean {
  const found = watchedFind(game, logId);
  if (!found) return false;
  const { row, log, cache, evidence } = found;
  const peers = given ?? game.corroborator?.verdict(logId);
  const verdict = judge(peers ? { ...evidence, peers } : evidence);
  if (log.tier === "A") {
    tellOfContradiction(game, tx, row, log, verdict);
    return false;
  }
  const { proven } = evidence.logger;
  const until = untilOf(log, proven);
  if (until !== row.until) openFinds(game).setUntil(tx, { log: logId, until });
  if (!isWorthMore(verdict.tier, log.tier)) {
    if (log.kind === "found" && verdict.tier === log.tier) explain(game, tx, log, verdict);
    return false;
  }
  if (!isTheFind(game, log, cache, verdict)) {
    if (log.kind === "found") makeNote(game, tx, logId, cache);
    return false;
  }
  raise(game, tx, log, cache, verdict, peers);
  return true;
}

/** Why it is not worth more, as far as is known by now. */
function explain(game: Game, tx: Tx, { id, why: before }: LogRow, { method, why }: Verdict): void {
  const text = JSON.stringify(why);
  if (text !== before) logRows(game).explain(tx, { id, method, why: text });
}

/** A find is worth more: its own next version, its record's, everything that counts it, and everybody who is told. */
function raise(
  game: Game,
  tx: Tx,
  before: LogRow,
  cache: CacheRow,
  verdict: Verdict,
  peers: PeerVerdict | undefined,
): void {
  const now = game.world.now(), { id } = before;
  const later = words("confirmed_later", { afterS: Math.max(0, now - before.createdAt) });
  const why: Why = {
    ...verdict.why,
    sentence: `${verdict.why.sentence} ${later.text}`,
    said: [...verdict.why.said ?? [], madeOf(later)],
  };
  // Another find of the same person that was radio-verified gives its place to this one: no news to anybody.
  const account = before.accountId!;
  const isNews = !logRows(game).findsOf({ cache: cache.id, account, base: baseCall(before.call) }).some((
    { tier },
  ) => tier === "A");
  // One that is held takes nobody's place yet.
  if (before.heldAt === null) {
    makeRoom(game, tx, { id, account, call: before.call, ...judgedAs(before, verdict) }, cache);
  }
  const byPeers = verdict.method === "aprs_rf_peer";
  logRows(game).raise(tx, {
    id,
    tier: verdict.tier,
    method: verdict.method,
    why: JSON.stringify(why),
    distanceM: verdict.distanceM ?? (byPeers && peers ? peers.distanceM : null),
    site: verdict.site ?? null,
    box: verdict.box ?? null,
    corroboratedBy: byPeers ? verdict.peers!.join(",") : null,
    corroboratedLaterAt: byPeers ? now : null,
  });
  const log = logRows(game).byId({ id })!;
  cacheRows(game).recount(tx, { id: cache.id });
  packRows(game).changed(tx, cache);
  sendFind(game, tx, log, cache);
  tellOfHearing(game, tx, log);
  if (isNews) tellOfRise(game, tx, log, cache, before);
}

/** An attested position shows that the finder of a find of Tier A was elsewhere: the tier stands, operators are told once. */
function tellOfContradiction(game: Game, tx: Tx, row: OpenRow, log: LogRow, verdict: Verdict): void {
  if (row.contradicted === 1 || log.kind !== "found") return;
  const flaw = verdict.why.candidates.find(({ said }) =>
    said?.code === "too_fast" || said?.code === "too_fast_for_peers"
  );
  if (verdict.tier === "A" || !flaw) return;
  openFinds(game).setContradicted(tx, { log: log.id });
  game.events.contradicted(tx, { log: log.id, call: log.call, reason: flaw.reason!, said: flaw.said! });
}

/** A trusted receiver heard a call, or a device signed a position of it: the finds that this says something of. */
export function judgeHeard(game: Game, tx: Tx, heard: ReadonlyMap<string, readonly number[]>): void {
  const logs = new Set<number>();
  for (const [base, times] of heard) {
    for (const log of openFinds(game).heardOf(base, times)) {
      if (isConcerned(game, log, base, times)) logs.add(log);
    }
  }
  judgeAll(game, tx, [...logs]);
}

/** Whether a position could count for it: those further off only say something of a find that has its tier. */
function isConcerned(game: Game, logId: number, base: string, times: readonly number[]): boolean {
  const row = openFinds(game).byLog({ log: logId }), log = logRows(game).byId({ id: logId });
  if (!row || !log) return false;
  return log.tier === "A" || row.station === base ||
    times.some((at) => at >= log.foundAt - BEFORE_S && at <= log.foundAt + AFTER_S);
}

/** Judges several anew; those that fail, and those beyond what one write should do, wait for `lookAgain`. */
function judgeAll(game: Game, tx: Tx, logs: readonly number[]): void {
  for (const [i, log] of logs.entries()) {
    if (i >= AT_ONCE) {
      openFinds(game).setLook(tx, { log, look: 1 });
      continue;
    }
    try {
      tx.part(() => judgeAgain(game, tx, log));
    } catch (error) {
      // What was heard is kept all the same.
      game.world.log.getChild("caches").error("find {log} was not judged anew: {error}", { log, error });
      openFinds(game).setLook(tx, { log, look: 1 });
    }
  }
  if (logs.length > AT_ONCE) tx.after(() => lookLater(game));
}

/** Whose call it is proven to be has changed: finds under it. */
export function judgeProven(game: Game, tx: Tx, base: string): void {
  judgeAll(game, tx, openFinds(game).ofBase({ base }).map(({ log }) => log));
}

/** The operator has changed whose hearing counts, for what was heard since a time: finds of that time, in writes of their own. */
export function judgeSince(game: Game, tx: Tx, since: number): void {
  openFinds(game).lookSince(tx, { since });
  tx.after(() => lookLater(game));
}

function lookLater(game: Game): void {
  lookAgain(game).catch((error) =>
    game.world.log.getChild("caches").error("finds were not judged anew: {error}", { error })
  );
}

/** Judges anew what was marked for it, a few finds a write. */
export async function lookAgain(game: Game): Promise<void> {
  for (let more = true; more;) {
    const logs = openFinds(game).toLookAt({ limit: AT_ONCE }).map(({ log }) => log);
    more = logs.length === AT_ONCE;
    if (logs.length === 0) return;
    await game.db.write((tx) => {
      for (const log of logs) openFinds(game).setLook(tx, { log, look: 0 });
      judgeAll(game, tx, logs);
    });
  }
}

/** The finds of this instance, for whoever asks peers about them. */
export const liftable = (game: Game): LiftableFinds => ({
  lift: (tx, logId, verdict) => {
    judgeAgain(game, tx, logId, verdict);
    return logRows(game).byId({ id: logId })?.tier === "A";
  },
  isOpen: (logId) => openFind(game, logId) !== undefined,
  askUnasked: (tx) => void openFinds(game).askAll(tx, {}),
});
