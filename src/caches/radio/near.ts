/** Telling stations that they are near a cache. Opt-in, rarely, and never about one's own or a found cache. */
import { type Box, distanceM, type Place } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type CacheRow, cacheRows } from "../tables/cache_store.ts";
import { isOn } from "../tables/social_store.ts";
import type { Game } from "../game.ts";
import { compassPoint, nearText } from "./radio_command.ts";
import { RADIUS_M } from "../rules/tier_limits.ts";
import { logRows } from "../tables/log_store.ts";
import { commandRows } from "../tables/radio_store.ts";
import { mapRows } from "../tables/map_store.ts";
import { interestOf } from "../tables/interest.ts";

/** Somebody faster than this, in km/h, is only passing by. */
const SLOW_KMH = 10;
const DAY_S = 86_400;
const A_PERSON_AN_HOUR = 4;
const ALL_AN_HOUR = 200;
/** Degrees of latitude in a metre. */
const DEGREES = 1 / 111_000;

/** A station's own position report. */
export interface OwnPosition extends Place {
  call: string;
  at: number;
  speedKmh?: number;
}

/** Active listed caches within a radius, the nearest first. */
export function cachesNear(game: Game, at: Place, radiusM: number): { cache: CacheRow; distanceM: number }[] {
  const north = radiusM * DEGREES * 1.01;
  const east = Math.min(180, north / Math.max(0.01, Math.cos(at.lat * Math.PI / 180)));
  const box: Box = {
    minLat: Math.max(-90, at.lat - north),
    maxLat: Math.min(90, at.lat + north),
    minLon: Math.max(-180, at.lon - east),
    maxLon: Math.min(180, at.lon + east),
  };
  return cacheRows(game).among({ ids: JSON.stringify(mapRows(game).ids(box, 200)) })
    .filter((cache) => cache.status === "active")
    .map((cache) => ({ cache, distanceM: distanceM(at, { lat: cache.lat!, lon: cache.lon! }) }))
    .filter((near) => near.distanceM <= radiusM)
    .sort((a, b) => a.distanceM - b.distanceM);
}

/**
 * Takes a position that came in: sends the message if its sender wants one and there is a cache to tell of. Gives
 * whether it did.
 */
export function tellNear(game: Game, tx: Tx, position: OwnPosition): boolean {
  const { radio } = game;
  if (!radio || (position.speedKmh ?? 0) >= SLOW_KMH || !interestOf(game).wantsNear(position.call)) {
    return false;
  }
  const person = game.accounts.holder(position.call);
  if (!person || person.suspended || !isOn(game, person.accountId, "nearRadio")) return false;
  if (!game.accounts.isVerified(position.call)) return false;
  const account = person.accountId;
  const near = cachesNear(game, position, RADIUS_M).filter(({ cache }) =>
    cache.ownerAccount !== account && cache.stationCall !== position.call &&
    logRows(game).findOf({ cache: cache.id, account }) === undefined
  );
  const now = game.world.now();
  const fresh = near.filter(({ cache }) =>
    commandRows(game).nearOfSince({ account, cache: cache.id, since: now - DAY_S })!.n === 0
  );
  const first = fresh[0];
  if (!first) return false;
  if (commandRows(game).nearSince({ account, since: now - 3600 })!.n >= A_PERSON_AN_HOUR) return false;
  if (commandRows(game).allNearSince({ since: now - 3600 })!.n >= ALL_AN_HOUR) return false;
  const { cache } = first;
  radio.send(tx, {
    to: position.call,
    text: nearText({
      code: cache.code,
      title: cache.title,
      distanceM: first.distanceM,
      point: compassPoint(position, { lat: cache.lat!, lon: cache.lon! }),
      more: near.length - 1,
    }),
    number: `N${(cache.id % 36 ** 4).toString(36).padStart(4, "0").toUpperCase()}`,
  });
  commandRows(game).addNear(tx, { at: now, account, cache: cache.id });
  return true;
}
