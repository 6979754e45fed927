/** Logging a find, DNF or note, and what it is worth. API "Caches, logs, media". */
import type { Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { cacheRows } from "../tables/cache_store.ts";
import type { Evidence, PeerVerdict, Reading, Verdict } from "../rules/evidence.ts";
import { isWorthMore } from "../rules/which_find.ts";
import { FINDS_AGAIN } from "../rules/newcomer_limits.ts";
import { askLater } from "./ask_again.ts";
import { askPeers, evidenceOf } from "./gather_evidence.ts";
import { judgeAgain, liftable } from "./judge_again.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import {
  alreadyFound,
  type Logged,
  type LogInput,
  mayTakePlace,
  prepare,
  type Ready,
  refuse,
} from "./loggable.ts";
import { openFinds } from "./open_finds.ts";
import { enterBook } from "./held_logs.ts";
import { judgedAs, makeNote, makeRoom } from "./settle_finds.ts";
import { judge } from "../rules/tier.ts";
import { LOG } from "../../things/mod.ts";

/** Writes a log, or gives the one that it repeats. Refusals are `conflict` (409): nothing is graded then. */
export async function writeLog(game: Game, input: LogInput): Promise<Logged> {
  const ready = prepare(game, input);
  const known = ready.same ?? ready.equal;
  if (known && !addsSomething(game, input, known, ready)) {
    return { log: known, cache: ready.cache, duplicate: true };
  }
  const evidence = known === undefined ? evidenceFor(game, input, ready) : undefined;
  if (ready.rival) game.limits.use(FINDS_AGAIN, String(input.person.accountId));
  const answers = evidence && judge(evidence).tier !== "A" ? await askPeers(game, evidence) : undefined;
  // Peers may have taken long to answer, and something may have been heard since: everything that decides is read again
  // inside the write.
  return await game.db.write((tx) => {
    const logged = put(game, tx, input, prepare(game, input), answers?.verdict);
    if (!logged.duplicate && answers?.round !== undefined) {
      const { id, method } = logged.log;
      game.corroborator!.keep(tx, id, answers.round, method === "aprs_rf_peer", liftable(game));
    }
    return logged;
  });
}

/** Writes a log inside a write that is under way (radio); peers are asked after it. */
export function logNow(game: Game, tx: Tx, input: LogInput): Logged {
  const ready = prepare(game, input);
  const logged = put(game, tx, input, ready);
  const { log, duplicate } = logged;
  if (input.kind === "found" && !duplicate && log.tier !== "A" && game.corroborator) {
    tx.after(() => {
      askLater(game, log.id).catch((error) =>
        game.world.log.getChild("caches").error("asking peers failed: {error}", { error })
      );
    });
  }
  return logged;
}

/** What is known of a find that is to be logged; undefined for any other log. */
const evidenceFor = (game: Game, input: LogInput, { cache, time }: Ready): Evidence | undefined =>
  input.kind === "found"
    ? evidenceOf(
      game,
      { person: input.person, call: input.call, readings: readingsOf(input) },
      cache,
      time.foundAt,
    )
    : undefined;

/** What the logger's device said: it counts only from a session, or where a visitor signed it. */
const readingsOf = ({ position, via }: LogInput): Reading[] =>
  position === undefined ? [] : [{ ...position, session: via === "web" || via === "visit" }];

/** Whether a log that was sent again may be worth more by what came with it, or for what was heard since. */
const addsSomething = (game: Game, { kind }: LogInput, known: LogRow, { time }: Ready): boolean =>
  kind === "found" && known.tier !== "A" &&
  (openFinds(game).byLog({ log: known.id }) !== undefined || mayTakePlace(known, time.foundAt));

/** Writes what is ready, or finds that it repeats what is there: what came with it counts for that one then. */
function put(game: Game, tx: Tx, input: LogInput, ready: Ready, peers?: PeerVerdict): Logged {
  const { cache, time, same, equal } = ready;
  const log = same ?? equal;
  const before = log && againOf(game, tx, input, log);
  const repeated = (row: LogRow): Logged => ({
    log: row,
    cache: cacheRows(game).byId({ id: cache.id })!,
    duplicate: true,
  });
  if (before && (same || input.kind !== "found" || !mayTakePlace(before, time.foundAt))) {
    return repeated(before);
  }
  const evidence = evidenceFor(game, input, ready);
  const verdict = evidence && judge(peers ? { ...evidence, peers } : evidence);
  const rival = before ?? ready.rival;
  if (rival && !isWorthMore(verdict!.tier, rival.tier)) {
    if (before) return repeated(before);
    throw alreadyFound(rival, input.call);
  }
  if (before) refuse(game, input, cache);
  const written = insert(game, tx, input, ready, evidence, verdict, rival);
  return { log: written, cache: cacheRows(game).byId({ id: cache.id })!, duplicate: false };
}

/** The log that was sent again, judged anew with what came with it this time. */
function againOf(game: Game, tx: Tx, input: LogInput, log: LogRow): LogRow {
  const open = input.kind === "found" ? openFinds(game).byLog({ log: log.id }) : undefined;
  if (!open) return log;
  for (const reading of readingsOf(input)) openFinds(game).addReading(tx, open, reading);
  judgeAgain(game, tx, log.id);
  return logRows(game).byId({ id: log.id })!;
}

function insert(
  game: Game,
  tx: Tx,
  input: LogInput,
  { cache, time }: Ready,
  evidence: Evidence | undefined,
  verdict: Verdict | undefined,
  rival: LogRow | undefined,
): LogRow {
  const { person, call, kind, via, visit } = input, signed = visit ?? input.signed;
  const now = game.world.now(), heldAt = game.accounts.postsHeld(person.accountId) ? now : null;
  if (verdict && heldAt === null) {
    const find = { id: 0, account: person.accountId, call, ...judgedAs(time, verdict) };
    makeRoom(game, tx, find, cache, rival);
  } else if (rival?.kind === "found" && rival.heldAt !== null) makeNote(game, tx, rival.id, cache);
  const id = logRows(game).insert(tx, {
    ...LOG.rowOf(input),
    ...(kind === "note" && !input.look && { needsMaintenance: 0 }),
    cacheId: cache.id,
    accountId: person.accountId,
    call,
    kind,
    foundAt: time.foundAt,
    createdAt: now,
    removedAt: heldAt,
    heldAt,
    tier: verdict?.tier ?? null,
    method: verdict?.method ?? null,
    why: verdict ? JSON.stringify(verdict.why) : null,
    distanceM: verdict?.distanceM ?? null,
    site: verdict?.site ?? null,
    box: verdict?.box ?? null,
    corroboratedBy: verdict?.peers?.join(",") ?? null,
    fieldTimeRejected: time.rejected ?? null,
    offline: input.offline ? 1 : 0,
    signerKey: signed?.key ?? null,
    signature: signed?.sig ?? null,
    signedAt: signed?.at ?? null,
    sentId: input.sentId ?? null,
    visitHome: visit?.home ?? null,
    visitPriv: visit?.priv ?? null,
    via,
  }).id;
  const log = logRows(game).byId({ id })!;
  if (evidence) openFinds(game).open(tx, log, cache, evidence, readingsOf(input));
  if (heldAt === null) enterBook(game, tx, log, cache);
  return log;
}
