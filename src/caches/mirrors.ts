/**
 * Caches and finds of other instances. Shown, never logged here. Only verified records reach an applier; what this
 * instance would not have taken itself (imports, texts out of bounds) is refused for good.
 */
import { isPlace } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import { type Applier, type CacheBody, type FindBody, readGid } from "../wire/mod.ts";
import { codeKey } from "./code.ts";
import type { Game } from "./game.ts";
import type { FindMirrorRow, MirrorRow } from "./mirror_store.ts";
import { gridOf } from "./views.ts";

const place = (body: CacheBody) => ({ lat: body.latE7 / 1e7, lon: body.lonE7 / 1e7 });

/** A mirrored cache as shown: the fields of a native one as far as its record has them. */
export function mirrorView(row: MirrorRow) {
  const body = JSON.parse(row.body) as CacheBody;
  const { lat, lon } = place(body);
  return {
    id: null,
    gid: row.gid,
    code: body.code,
    title: body.title,
    description: body.description ?? "",
    hint: "",
    type: body.type,
    size: body.size,
    difficulty: body.difficultyX10 / 10,
    terrain: body.terrainX10 / 10,
    lat,
    lon,
    grid: gridOf(lat, lon),
    country: body.country ?? null,
    tags: [],
    status: body.status,
    scope: body.scope,
    unlisted: body.unlisted ?? false,
    minTrust: body.minTrust ?? null,
    ratingPolicy: "off",
    stationCall: body.stationCall ?? null,
    source: "native",
    owner: body.owner,
    createdAt: body.createdAt,
    updatedAt: body.updatedAt,
    finds: 0,
    favorites: 0,
    rating: { avg: null, count: 0 },
    origin: row.origin,
    mirrored: true as const,
  };
}

/** A mirrored cache on the map. */
function mirrorMapRow(row: MirrorRow) {
  const { gid, code, title, type, size, status, difficulty, terrain, lat, lon, owner, country, origin } =
    mirrorView(row);
  return {
    id: null,
    gid,
    code,
    title,
    type,
    size,
    status,
    difficulty,
    terrain,
    lat,
    lon,
    owner,
    country,
    origin,
    mirrored: true,
  };
}

/** Takes verified caches of others. */
export function cacheApplier(game: Game): Applier {
  const drop = (tx: Tx, gid: string) => {
    const row = game.mirrors.byGid(gid);
    if (!row) return;
    game.map.dropMirror(tx, row.id);
    game.packs.bump(tx, place(JSON.parse(row.body) as CacheBody));
    game.mirrors.drop(tx, gid);
  };
  return {
    kind: "cache",
    drop,
    apply(tx, { gid, origin, v, body: given }) {
      const body = given as unknown as CacheBody;
      const { lat, lon } = place(body);
      if (!isPlace(lat, lon) || origin === game.instance) return false;
      const before = game.mirrors.byGid(gid);
      const { code } = body;
      const id = game.mirrors.put(tx, {
        gid,
        origin,
        v,
        code,
        key: codeKey(code),
        body: JSON.stringify(body),
      });
      const row: MirrorRow = { id, gid, origin, v, code, body: JSON.stringify(body) };
      if (before) game.packs.bump(tx, place(JSON.parse(before.body) as CacheBody));
      game.packs.bump(tx, { lat, lon });
      const listed = !body.unlisted && (body.status === "active" || body.status === "disabled");
      if (listed) game.map.putMirror(tx, id, lat, lon, origin, JSON.stringify(mirrorMapRow(row)));
      else game.map.dropMirror(tx, id);
      return true;
    },
  };
}

/** Takes verified finds of others. A find whose cache is not here waits hidden until it comes. */
export function findApplier(game: Game): Applier {
  return {
    kind: "find",
    drop: (tx, gid) => game.mirrors.dropFind(tx, gid),
    apply(tx, { gid, origin, body: given }) {
      const body = given as unknown as FindBody;
      // A find belongs to a cache of its own instance: nobody speaks for another one's log book.
      if (origin === game.instance || readGid(body.cache)?.origin !== origin) return false;
      game.mirrors.putFind(tx, {
        gid,
        cacheGid: body.cache,
        origin,
        call: body.call,
        kind: body.kind,
        foundAt: body.foundAt,
        createdAt: body.createdAt,
        tier: body.tier ?? null,
        text: body.text ?? "",
        distanceM: body.distanceCm === undefined ? null : body.distanceCm / 100,
      });
      return true;
    },
  };
}

/** A mirrored find as shown in a log book. */
export const findMirrorView = (row: FindMirrorRow) => ({
  id: null,
  gid: row.gid,
  kind: row.kind,
  text: row.text,
  author: { call: row.call },
  foundAt: row.foundAt,
  tier: row.tier,
  verified: row.tier !== null,
  why: null,
  createdAt: row.createdAt,
  origin: row.origin,
  mirrored: true as const,
});
