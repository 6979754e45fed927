/**
 * What the map shows: each listed cache with its JSON ready made, in an R-tree by place. A box query is one statement
 * that gives one string, so that reading a box costs little more than SQLite itself.
 */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { Box, World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";

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

export class MapStore {
  readonly #anySuspended;
  readonly #rows;
  readonly #rowsNotHidden;
  readonly #mirrors;
  readonly #ids;
  readonly #mirrorIds;
  readonly #natives: Rows;
  readonly #putMirror;
  readonly #dropMirror;

  constructor(db: Database, private readonly world: World) {
    const rows = (also: string) =>
      `SELECT count(*) AS n, group_concat(json, ',') AS json FROM (SELECT json FROM cache_map WHERE ${INSIDE} ${also} LIMIT :limit)`;
    // Nobody is suspended nearly always, and then the map is read without looking at owners.
    this.#anySuspended = db.sql<{ now: number }, { one: number }>(
      `SELECT 1 AS one WHERE EXISTS ${SUSPENDED_ACCOUNTS}`,
    );
    this.#rows = db.sql<Bounds & { limit: number }, { n: number; json: string | null }>(rows(""));
    this.#rowsNotHidden = db.sql<Bounds & { limit: number; now: number }, { n: number; json: string | null }>(
      rows(`AND ${NOT_HIDDEN}`),
    );
    this.#mirrors = db.sql<Bounds & { limit: number; origins: string }, { n: number; json: string | null }>(
      `SELECT count(*) AS n, group_concat(json, ',') AS json FROM (
         SELECT json FROM mirror_map WHERE ${INSIDE} AND origin IN (SELECT value FROM json_each(:origins)) LIMIT :limit)`,
    );
    this.#ids = db.sql<Bounds & { limit: number; now: number }, { id: number }>(
      `SELECT id FROM cache_map WHERE ${INSIDE} AND ${NOT_HIDDEN} LIMIT :limit`,
    );
    this.#mirrorIds = db.sql<Bounds & { origins: string }, { id: number }>(
      `SELECT id FROM mirror_map WHERE ${INSIDE} AND origin IN (SELECT value FROM json_each(:origins))`,
    );
    this.#natives = new Rows(db);
    this.#putMirror = db.sql<{ id: number; lat: number; lon: number }>(
      "INSERT OR REPLACE INTO mirror_place VALUES (:id, :lon, :lon, :lat, :lat)",
    );
    this.#dropMirror = db.sql<{ id: number }>("DELETE FROM mirror_place WHERE id = :id");
  }

  /** The JSON rows of native caches in a box, comma separated, and how many they are. */
  rows = (box: Box, limit = MAP_ROWS): { n: number; json: string } => {
    const now = this.world.now();
    const asked = { ...boundsOf(box), limit };
    const found = this.#anySuspended.get({ now })
      ? this.#rowsNotHidden.get({ ...asked, now })!
      : this.#rows.get(asked)!;
    return { n: found.n, json: found.json ?? "" };
  };
  /** The same of mirrored caches of some origins. */
  mirrors(box: Box, origins: readonly string[], limit = MAP_ROWS): { n: number; json: string } {
    if (origins.length === 0) return { n: 0, json: "" };
    const found = this.#mirrors.get({ ...boundsOf(box), limit, origins: JSON.stringify(origins) })!;
    return { n: found.n, json: found.json ?? "" };
  }
  /** Numbers of listed natives in a box; a limit of -1 is none. */
  ids = (box: Box, limit: number): number[] =>
    this.#ids.all({ ...boundsOf(box), limit, now: this.world.now() }).map((row) => row.id);
  mirrorIds = (box: Box, origins: readonly string[]): number[] =>
    origins.length === 0
      ? []
      : this.#mirrorIds.all({ ...boundsOf(box), origins: JSON.stringify(origins) }).map((row) => row.id);

  put(tx: Tx, id: number, lat: number, lon: number, json: string): void {
    this.#natives.put(tx, { id, lat, lon, json });
  }
  drop(tx: Tx, id: number): void {
    this.#natives.drop(tx, id);
  }
  /** Shows a mirrored cache at its place; its row of the map is its own table's. */
  putMirror(tx: Tx, id: number, lat: number, lon: number): void {
    this.#putMirror.run(tx, { id, lat: scaled(lat), lon: scaled(lon) });
  }
  dropMirror(tx: Tx, id: number): void {
    this.#dropMirror.run(tx, { id });
  }
}

interface Row {
  id: number;
  lat: number;
  lon: number;
  json: string;
}

/** The map of native caches: its index by place, and its rows under keys of the same order. */
class Rows {
  readonly #keyOf;
  readonly #idOf;
  readonly #index;
  readonly #row;
  readonly #dropIndex;
  readonly #dropRow;

  constructor(db: Database) {
    this.#keyOf = db.sql<{ id: number }, { key: number }>("SELECT key FROM cache_map_row WHERE id = :id");
    this.#idOf = db.sql<{ key: number }, { id: number }>("SELECT id FROM cache_map_row WHERE key = :key");
    this.#index = db.sql<{ key: number; lat: number; lon: number }>(
      "INSERT OR REPLACE INTO cache_map_index VALUES (:key, :lon, :lon, :lat, :lat)",
    );
    this.#row = db.sql<{ key: number; id: number; json: string }>(
      "INSERT OR REPLACE INTO cache_map_row (key, id, json) VALUES (:key, :id, :json)",
    );
    this.#dropIndex = db.sql<{ key: number }>("DELETE FROM cache_map_index WHERE key = :key");
    this.#dropRow = db.sql<{ key: number }>("DELETE FROM cache_map_row WHERE key = :key");
  }

  put(tx: Tx, { id, lat, lon, json }: Row): void {
    const known = this.#keyOf.get({ id })?.key;
    const wanted = zOrder(lat, lon);
    let key = known !== undefined && Math.floor(known / NEIGHBOURS) === wanted ? known : undefined;
    if (key === undefined) {
      if (known !== undefined) this.drop(tx, id);
      // Many caches at one place run over into the next key's room: a key only has to be free, and near.
      for (key = wanted * NEIGHBOURS + id % NEIGHBOURS; this.#idOf.get({ key }); key++);
    }
    this.#index.run(tx, { key, lat: scaled(lat), lon: scaled(lon) });
    this.#row.run(tx, { key, id, json });
  }

  drop(tx: Tx, id: number): void {
    const known = this.#keyOf.get({ id });
    if (!known) return;
    this.#dropIndex.run(tx, known);
    this.#dropRow.run(tx, known);
  }
}

/** Bits of each coordinate in a key: cells of about 19 by 38 m at the equator. */
const BITS = 20;
/** Keys of one cell; with 40 bits of place a key stays below 2^53. */
const NEIGHBOURS = 4096;

/** Place along the Z-curve: places that are near have mostly numbers that are near (Morton 1966). */
function zOrder(lat: number, lon: number): number {
  const cells = 2 ** BITS;
  const row = Math.min(cells - 1, Math.floor((lat + 90) / 180 * cells));
  const column = Math.min(cells - 1, Math.floor((lon + 180) / 360 * cells));
  let key = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) key = key * 4 + (row >> bit & 1) * 2 + (column >> bit & 1);
  return key;
}
