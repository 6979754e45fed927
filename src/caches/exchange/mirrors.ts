/**
 * Caches and finds of other instances. Shown, never logged here. Only verified records reach an applier; what this
 * instance would not have taken itself (imports, texts out of bounds) is refused for good.
 */
import { isPlace } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { type Applier, type CacheBody, readGid } from "../../wire/mod.ts";
import { codeKey } from "../hiding/code.ts";
import type { Game } from "../game.ts";
import { type FindMirrorRow, type MirrorRow, mirrorRows } from "./mirror_store.ts";
import { gridOf } from "../views/cache_view.ts";
import { mapRows } from "../map/map_store.ts";
import { packRows } from "../offline/pack_store.ts";

/** A mirrored cache on the map, and what else is shown of it. */
function partsOf(gid: string, origin: string, body: CacheBody) {
  const map = {
    id: null,
    gid,
    code: body.code,
    title: body.title,
    type: body.type,
    size: body.size,
    status: body.status,
    difficulty: body.difficultyX10 / 10,
    terrain: body.terrainX10 / 10,
    lat: body.latE7 / 1e7,
    lon: body.lonE7 / 1e7,
    owner: body.owner,
    country: body.country ?? null,
    origin,
    mirrored: true as const,
  };
  const { description, scope, unlisted, minTrust, stationCall, createdAt, updatedAt } = body;
  return { map, more: { description, scope, unlisted, minTrust, stationCall, createdAt, updatedAt } };
}

type Parts = ReturnType<typeof partsOf>;
const mapOf = (row: MirrorRow) => JSON.parse(row.map) as Parts["map"];

/** A mirrored cache as shown: the fields of a native one as far as its record has them. */
export function mirrorView(row: MirrorRow) {
  const map = mapOf(row), more = JSON.parse(row.more) as Parts["more"];
  return {
    ...map,
    description: more.description ?? "",
    hint: "",
    grid: gridOf(map.lat, map.lon),
    tags: [],
    scope: more.scope,
    unlisted: more.unlisted ?? false,
    minTrust: more.minTrust ?? null,
    ratingPolicy: "off",
    stationCall: more.stationCall ?? null,
    source: "native",
    createdAt: more.createdAt,
    updatedAt: more.updatedAt,
    finds: 0,
    favorites: 0,
    rating: { avg: null, count: 0 },
  };
}

/** Takes verified caches of others. */
export function cacheApplier(game: Game): Applier<"cache"> {
  const drop = (tx: Tx, gid: string) => {
    const row = mirrorRows(game).byGid({ gid });
    if (!row) return;
    mapRows(game).dropMirror(tx, { id: row.id });
    packRows(game).bump(tx, mapOf(row));
    mirrorRows(game).drop(tx, { gid });
  };
  return {
    drop,
    apply(tx, { gid, origin, v, body, isNew }) {
      const { map, more } = partsOf(gid, origin, body);
      const { lat, lon } = map;
      if (!isPlace(lat, lon) || origin === game.instance) return false;
      const listed = !body.unlisted && (body.status === "active" || body.status === "disabled");
      const texts = { map: JSON.stringify(map), more: JSON.stringify(more) };
      const row = { gid, origin, v, codeKey: codeKey(map.code), ...texts };
      const before = isNew ? undefined : mirrorRows(game).byGid({ gid });
      if (before) {
        mirrorRows(game).put(tx, row);
        packRows(game).bump(tx, mapOf(before));
      }
      const id = before?.id ?? mirrorRows(game).add(tx, row).id;
      packRows(game).bump(tx, { lat, lon });
      if (listed) mapRows(game).putMirror(tx, id, lat, lon);
      else if (before) mapRows(game).dropMirror(tx, { id });
      return true;
    },
  };
}

/** Takes verified finds of others. A find whose cache is not here waits hidden until it comes. */
export function findApplier(game: Game): Applier<"find"> {
  return {
    drop: (tx, gid) => void mirrorRows(game).dropFind(tx, { gid }),
    apply(tx, { gid, origin, body }) {
      // A find belongs to a cache of its own instance: nobody speaks for another one's log book.
      if (origin === game.instance || readGid(body.cache)?.origin !== origin) return false;
      mirrorRows(game).putFind(tx, {
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
