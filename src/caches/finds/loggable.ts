/** Whether something can be logged now, by this person, and at which time. API "Caches, logs, media". */
import { baseCall } from "../../base/mod.ts";
import type { ChangeOf, LOG } from "../../things/mod.ts";
import { verifyDocument } from "../../wire/mod.ts";
import { gameFailure } from "../errors.ts";
import { mirrorRows } from "../tables/mirror_store.ts";
import type { Game } from "../game.ts";
import type { CacheRow } from "../tables/cache_store.ts";
import { codeKey } from "../rules/code.ts";
import { findCache, isGuessed } from "../views/find_cache.ts";
import { HOUR_S, NEWCOMER_FINDS } from "../rules/newcomer_limits.ts";
import { AGAIN_S } from "../rules/tier_limits.ts";
import type { Person } from "../ports.ts";
import { stageRows } from "../tables/stage_store.ts";
import { BACK_S, fieldTime, type FieldTimeRejected } from "./field_time.ts";
import { type LogKind, type LogRow, logRows } from "../tables/log_store.ts";
import { heldRows } from "../tables/cleared_store.ts";
import { reaches } from "../views/log_view.ts";

/** Within so many seconds an equal log is the same log sent again; an equal find is that at any time. */
const REPEAT_S = 600;

/** What is to be logged: what its writer says of it, and how it came. */
export interface LogInput extends ChangeOf<typeof LOG.facts> {
  cache: string;
  person: Person;
  /** The call that the log carries. */
  call: string;
  kind: LogKind;
  text: string;
  /** A note that says nothing else than that the cache needs a look: any other note cannot say that. */
  look?: boolean;
  /** How it came: signed in, named by the ingest plane, or over the air. */
  via: "web" | "secret" | "radio" | "visit";
  position?: { lat: number; lon: number; accuracyM: number; at: number };
  offline?: boolean;
  /** The id that the page gave it; the same id from the same person is the same log. */
  sentId?: string;
  /** What the device signed, as posted: `kind` may be written in another case than it is kept. */
  signed?: { key: string; sig: string; at: number; kind: string };
  /** Over the air: when it was heard. A find that waited for its confirmation is scored at that time. */
  heardAt?: number;
  /** In a batch that a device key signed: the key, and the call that it is registered to. */
  device?: { call: string; key: string };
  /** What a visitor signed, checked already: where they live, and the digest of what came beside it. */
  visit?: { home: string; priv?: string | undefined; key: string; sig: string; at: number };
}

export interface Logged {
  log: LogRow;
  cache: CacheRow;
  /** Whether the same log is there already. */
  duplicate: boolean;
}

/** What is to be logged. */
export interface Ready {
  cache: CacheRow;
  time: UsedTime;
  /** The log that it repeats: sent again by name or signature (`same`), else equal in all that it says. */
  same?: LogRow;
  equal?: LogRow;
  /** A find whose place it may take where it is worth more, and nothing else may be logged. */
  rival?: LogRow;
}

/** Makes a log ready. Throws every refusal but those of a log that repeats another. */
export function prepare(game: Game, input: LogInput): Ready {
  const cache = loggable(game, input);
  const same = sentAgain(game, input, cache);
  if (same) return { cache, time: { foundAt: same.foundAt }, same };
  // The signature is checked before an equal log is looked for, so that a log with a wrong signature is never
  // answered like a repetition.
  const time = timeOf(game, input, cache);
  const equal = input.visit ? undefined : equalLog(game, input, cache);
  if (equal) return { cache, time, equal };
  refuse(game, input, cache);
  const rival = input.kind === "found" ? countingFind(game, input, cache, time) : undefined;
  return { cache, time, ...(rival && { rival }) };
}

/** The person's find that counts. Throws where nothing can take its place any more. */
function countingFind(game: Game, { person, call }: LogInput, cache: CacheRow, { foundAt }: UsedTime) {
  const least = game.leastTrustOf(cache);
  const of = { cache: cache.id, account: person.accountId };
  const counted = [
    ...logRows(game).findsOf({ ...of, base: baseCall(call) }),
    ...heldRows(game).heldFindsOf(of),
  ]
    .find((find) => reaches(find, least));
  if (counted && !mayTakePlace(counted, foundAt)) throw alreadyFound(counted, call);
  return counted;
}

/** Whether a find at this time may take the place of one that was logged before, where it is worth more. */
export const mayTakePlace = (before: LogRow, foundAt: number): boolean =>
  before.tier !== "A" && before.kind === "found" && Math.abs(foundAt - before.foundAt) <= AGAIN_S;

/** The refusal of a further find, to whoever logs under this call. */
export const alreadyFound = (found: LogRow, call: string) =>
  gameFailure.already_found(
    { foundBy: found.call, logId: found.id },
    found.call === call ? undefined : `You have found this cache already, as ${found.call}`,
  );

interface UsedTime {
  foundAt: number;
  rejected?: FieldTimeRejected;
}

/** The cache, if it can be logged at all. A removed one is refused like an unknown one. */
export function loggable(
  game: Game,
  { cache: ref, person }: Pick<LogInput, "cache" | "person">,
): CacheRow {
  const found = findCache(game, ref);
  const row = found && isGuessed(game, found, ref, person.accountId) ? undefined : found;
  if (!row || row.removedAt !== null || (row.status === "draft" && row.ownerAccount !== person.accountId)) {
    const mirror = row ? undefined : mirrorRows(game).byGid({ gid: ref }) ??
      mirrorRows(game).byKey({ key: codeKey(ref) })[0];
    if (mirror) throw gameFailure.mirrored_cache({ origin: mirror.origin });
    throw row?.removedAt != null ? gameFailure.cache_gone() : gameFailure.cache_not_found();
  }
  return row;
}

/** The log that was sent before: with the same id, or with the same signature. */
function sentAgain(game: Game, { person, call, kind, text, signed, sentId }: LogInput, cache: CacheRow) {
  const named = sentId === undefined
    ? undefined
    : logRows(game).bySentId({ account: person.accountId, cache: cache.id, sentId });
  if (named) return named;
  const known = signed && logRows(game).bySignature({ signature: signed.sig });
  const same = known?.cacheId === cache.id && known.accountId === person.accountId && known.call === call &&
    (known.wasFind === 1 ? "found" : known.kind) === kind && known.text === text &&
    known.signerKey === signed!.key &&
    known.signedAt === signed!.at;
  return same ? known : undefined;
}

/**
 * An equal log of the same call: a find at any time, anything else a short while ago. A find that has a name of its own is
 * another one once it could not take the first one's place.
 */
function equalLog(
  game: Game,
  { person, call, kind, text, sentId }: LogInput,
  cache: CacheRow,
): LogRow | undefined {
  const now = game.world.now(), since = kind === "found" ? 0 : now - REPEAT_S;
  const equal = logRows(game).equalSince({
    ...{ cache: cache.id, account: person.accountId },
    ...{ call, kind, text, since },
  });
  const isNamed = sentId !== undefined && equal?.sentId != null;
  return isNamed && kind === "found" && equal.createdAt < now - AGAIN_S ? undefined : equal;
}

/**
 * Notes and DNFs on strangers' caches in a day: more than people write, fewer than a script does. Of an account whose call
 * nobody has verified, of a verified one, and of anybody on one cache.
 */
const UNVERIFIED_A_DAY = 20, VERIFIED_A_DAY = 300, ON_ONE_CACHE_A_DAY = 10;
const DAY_S = 86_400;

function checkPace(game: Game, { person, call }: LogInput, cache: CacheRow): void {
  const since = game.world.now() - DAY_S;
  const { all, here } = logRows(game).saidSince({ account: person.accountId, cache: cache.id, since })!;
  const most = person.accountId < 0 || game.accounts.isVerified(call) ? VERIFIED_A_DAY : UNVERIFIED_A_DAY;
  if (here < ON_ONE_CACHE_A_DAY && all < most) return;
  const limit = here < ON_ONE_CACHE_A_DAY ? most : ON_ONE_CACHE_A_DAY;
  throw gameFailure.log_limit(
    { limit, windowSec: DAY_S },
    `At most ${limit} notes and DNFs in 24 hours${limit === most ? "" : " on one cache"}`,
  );
}

/** Whoever holds no verified call logs at the pace of a person on foot. */
function checkFinds(game: Game, { person }: LogInput): void {
  if (!game.accounts.isNewcomer(person.accountId)) return;
  const since = game.world.now() - HOUR_S;
  if (logRows(game).foundSince({ account: person.accountId, since })!.n < NEWCOMER_FINDS) return;
  throw gameFailure.log_limit(
    { limit: NEWCOMER_FINDS, windowSec: HOUR_S },
    `At most ${NEWCOMER_FINDS} finds an hour until a callsign is verified`,
  );
}

/** A find that does not count may be followed by others, as often in a day as a note. */
function checkAgain(game: Game, { person }: LogInput, cache: CacheRow): void {
  const since = game.world.now() - DAY_S;
  const { n } = logRows(game).findsSince({ account: person.accountId, cache: cache.id, since })!;
  if (n < ON_ONE_CACHE_A_DAY) return;
  throw gameFailure.log_limit(
    { limit: ON_ONE_CACHE_A_DAY, windowSec: DAY_S },
    `At most ${ON_ONE_CACHE_A_DAY} finds of one cache in 24 hours`,
  );
}

/** Whether it is the logger's own cache: a visitor's, where it is one under their call, or of the member who holds it here. */
function isOwner(game: Game, { person, call, visit }: LogInput, cache: CacheRow): boolean {
  if (!visit) return cache.ownerAccount === person.accountId;
  const holder = game.accounts.holder(call);
  return baseCall(cache.ownerCall) === baseCall(call) ||
    (holder !== undefined && cache.ownerAccount === holder.accountId);
}

/** Refuses what may not be logged: the reasons for any log, and those of each kind. */
export function refuse(game: Game, input: LogInput, cache: CacheRow): void {
  const { person, kind, text } = input;
  const owner = isOwner(game, input, cache);
  if (person.suspended) throw gameFailure.suspended();
  if (!owner && (kind === "note" || kind === "DNF")) checkPace(game, input, cache);
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
  const last = stageRows(game).of({ cache: cache.id }).at(-1);
  if (
    last &&
    !stageRows(game).unlocksOf({ cache: cache.id, account: person.accountId }).some((unlock) =>
      unlock.n === last.n
    )
  ) {
    throw gameFailure.last_stage_locked({ stage: last.n });
  }
  checkFinds(game, input);
  checkAgain(game, input, cache);
}

/**
 * The time used. Checks the signature: a wrong one is refused; with a right one whose time cannot be used, the time
 * of arrival counts.
 */
function timeOf(
  game: Game,
  input: LogInput,
  cache: CacheRow,
): UsedTime {
  const { signed, call, text } = input;
  const now = game.world.now();
  const offline = input.offline ?? false;
  const { heardAt, device, visit } = input;
  if (visit) return { foundAt: Math.min(visit.at, now) };
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
