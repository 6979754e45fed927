/** Whether something can be logged now, by this person, and at which time. API "Caches, logs, media". */
import { verifyDocument } from "../../wire/mod.ts";
import { gameFailure } from "../errors.ts";
import { mirrorRows } from "../exchange/mirror_store.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../hiding/cache_store.ts";
import { codeKey } from "../hiding/code.ts";
import { findCache } from "../hiding/find_cache.ts";
import type { Person } from "../ports.ts";
import { stageRows } from "../stages/stage_store.ts";
import { BACK_S, fieldTime, type FieldTimeRejected } from "./field_time.ts";
import { type LogKind, type LogRow, logRows } from "./log_store.ts";

/** An equal log within this is the same log sent again, seconds; a find is so at any time. */
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
  /** In a batch that a device key signed: the key, and the call that it is registered to. */
  device?: { call: string; key: string };
}

export interface Logged {
  log: LogRow;
  cache: CacheRow;
  /** The same log was there already. */
  duplicate: boolean;
}

/** What is to be logged, or the log that it repeats. Throws every refusal. */
export function prepare(game: Game, input: LogInput): Logged | { cache: CacheRow; time: UsedTime } {
  const cache = loggable(game, input);
  const repeated = repeatedLog(game, input, cache);
  if (repeated) return { log: repeated, cache, duplicate: true };
  const time = timeOf(game, input, cache);
  refuse(game, input, cache);
  return { cache, time };
}

export interface UsedTime {
  foundAt: number;
  rejected?: FieldTimeRejected;
}

/** The cache, if it can be logged at all. A removed one is told as unknown. */
function loggable(game: Game, { cache: ref, person }: LogInput): CacheRow {
  const row = findCache(game, ref);
  if (!row || row.removedAt !== null || (row.status === "draft" && row.ownerAccount !== person.accountId)) {
    if (!row && mirrorRows(game).byKey({ key: codeKey(ref) }).length > 0) {
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
    const known = logRows(game).bySignature({ signature: input.signed.sig });
    if (known) return known.cacheId === cache.id && known.accountId === person.accountId ? known : undefined;
  }
  const since = kind === "found" ? 0 : game.world.now() - REPEAT_S;
  return logRows(game).equalSince({ cache: cache.id, account: person.accountId, call, kind, text, since });
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
  const found = logRows(game).findOf({ cache: cache.id, account: person.accountId });
  if (found) {
    throw gameFailure.already_found(
      { foundBy: found.call, logId: found.id },
      found.call === call ? undefined : `You have found this cache already, as ${found.call}`,
    );
  }
  const last = stageRows(game).of({ cache: cache.id }).at(-1);
  if (
    last &&
    !stageRows(game).unlocksOf({ cache: cache.id, account: person.accountId }).some((unlock) =>
      unlock.n === last.n
    )
  ) {
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
  const { heardAt, device } = input;
  if (heardAt !== undefined && device) {
    const registered = game.accounts.deviceKey(device.call, device.key);
    if (!registered) throw gameFailure.key_unknown();
    const { addedAt: keyAddedAt } = registered;
    return fieldTime({ now, cacheCreatedAt: cache.createdAt, signed: { at: heardAt, keyAddedAt }, offline });
  }
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
