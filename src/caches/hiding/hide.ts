/** Hiding and changing caches. API "Caches, logs, media". */
import { isCall, normalCall } from "../../base/mod.ts";
import { NATIVE_CACHE_TYPES } from "../../wire/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { CACHE_MOVE_LIMIT_M, HIDE_DAILY_LIMIT } from "../../settings/mod.ts";
import type { CacheFields, CacheRow } from "./cache_store.ts";
import { codeKey, IMPORTED_CODE, isMintedForm, mintCode } from "./code.ts";
import { entityOf } from "./country.ts";
import { gameFailure } from "../errors.ts";
import type { Actor, Game } from "../game.ts";
import { brokenMoveLimit } from "./move_limit.ts";
import type { CacheChange, NewCache } from "../views/views.ts";

const DAY_S = 86_400;
/** To 1e-7 degree, about a centimetre: the resolution of records. */
export const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
const isGameType = (type: string): boolean => (NATIVE_CACHE_TYPES as readonly string[]).includes(type);

/** What a member may still hide today; nulls where no limit applies (GET /api/my/hides). */
export function hidesLeft(game: Game, accountId: number, operator: boolean) {
  const limit = game.settings.get(HIDE_DAILY_LIMIT);
  const used = game.caches.hiddenSince(accountId, game.world.now() - DAY_S);
  if (limit === 0 || operator) return { limit: null, used, remaining: null };
  return { limit, used, remaining: Math.max(0, limit - used) };
}

/** Hides a cache; gives it as it stands. */
export function hideCache(game: Game, actor: Actor, given: NewCache): Promise<CacheRow> {
  const { person, session, operator } = actor;
  const privileged = operator || !session;
  const imported = !isGameType(given.type) || (given.source !== undefined && given.source !== "native");
  if (imported && !privileged) throw gameFailure.type_not_yours({ type: given.type });
  if (session && !game.accounts.isVerified(actor.call)) throw gameFailure.not_verified({ verified: false });
  const ownCode = given.code === undefined ? undefined : checkedCode(given.code, imported, privileged);
  const country = checkedCountry(given.country);
  const stationCall = given.type === "living"
    ? checkedStation(game, actor, given.stationCall ?? null, null)
    : null;
  return game.db.write((tx) => {
    // The daily count stands inside the write: hides that race are counted one after the other.
    const { limit, remaining } = hidesLeft(game, person.accountId, privileged || imported);
    if (remaining === 0) {
      throw gameFailure.hide_limit(
        { limit, windowSec: DAY_S },
        `At most ${limit} new caches in 24 hours`,
      );
    }
    const code = ownCode ?? freeCode(game);
    if (ownCode !== undefined && game.caches.byKey(codeKey(ownCode))) throw gameFailure.code_taken({ code });
    const now = game.world.now();
    const fields: CacheFields = {
      code,
      codeKey: codeKey(code),
      ownerAccount: person.accountId,
      ownerCall: actor.call,
      title: given.title,
      description: given.description,
      hint: given.hint,
      type: given.type,
      size: given.size,
      difficulty: given.difficulty,
      terrain: given.terrain,
      ...placeOf(game, person.accountId, given, stationCall),
      heardAt: null,
      country,
      tags: JSON.stringify([...new Set(given.tags)]),
      status: given.status,
      scope: given.scope,
      unlisted: given.unlisted ? 1 : 0,
      minTrust: given.minTrust,
      ratingPolicy: given.ratingPolicy,
      stationCall,
      source: imported ? given.source ?? given.type : "native",
      externalId: imported ? ownCode ?? null : null,
      sourceName: null,
      sourceUrl: null,
      sourceOwner: null,
      sourceAttribution: null,
      createdAt: now,
      updatedAt: now,
    };
    return game.changed(tx, game.caches.insert(tx, fields));
  });
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

function checkedCode(code: string, imported: boolean, privileged: boolean): string {
  if (!privileged || !imported) throw gameFailure.code_not_yours();
  const upper = code.toUpperCase();
  if (!IMPORTED_CODE.test(upper) || isMintedForm(codeKey(upper))) throw gameFailure.code_form({ code });
  return upper;
}

function freeCode(game: Game): string {
  for (;;) {
    const code = mintCode(game.world);
    if (!game.caches.byKey(codeKey(code)) && game.mirrors.byKey(codeKey(code)).length === 0) return code;
  }
}

/** A DXCC prefix in upper case, `null` for none. */
export function checkedCountry(country: string | undefined): string | null {
  if (country === undefined || country === "") return null;
  if (!entityOf(country)) {
    throw gameFailure.country_unknown({ country }, `"${country}" is not a DXCC prefix`);
  }
  return country.toUpperCase();
}

/** The call that a living cache follows: a station of the owner's; what it follows already may stay. */
function checkedStation(game: Game, actor: Actor, given: string | null, present: string | null): string {
  const call = normalCall(given ?? "");
  if (!isCall(call)) throw gameFailure.not_your_station();
  if (call === present) return call;
  if (!game.stations.ownedBy(actor.person.accountId).some((station) => station.call === call)) {
    throw gameFailure.not_your_station({ stationCall: call });
  }
  return call;
}

/** Changes a cache of the actor's; what is not named stays. */
export function changeCache(game: Game, actor: Actor, ref: string, change: CacheChange): Promise<CacheRow> {
  const first = game.owned(ref, actor);
  const country = change.country === undefined ? undefined : checkedCountry(change.country);
  return game.db.write((tx) => {
    const before = game.owned(String(first.id), actor);
    const type = change.type ?? before.type;
    if (isGameType(before.type) !== isGameType(type)) throw gameFailure.type_not_yours({ type });
    const living = type === "living";
    const stationCall = living
      ? checkedStation(
        game,
        actor,
        change.stationCall === undefined ? before.stationCall : change.stationCall,
        before.type === "living" ? before.stationCall : null,
      )
      : null;
    // A living cache is where its station is heard; coordinates of its own are taken only when it stops living.
    const place = living || change.lat === undefined
      ? { lat: before.lat, lon: before.lon }
      : { lat: rounded(change.lat), lon: rounded(change.lon!) };
    const after: CacheFields = {
      ...before,
      ...place,
      heardAt: living && stationCall === before.stationCall ? before.heardAt : null,
      title: change.title ?? before.title,
      description: change.description ?? before.description,
      hint: change.hint ?? before.hint,
      type,
      size: change.size ?? before.size,
      difficulty: change.difficulty ?? before.difficulty,
      terrain: change.terrain ?? before.terrain,
      country: country === undefined ? before.country : country,
      tags: change.tags ? JSON.stringify([...new Set(change.tags)]) : before.tags,
      status: change.status ?? before.status,
      scope: change.scope ?? before.scope,
      unlisted: change.unlisted === undefined ? before.unlisted : change.unlisted ? 1 : 0,
      minTrust: change.minTrust === undefined ? before.minTrust : change.minTrust,
      ratingPolicy: change.ratingPolicy ?? before.ratingPolicy,
      stationCall,
      updatedAt: game.world.now(),
    };
    if (!living) holdMoveLimit(game, before.id, place);
    return updateCache(game, tx, before, after);
  });
}

/** Refuses a place too far from where the cache was first found. */
function holdMoveLimit(game: Game, id: number, place: { lat: number | null; lon: number | null }): void {
  const limitM = game.settings.get(CACHE_MOVE_LIMIT_M);
  const pins = game.caches.pins(id).filter((pin) => pin.stage === 0);
  const broken = brokenMoveLimit(
    pins,
    limitM,
    () => place.lat === null || place.lon === null ? undefined : { lat: place.lat, lon: place.lon },
  );
  if (broken) {
    throw gameFailure.move_limit(
      { limitM, distanceM: broken.distanceM },
      `A found cache stays within ${limitM} m of where it was found; this would be ${broken.distanceM} m`,
    );
  }
}

function updateCache(game: Game, tx: Tx, before: CacheRow, after: CacheFields): CacheRow {
  game.caches.update(tx, before.id, after);
  return game.changed(tx, before.id, before);
}

/**
 * Becomes a living cache that follows a call, or stops (POST /api/me/cache, /api/my/stations/:sid/cache). The same one
 * comes back when it is switched on again.
 */
export function followStation(
  game: Game,
  actor: Actor,
  station: { call: string; lat?: number; lon?: number },
  wish: { living: boolean; title?: string },
): Promise<CacheRow> {
  if (!game.accounts.isVerified(actor.call)) throw gameFailure.not_verified({ verified: false });
  return game.db.write((tx) => {
    const mine = game.caches.byStation(station.call)
      .find((row) => row.ownerAccount === actor.person.accountId && row.type === "living");
    const now = game.world.now();
    if (mine) {
      if (mine.removedAt !== null) throw gameFailure.cache_removed_edit();
      return updateCache(game, tx, mine, {
        ...mine,
        title: wish.title ?? mine.title,
        status: wish.living ? "active" : "archived",
        updatedAt: now,
      });
    }
    if (!wish.living) throw gameFailure.cache_not_found();
    const { limit, remaining } = hidesLeft(game, actor.person.accountId, actor.operator);
    if (remaining === 0) throw gameFailure.hide_limit({ limit, windowSec: DAY_S });
    const code = freeCode(game);
    const placed = station.lat !== undefined && station.lon !== undefined;
    return game.changed(
      tx,
      game.caches.insert(tx, {
        code,
        codeKey: codeKey(code),
        ownerAccount: actor.person.accountId,
        ownerCall: actor.call,
        title: wish.title ?? `Living cache ${station.call}`,
        description: "",
        hint: "",
        type: "living",
        size: "none",
        difficulty: 1.5,
        terrain: 1.5,
        lat: placed ? rounded(station.lat!) : null,
        lon: placed ? rounded(station.lon!) : null,
        heardAt: null,
        country: null,
        tags: "[]",
        status: "active",
        scope: "federated",
        unlisted: 0,
        minTrust: null,
        ratingPolicy: "finders",
        stationCall: station.call,
        source: "native",
        externalId: null,
        sourceName: null,
        sourceUrl: null,
        sourceOwner: null,
        sourceAttribution: null,
        createdAt: now,
        updatedAt: now,
      }),
    );
  });
}

/** A station was heard: the living caches that follow it are there now. Called for every position, so it looks first. */
export function stationHeard(
  game: Game,
  tx: Tx,
  fix: { call: string; lat: number; lon: number; at: number },
): void {
  for (const cache of game.caches.byStation(fix.call)) {
    if (cache.type !== "living" || (cache.heardAt ?? 0) >= fix.at) continue;
    game.caches.heard(tx, cache.id, { lat: rounded(fix.lat), lon: rounded(fix.lon), at: fix.at });
    const row = game.caches.byId(cache.id)!;
    game.refreshMap(tx, row, cache);
    // Its record is sent once it has a place at all, and then with its own changes, not with every position.
    if (cache.lat === null) game.changed(tx, cache.id, cache);
  }
}
