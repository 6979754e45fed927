/**
 * What the map shows: each listed cache with its JSON ready made, in an R-tree by place. A box query is one statement
 * that gives one string, so that reading a box costs little more than SQLite itself.
 */
import { SUSPENDED_ACCOUNTS } from "../accounts/mod.ts";
import type { Box, World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";

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
  readonly #put;
  readonly #drop;
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
    this.#put = db.sql<{ id: number; lat: number; lon: number; json: string }>(
      "INSERT OR REPLACE INTO cache_map VALUES (:id, :lon, :lon, :lat, :lat, :json)",
    );
    this.#drop = db.sql<{ id: number }>("DELETE FROM cache_map WHERE id = :id");
    this.#putMirror = db.sql<{ id: number; lat: number; lon: number; origin: string; json: string }>(
      "INSERT OR REPLACE INTO mirror_map VALUES (:id, :lon, :lon, :lat, :lat, :origin, :json)",
    );
    this.#dropMirror = db.sql<{ id: number }>("DELETE FROM mirror_map WHERE id = :id");
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
    this.#put.run(tx, { id, lat: scaled(lat), lon: scaled(lon), json });
  }
  drop(tx: Tx, id: number): void {
    this.#drop.run(tx, { id });
  }
  putMirror(tx: Tx, id: number, lat: number, lon: number, origin: string, json: string): void {
    this.#putMirror.run(tx, { id, lat: scaled(lat), lon: scaled(lon), origin, json });
  }
  dropMirror(tx: Tx, id: number): void {
    this.#dropMirror.run(tx, { id });
  }
}
