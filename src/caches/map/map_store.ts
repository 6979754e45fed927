/**
 * What the map shows: each listed cache with its JSON ready made, in an R-tree by place. A box query is one statement
 * that gives one string, so that reading a box costs little more than SQLite itself.
 */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { Box, World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { NEIGHBOURS, zOrder } from "./z_order.ts";

/** Places are kept in 1e-7 degree, exactly; the R-tree's integers hold them. */
const scaled = (degrees: number): number => Math.round(degrees * 1e7);

/** Caches shown at most, natives and mirrors each. */
export const MAP_ROWS = 1000;

export type Bounds = {
  minLon: number;
  maxLon: number;
  minLat: number;
  maxLat: number;
};

/** A box of degrees in the units of the R-tree. */
export const boundsOf = (box: Box): Bounds => ({
  minLon: scaled(box.minLon),
  maxLon: scaled(box.maxLon),
  minLat: scaled(box.minLat),
  maxLat: scaled(box.maxLat),
});

// Points only: a point's two edges are equal, so one comparison a side is enough and the R-tree prunes by it.
export const INSIDE =
  "min_lon >= :minLon AND max_lon <= :maxLon AND min_lat >= :minLat AND max_lat <= :maxLat";

// Caches of suspended people stay on the map's table, so that they are there again when the suspension ends.
export const NOT_HIDDEN = `id NOT IN (SELECT id FROM cache WHERE owner_account IN ${SUSPENDED_ACCOUNTS})`;

/** Rows of the map as JSON, comma separated, and how many they are. */
export interface JsonRows {
  n: number;
  json: string;
}
type JoinedRows = { n: number; json: string | null };
const joined = ({ n, json }: JoinedRows): JsonRows => ({ n, json: json ?? "" });

export type MapStore = ReturnType<typeof mapStore>;

/**
 * Reads of the map, each at most `limit` caches as one JSON text, and the writes that keep it in line with the
 * caches.
 */
export function mapStore(db: Database, world: World) {
  const rows = (also: string) =>
    `SELECT count(*) AS n, group_concat(json, ',') AS json FROM (SELECT json FROM cache_map WHERE ${INSIDE} ${also} LIMIT :limit)`;
  // Usually nobody is suspended, and then the map is read without looking at owners.
  const anySuspended = db.row<{ now: number }, { one: number }>(
    `SELECT 1 AS one WHERE EXISTS ${SUSPENDED_ACCOUNTS}`,
  );
  const all = db.row<Bounds & { limit: number }, JoinedRows>(rows(""));
  const notHidden = db.row<Bounds & { limit: number; now: number }, JoinedRows>(rows(`AND ${NOT_HIDDEN}`));
  const ofOrigins = "origin IN (SELECT value FROM json_each(:origins))";
  // The row's object gets one more member at its end: whether the operator trusts its instance.
  const mirrors = db.row<Bounds & { limit: number; origins: string; trusted: string }, JoinedRows>(
    `SELECT count(*) AS n, group_concat(json, ',') AS json FROM (
       SELECT substr(json, 1, length(json) - 1) || CASE WHEN origin IN (SELECT value FROM json_each(:trusted))
           THEN ',"originTrust":"trusted"}' ELSE ',"originTrust":"unvetted"}' END AS json
       FROM mirror_map WHERE ${INSIDE} AND ${ofOrigins} LIMIT :limit)`,
  );
  const ids = db.rows<Bounds & { limit: number; now: number }, { id: number }>(
    `SELECT id FROM cache_map WHERE ${INSIDE} AND ${NOT_HIDDEN} LIMIT :limit`,
  );
  const mirrorIds = db.rows<Bounds & { origins: string }, { id: number }>(
    `SELECT id FROM mirror_map WHERE ${INSIDE} AND ${ofOrigins}`,
  );
  const putMirror = db.change<{ id: number; lat: number; lon: number }>(
    "INSERT OR REPLACE INTO mirror_place VALUES (:id, :lon, :lon, :lat, :lat)",
  );
  return {
    /** Native caches in a box. */
    rows(box: Box, limit = MAP_ROWS): JsonRows {
      const now = world.now();
      const asked = { ...boundsOf(box), limit };
      return joined(anySuspended({ now }) ? notHidden({ ...asked, now })! : all(asked)!);
    },
    /** Mirrored caches of some origins in a box; those that are not among the trusted are marked. */
    mirrors: (box: Box, origins: readonly string[], trusted: readonly string[], limit = MAP_ROWS): JsonRows =>
      origins.length === 0 ? { n: 0, json: "" } : joined(
        mirrors({
          ...boundsOf(box),
          limit,
          origins: JSON.stringify(origins),
          trusted: JSON.stringify(trusted),
        })!,
      ),
    /** Numbers of listed natives in a box; a limit of -1 is no limit. */
    ids: (box: Box, limit: number): number[] =>
      ids({ ...boundsOf(box), limit, now: world.now() }).map((row) => row.id),
    mirrorIds: (box: Box, origins: readonly string[]): number[] =>
      origins.length === 0
        ? []
        : mirrorIds({ ...boundsOf(box), origins: JSON.stringify(origins) }).map((row) => row.id),
    ...nativeRows(db),
    /** Shows a mirrored cache at its place; its row of the map is its own table's. */
    putMirror: (tx: Tx, id: number, lat: number, lon: number) =>
      void putMirror(tx, { id, lat: scaled(lat), lon: scaled(lon) }),
    dropMirror: db.change<{ id: number }>("DELETE FROM mirror_place WHERE id = :id"),
  };
}

/** The map of native caches: its index by place, and its rows under keys of the same order. */
function nativeRows(db: Database) {
  const keyOf = db.row<{ id: number }, { key: number }>("SELECT key FROM cache_map_row WHERE id = :id");
  const idOf = db.row<{ key: number }, { id: number }>("SELECT id FROM cache_map_row WHERE key = :key");
  const putIndex = db.change<{ key: number; lat: number; lon: number }>(
    "INSERT OR REPLACE INTO cache_map_index VALUES (:key, :lon, :lon, :lat, :lat)",
  );
  const putRow = db.change<{ key: number; id: number; json: string }>(
    "INSERT OR REPLACE INTO cache_map_row (key, id, json) VALUES (:key, :id, :json)",
  );
  const dropIndex = db.change<{ key: number }>("DELETE FROM cache_map_index WHERE key = :key");
  const dropRow = db.change<{ key: number }>("DELETE FROM cache_map_row WHERE key = :key");

  function drop(tx: Tx, id: number): void {
    const known = keyOf({ id });
    if (!known) return;
    dropIndex(tx, known);
    dropRow(tx, known);
  }
  function put(tx: Tx, id: number, lat: number, lon: number, json: string): void {
    const known = keyOf({ id })?.key;
    const wanted = zOrder(lat, lon);
    let key = known !== undefined && Math.floor(known / NEIGHBOURS) === wanted ? known : undefined;
    if (key === undefined) {
      if (known !== undefined) drop(tx, id);
      // Where too many caches are at one place, the keys of the next cell are used: a key only has to be free, and
      // near.
      for (key = wanted * NEIGHBOURS + id % NEIGHBOURS; idOf({ key }); key++);
    }
    putIndex(tx, { key, lat: scaled(lat), lon: scaled(lon) });
    putRow(tx, { key, id, json });
  }
  return { put, drop };
}

/** The map of the game. */
export const mapRows = perGame((game: Game) => mapStore(game.db, game.world));
