/** Logging a find, DNF or note, and what it is worth. API "Caches, logs, media". */
import type { Tx } from "../../db/mod.ts";
import { gameFailure } from "../errors.ts";
import { sendFind } from "../exchange/publish.ts";
import type { Game } from "../game.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { packRows } from "../tables/pack_store.ts";
import { liftable, liftFind, openFind } from "./change_log.ts";
import type { Evidence, Verdict } from "../rules/evidence.ts";
import { askPeers, evidenceOf } from "./gather_evidence.ts";
import { type LogRow, logRows } from "../tables/log_store.ts";
import { type Logged, type LogInput, prepare, type UsedTime } from "./loggable.ts";
import { pinPlaces } from "./pin_places.ts";
import { tellOfLog } from "./tell_log.ts";
import { judge } from "../rules/tier.ts";

/** Writes a log, or gives the one that it repeats. Refusals are `conflict` (409): nothing is graded then. */
export async function writeLog(game: Game, input: LogInput): Promise<Logged> {
  const ready = prepare(game, input);
  if ("duplicate" in ready) return ready;
  const { cache, time } = ready;
  const evidence = input.kind === "found" ? evidenceOf(game, input, cache, time.foundAt) : undefined;
  let verdict = evidence && judge(evidence);
  const answers = evidence && verdict!.tier !== "A" ? await askPeers(game, evidence) : undefined;
  if (answers?.verdict) verdict = judge({ ...evidence!, peers: answers.verdict });
  // Peers may have taken long to answer: everything that decides is read again inside the write.
  return await game.db.write((tx) => {
    const again = prepare(game, input);
    if ("duplicate" in again) return again;
    const log = insert(game, tx, input, again.cache, time, verdict);
    if (answers?.round !== undefined) {
      game.corroborator!.keep(
        tx,
        log.id,
        answers.round,
        log.method === "aprs_rf_peer",
        liftable(game),
      );
    }
    return { log, cache: cacheRows(game).byId({ id: again.cache.id })!, duplicate: false };
  });
}

/** Writes a log inside a write that is under way (radio); peers are asked after it. */
export function logNow(game: Game, tx: Tx, input: LogInput): Logged {
  const ready = prepare(game, input);
  if ("duplicate" in ready) return ready;
  const { cache, time } = ready;
  const evidence = input.kind === "found" ? evidenceOf(game, input, cache, time.foundAt) : undefined;
  const log = insert(game, tx, input, cache, time, evidence && judge(evidence));
  if (evidence && log.tier !== "A" && game.corroborator) {
    tx.after(() => {
      askLater(game, log.id, evidence).catch((error) =>
        game.world.log.getChild("caches").error("asking peers failed: {error}", { error })
      );
    });
  }
  return { log, cache: cacheRows(game).byId({ id: cache.id })!, duplicate: false };
}

/** Asks about a find that is written; gives whether anybody could be asked. */
async function askLater(game: Game, logId: number, evidence: Evidence): Promise<boolean> {
  const answers = await askPeers(game, evidence);
  if (answers?.round === undefined) return false;
  await game.db.write((tx) => {
    const lifted = answers.verdict?.confirmed === true && liftFind(game, tx, logId, answers.verdict);
    game.corroborator!.keep(tx, logId, answers.round, lifted, liftable(game));
  });
  return true;
}

/** Asks peers about a find once more, by hand. Refuses finds that need none; gives whether anybody could be asked. */
export async function askByHand(game: Game, logId: number): Promise<boolean> {
  const found = openFind(game, logId);
  if (!found) throw gameFailure.find_not_open({ id: logId });
  return await askLater(game, logId, found.evidence);
}

function insert(
  game: Game,
  tx: Tx,
  input: LogInput,
  cache: CacheRow,
  time: UsedTime,
  verdict: Verdict | undefined,
): LogRow {
  const { person, call, kind, text, via, signed } = input;
  const id = logRows(game).insert(tx, {
    cacheId: cache.id,
    accountId: person.accountId,
    call,
    kind,
    text,
    foundAt: time.foundAt,
    createdAt: game.world.now(),
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
    via,
    needsMaintenance: input.needsMaintenance ? 1 : 0,
  }).id;
  const log = logRows(game).byId({ id })!;
  if (kind === "found") {
    cacheRows(game).recount(tx, { id: cache.id });
    pinPlaces(game, tx, cache);
  }
  if (input.needsMaintenance && kind !== "note") {
    cacheRows(game).setMaintenance(tx, { id: cache.id, on: true });
  }
  if (kind === "maintenance") cacheRows(game).setMaintenance(tx, { id: cache.id, on: false });
  packRows(game).changed(tx, cache);
  sendFind(game, tx, log, cache);
  tellOfLog(game, tx, log, cache);
  return log;
}
