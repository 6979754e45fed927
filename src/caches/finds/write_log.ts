/** Logging a find, DNF or note: who may, when it was, what it is worth. API "Caches, logs, media". */
import type { Tx } from "../../db/mod.ts";
import { verifyDocument } from "../../wire/mod.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import type { Evidence, PeerVerdict, Verdict } from "./evidence.ts";
import { gameFailure } from "../errors.ts";
import { BACK_S, fieldTime, type FieldTimeRejected } from "./field_time.ts";
import type { Game } from "../game.ts";
import type { LogKind, LogRow } from "./log_store.ts";
import type { Person } from "../ports.ts";
import { askPeers, evidenceOf } from "./gather_evidence.ts";
import { judge } from "./tier.ts";

/** An equal log within this is the same log sent again; a find is so at any time. */
const REPEAT_S = 600;

export interface LogInput {
  cache: string;
  person: Person;
  /** The call that the log carries. */
  call: string;
  kind: LogKind;
  text: string;
  /** How it came: signed in, named by the ingest plane, or over the air. */
  via: "web" | "secret" | "radio";
  position?: { lat: number; lon: number; accuracyM: number; at: number };
  offline?: boolean;
  /** What the device signed, as posted: `kind` may be written in another case than it is kept. */
  signed?: { key: string; sig: string; at: number; kind: string };
  needsMaintenance?: boolean;
  /** Over the air: when it was heard. A find that waited for its confirmation is scored at that time. */
  heardAt?: number;
}

export interface Logged {
  log: LogRow;
  cache: CacheRow;
  /** The same log was there already. */
  duplicate: boolean;
}

/** Writes a log, or gives the one that it repeats. Refusals are `conflict` (409): nothing is graded then. */
export async function writeLog(game: Game, input: LogInput): Promise<Logged> {
  const ready = prepare(game, input);
  if ("duplicate" in ready) return ready;
  const { cache, time } = ready;
  const evidence = input.kind === "found" ? evidenceOf(game, input, cache, time.foundAt) : undefined;
  let verdict = evidence && judge(evidence);
  const answers = evidence && verdict!.tier !== "A" ? await askPeers(game, evidence) : undefined;
  if (answers?.verdict) verdict = judge({ ...evidence!, peers: answers.verdict });
  // Peers may have taken their time: everything that decides is looked at again inside the write.
  return await game.db.write((tx) => {
    const again = prepare(game, input);
    if ("duplicate" in again) return again;
    const log = insert(game, tx, input, again.cache, time, verdict);
    if (answers?.unreached !== undefined && log.tier !== "A") game.corroborator!.retry(tx, log.id, answers);
    return { log, cache: game.caches.byId(again.cache.id)!, duplicate: false };
  });
}

/** The same inside a write that is under way (radio): peers are asked after it. */
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
  return { log, cache: game.caches.byId(cache.id)!, duplicate: false };
}

async function askLater(game: Game, logId: number, evidence: Evidence): Promise<void> {
  const answers = await askPeers(game, evidence);
  if (!answers) return;
  await game.db.write((tx) => {
    const lifted = answers.verdict !== undefined && liftFind(game, tx, logId, answers.verdict);
    if (!lifted && answers.unreached !== undefined) game.corroborator!.retry(tx, logId, answers);
  });
}

/** What is to be logged, or the log that it repeats. Throws every refusal. */
function prepare(game: Game, input: LogInput): Logged | { cache: CacheRow; time: UsedTime } {
  const cache = loggable(game, input);
  const repeated = repeatedLog(game, input, cache);
  if (repeated) return { log: repeated, cache, duplicate: true };
  const time = timeOf(game, input, cache);
  refuse(game, input, cache);
  return { cache, time };
}

interface UsedTime {
  foundAt: number;
  rejected?: FieldTimeRejected;
}

/** The cache, if it can be logged at all. A removed one is told as unknown. */
function loggable(game: Game, { cache: ref, person }: LogInput): CacheRow {
  const row = game.find(ref);
  if (!row || row.removedAt !== null || (row.status === "draft" && row.ownerAccount !== person.accountId)) {
    if (!row && game.mirrors.byKey(ref.toUpperCase().replace(/-/g, "")).length > 0) {
      throw gameFailure.mirrored_cache();
    }
    throw row?.removedAt != null ? gameFailure.cache_gone() : gameFailure.cache_not_found();
  }
  return row;
}

/** The log that this one repeats: of the same signature, or an equal one of the same call. */
function repeatedLog(game: Game, input: LogInput, cache: CacheRow): LogRow | undefined {
  const { person, call, kind, text } = input;
  if (input.signed) {
    const known = game.logs.bySignature(input.signed.sig);
    if (known) return known.cacheId === cache.id && known.accountId === person.accountId ? known : undefined;
  }
  const since = kind === "found" ? 0 : game.world.now() - REPEAT_S;
  return game.logs.equalSince({ cache: cache.id, account: person.accountId, call, kind, text, since });
}

/** The five refusals, and those of kinds. */
function refuse(game: Game, { person, kind, call, text }: LogInput, cache: CacheRow): void {
  const owner = cache.ownerAccount === person.accountId;
  if (person.suspended) throw gameFailure.suspended();
  if (kind === "maintenance") {
    if (!owner) throw gameFailure.owner_only();
    return;
  }
  if (kind === "note") {
    if (text.trim() === "") throw gameFailure.note_needs_text();
    return;
  }
  if (cache.status !== "active") throw gameFailure.cache_inactive({ status: cache.status });
  if (owner) throw gameFailure.own_cache();
  if (kind !== "found") return;
  const found = game.logs.findOf(cache.id, person.accountId);
  if (found) {
    throw gameFailure.already_found(
      { foundBy: found.call, logId: found.id },
      found.call === call ? undefined : `You have found this cache already, as ${found.call}`,
    );
  }
  const last = game.stages.of(cache.id).at(-1);
  if (last && !game.stages.unlocksOf(cache.id, person.accountId).some((unlock) => unlock.n === last.n)) {
    throw gameFailure.last_stage_locked({ stage: last.n });
  }
}

/** The time used. Checks the signature: a bad one is refused, a good one of a bad time is only not used. */
function timeOf(
  game: Game,
  input: LogInput,
  cache: CacheRow,
): UsedTime {
  const { signed, call, text } = input;
  const now = game.world.now();
  const offline = input.offline ?? false;
  const { heardAt } = input;
  if (heardAt !== undefined) {
    const good = heardAt <= now && heardAt >= now - BACK_S && heardAt >= cache.createdAt;
    return { foundAt: good ? heardAt : now };
  }
  if (!signed) return fieldTime({ now, cacheCreatedAt: cache.createdAt, offline });
  const { key, sig, at, kind } = signed;
  const document = { at, cache: cache.code, call, instance: game.instance, key, kind, text };
  const registered = game.accounts.deviceKey(call, key);
  if (!registered) throw gameFailure.key_unknown();
  if (!verifyDocument("svc-log/1", document, key, sig)) throw gameFailure.bad_log_signature();
  return fieldTime({
    now,
    cacheCreatedAt: cache.createdAt,
    signed: { at, keyAddedAt: registered.addedAt },
    offline,
  });
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
  const id = game.logs.insert(tx, {
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
    via,
    needsMaintenance: input.needsMaintenance ? 1 : 0,
  });
  const log = game.logs.byId(id)!;
  if (kind === "found") {
    game.caches.recount(tx, cache.id);
    pinPlaces(game, tx, cache);
  }
  if (input.needsMaintenance && kind !== "note") game.caches.setMaintenance(tx, cache.id, true);
  if (kind === "maintenance") game.caches.setMaintenance(tx, cache.id, false);
  game.packs.changed(tx, cache);
  game.publishFind(tx, log, cache);
  if (kind === "found") tellOfFind(game, tx, log, cache);
  return log;
}

/** The first find pins every coordinate that has no pin yet; a living cache has no place of its own. */
function pinPlaces(game: Game, tx: Tx, cache: CacheRow): void {
  if (cache.type === "living") return;
  const pinned = new Set(game.caches.pins(cache.id).map((pin) => pin.stage));
  const places = [{ n: 0, lat: cache.lat, lon: cache.lon }, ...game.stages.of(cache.id)];
  for (const { n, lat, lon } of places) {
    if (lat !== null && lon !== null && !pinned.has(n)) {
      game.caches.setPin(tx, cache.id, { stage: n, lat, lon });
    }
  }
}

/** Live channels, the owner, those who watch, the operator of the gate, and APRS-IS if the finder wants it. */
function tellOfFind(game: Game, tx: Tx, log: LogRow, cache: CacheRow): void {
  const { code, title } = cache;
  const at = game.world.now();
  if (cache.unlisted === 0) {
    const place = cache.lat !== null && cache.lon !== null ? { lat: cache.lat, lon: cache.lon } : {};
    tx.after(() => game.events.find({ code, title, call: log.call, tier: log.tier, ...place }));
  }
  const told = new Set<number>(game.social.watchersOf(cache.id));
  if (cache.ownerAccount !== null) told.add(cache.ownerAccount);
  told.delete(log.accountId!);
  for (const accountId of told) {
    tx.after(() =>
      game.events.alert({
        accountId,
        kind: "cache_found",
        call: log.call,
        code,
        title,
        at,
      })
    );
  }
  const gate = log.site === null ? undefined : game.accounts.holder(log.site);
  if (gate) {
    tx.after(() =>
      game.events.alert({
        accountId: gate.accountId,
        kind: "corroborated",
        call: log.call,
        code,
        title,
        at,
      })
    );
  }
  const announced = log.tier !== null && game.isVerifiedFind(log, cache) && cache.unlisted === 0 &&
    game.social.isOn(log.accountId!, "announce") && game.accounts.isVerified(log.call);
  if (announced) game.radio?.announce(tx, { call: log.call, code, title, tier: log.tier! });
}

/**
 * Peers answered later about a find that was short of Tier A (FED "Events", Corroboration): it is lifted, unless what was
 * heard here says that the logger cannot have been there. Gives whether it was lifted.
 */
export function liftFind(game: Game, tx: Tx, logId: number, peers: PeerVerdict): boolean {
  const log = game.logs.byId(logId);
  const cache = log && game.caches.byId(log.cacheId);
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
  game.logs.lift(tx, log.id, {
    method: verdict.method,
    why: JSON.stringify(verdict.why),
    by: (verdict.peers ?? peers.instances).join(","),
    at: game.world.now(),
    distanceM: verdict.distanceM ?? peers.distanceM,
  });
  game.caches.recount(tx, cache.id);
  game.packs.changed(tx, cache);
  return true;
}

/** A log that its writer or a moderator takes away; the cache's counts follow. */
export function removeLog(game: Game, tx: Tx, log: LogRow, reason: string): number {
  game.logs.setRemoved(tx, log.id, { at: game.world.now(), reason });
  const cache = game.caches.byId(log.cacheId)!;
  game.caches.recount(tx, cache.id);
  game.packs.changed(tx, cache);
  return log.gid === null ? 0 : game.publications.withdraw(tx, log.gid, { bounded: true });
}
