/** Hiding caches. API "Caches, logs, media". */
import { HIDE_DAILY_LIMIT } from "../../settings/mod.ts";
import { CACHE, rounded } from "../../things/mod.ts";
import type { Actor } from "../acting.ts";
import { gameFailure } from "../errors.ts";
import type { Game } from "../game.ts";
import { cacheChanged } from "../exchange/cache_changed.ts";
import { NEWCOMER_DRAFTS } from "../rules/newcomer_limits.ts";
import type { OwnStation } from "../ports.ts";
import { NewCache } from "../views/cache_input.ts";
import { type CacheFields, type CacheRow, cacheRows, NATIVE } from "../tables/cache_store.ts";
import { checkedCode, checkedCountry, checkedStation, freeCode, isGameType, tagsOf } from "./checks.ts";
import { codeKey } from "../rules/code.ts";
import { draftRows } from "../tables/draft_store.ts";

const DAY_S = 86_400;
/** What a member may still hide today; nulls where no limit applies (GET /api/my/hides). */
export function hidesLeft(game: Game, accountId: number, operator: boolean) {
  const limit = game.settings.get(HIDE_DAILY_LIMIT);
  const used = cacheRows(game).hiddenSince({ account: accountId, since: game.world.now() - DAY_S })!.n;
  if (limit === 0 || operator) return { limit: null, used, remaining: null };
  return { limit, used, remaining: Math.max(0, limit - used) };
}

/** Refuses one more cache when the daily limit is reached. Inside the write that makes it. */
export function checkHidesLeft(game: Game, accountId: number, operator: boolean): void {
  const { limit, remaining } = hidesLeft(game, accountId, operator);
  if (remaining === 0) {
    throw gameFailure.hide_limit({ limit, windowSec: DAY_S }, `At most ${limit} new caches in 24 hours`);
  }
}

/** Hides a cache; gives it as it stands. */
export function hideCache(game: Game, actor: Actor, given: NewCache): Promise<CacheRow> {
  const { person, session, operator } = actor;
  const privileged = operator || !session;
  const imported = !isGameType(given.type) || (given.source !== undefined && given.source !== "native");
  if (imported && !privileged) throw gameFailure.type_not_yours({ type: given.type });
  holdProof(game, actor, given.status);
  const ownCode = given.code === undefined ? undefined : checkedCode(given.code, imported, privileged);
  const country = checkedCountry(given.country);
  const stationCall = given.type === "living"
    ? checkedStation(game, actor, given.stationCall ?? null, null)
    : null;
  return game.db.write((tx) => {
    // Two requests may come with the same draft at once: the second one gets the cache that the first one made.
    const twin = hiddenDraft(game, actor, given.draft);
    if (twin) return twin;
    // Counted inside the write, so that hides sent at the same moment are counted one after the other.
    checkHidesLeft(game, person.accountId, privileged || imported);
    holdDrafts(game, actor);
    const code = ownCode ?? freeCode(game);
    if (ownCode !== undefined && cacheRows(game).byKey({ key: codeKey(ownCode) })) {
      throw gameFailure.code_taken({ code });
    }
    const now = game.world.now();
    const fields: CacheFields = {
      ...NATIVE,
      ...CACHE.rowOf({ ...given, country }),
      code,
      codeKey: codeKey(code),
      ownerAccount: person.accountId,
      ownerCall: actor.call,
      ...placeOf(game, person.accountId, given, stationCall),
      tags: tagsOf(given.tags),
      stationCall,
      source: imported ? given.source ?? given.type : "native",
      externalId: imported ? ownCode ?? null : null,
      createdAt: now,
      updatedAt: now,
    };
    const { id } = cacheRows(game).insert(tx, fields);
    if (given.draft !== undefined) {
      draftRows(game).keep(tx, { account: person.accountId, draft: given.draft, cache: id });
    }
    return cacheChanged(game, tx, id);
  });
}

/** Drafts are everybody's own affair; what others see needs a verified call. */
export function holdProof(game: Game, { session, call }: Actor, status: string): void {
  if (session && status !== "draft" && !game.accounts.isVerified(call)) {
    throw gameFailure.not_verified({ verified: false });
  }
}

/** Inside the write: whoever holds no verified call prepares a few drafts. */
function holdDrafts(game: Game, { session, call, person }: Actor): void {
  if (!session || game.accounts.isVerified(call)) return;
  if (cacheRows(game).drafts({ account: person.accountId })!.n < NEWCOMER_DRAFTS) return;
  throw gameFailure.not_verified(
    { verified: false, limit: NEWCOMER_DRAFTS },
    `At most ${NEWCOMER_DRAFTS} drafts until the callsign is verified`,
  );
}

/** The cache that a draft of the actor's has become. */
export function hiddenDraft(game: Game, actor: Actor, draft: string | undefined): CacheRow | undefined {
  if (draft === undefined) return undefined;
  const known = draftRows(game).of({ account: actor.person.accountId, draft });
  return known && cacheRows(game).byId({ id: known.cache });
}

/** A living cache begins where its station is known to be; it is on the map once that was heard. */
function placeOf(game: Game, account: number, given: NewCache, stationCall: string | null) {
  if (given.type !== "living") return { lat: rounded(given.lat!), lon: rounded(given.lon!) };
  const station = game.stations.ownedBy(account).find((one) => one.call === stationCall);
  const lat = station?.lat ?? given.lat, lon = station?.lon ?? given.lon;
  return lat === undefined || lon === undefined
    ? { lat: null, lon: null }
    : { lat: rounded(lat), lon: rounded(lon) };
}

/** A fixed cache where a station stands. */
export function hideAtStation(
  game: Game,
  actor: Actor,
  { call, lat, lon }: OwnStation,
  title: string | undefined,
): Promise<CacheRow> {
  if (lat === undefined || lon === undefined) throw gameFailure.station_no_place({ stationCall: call });
  return hideCache(game, actor, NewCache.parse({ title: title ?? `Station ${call}`, lat, lon }));
}
