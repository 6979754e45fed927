/**
 * What the map shows: each listed cache with its JSON ready made, in an R-tree by place. A box query is one statement
 * that gives one string, so that reading a box costs little more than SQLite itself.
 */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { Box, World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { type Bounds, boundsOf, INSIDE, scaled } from "./bounds.ts";
import { type After, type CacheOrigin, FROM_THE_START } from "./map_cursor.ts";
import { type Distant, FROM_THE_MIDDLE, nearestRows } from "./nearest.ts";

// Writes the map of this instance's caches: their indexes by place, and their rows under keys of the same order.

// Keys of the map's rows: places that are near have keys that are mostly near, so that a box is read in few pages.
// Pure.

/** Bits of each coordinate in a key: cells of about 19 by 38 m at the equator. */
const BITS = 20;
/** Keys of one cell; with 40 bits of place a key stays below 2^53. */
const NEIGHBOURS = 4096;

/** Place along the Z-curve (Morton 1966), below 2^40. */
function zOrder(lat: number, lon: number): number {
  const cells = 2 ** BITS;
  const row = Math.min(cells - 1, Math.floor((lat + 90) / 180 * cells));
  const column = Math.min(cells - 1, Math.floor((lon + 180) / 360 * cells));
  let key = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) key = key * 4 + (row >> bit & 1) * 2 + (column >> bit & 1);
  return key;
}

type Placed = { key: number; lat: number; lon: number };

function ownPlaces(db: Database) {
  const keyOf = db.row<{ id: number }, { key: number }>("SELECT key FROM cache_map_row WHERE id = :id");
  const idOf = db.row<{ key: number }, { id: number }>("SELECT id FROM cache_map_row WHERE key = :key");
  const putIndex = db.change<Placed>(
    "INSERT OR REPLACE INTO cache_map_index VALUES (:key, :lon, :lon, :lat, :lat)",
  );
  const putNative = db.change<Placed>(
    "INSERT OR REPLACE INTO cache_map_native VALUES (:key, :lon, :lon, :lat, :lat)",
  );
  const putRow = db.change<{ key: number; id: number; json: string }>(
    "INSERT OR REPLACE INTO cache_map_row (key, id, json) VALUES (:key, :id, :json)",
  );
  const drops = ["cache_map_index", "cache_map_native", "cache_map_row"].map((table) =>
    db.change<{ key: number }>(`DELETE FROM ${table} WHERE key = :key`)
  );

  function drop(tx: Tx, id: number): void {
    const known = keyOf({ id });
    if (known) { for (const one of drops) one(tx, known); }
  }

  /** Shows a cache at its place; `native` where it is no imported place. */
  function put(
    tx: Tx,
    id: number,
    { lat, lon, native }: { lat: number; lon: number; native: boolean },
    json: string,
  ) {
    const known = keyOf({ id })?.key;
    const wanted = zOrder(lat, lon);
    let key = known !== undefined && Math.floor(known / NEIGHBOURS) === wanted ? known : undefined;
    if (key === undefined) {
      if (known !== undefined) drop(tx, id);
      // Where too many caches are at one place, the keys of the next cell are used: a key only has to be free, and
      // near.
      for (key = wanted * NEIGHBOURS + id % NEIGHBOURS; idOf({ key }); key++);
    }
    const placed = { key, lat: scaled(lat), lon: scaled(lon) };
    putIndex(tx, placed);
    if (native) putNative(tx, placed);
    putRow(tx, { key, id, json });
  }
  return { put, drop };
}

// A box with more caches than one answer: those of this instance's people come before imported places, and the
// nearest to the box's middle first. What is left out comes with the next page.

/** Keys of a page's rows in their order, and where the next page begins. */
interface Cut {
  keys: number[];
  after: After | undefined;
}

// The condition of a box inside the condition of a box: its own names of the same columns.
const IMPORTED = `key NOT IN (SELECT key FROM cache_map_native WHERE ${INSIDE})`;
// Caches of suspended people stay on the map's table, so that they are there again when the suspension ends.
const SHOWN = `key NOT IN (SELECT r.key FROM cache c JOIN cache_map_row r ON r.id = c.id
  WHERE c.owner_account IN ${SUSPENDED_ACCOUNTS})`;

function cutMap(db: Database) {
  const natives = nearestRows<{ now: number }>(db, "cache_map_native", SHOWN);
  const imported = nearestRows<{ now: number }>(db, "cache_map_index", `${IMPORTED} AND ${SHOWN}`);
  const mirrored = nearestRows<{ origins: string }>(
    db,
    "(SELECT id AS key, min_lon, max_lon, min_lat, max_lat, origin FROM mirror_map)",
    "origin IN (SELECT value FROM json_each(:origins))",
  );

  return {
    /** Caches of this instance, at most `limit`. */
    own(box: Box, after: After, limit: number, now: number): Cut {
      const first = after.kind === "native" ? natives(box, after, limit + 1, { now }) : [];
      if (first.length > limit) return cut(first, limit, "native");
      const begin = after.kind === "imported" ? after : FROM_THE_MIDDLE;
      const then = imported(box, begin, limit + 1 - first.length, { now });
      const { keys, after: next } = cut(then, limit - first.length, "imported");
      return { keys: [...first.map(({ key }) => key), ...keys], after: next };
    },
    /** Mirrored caches of some origins, a JSON list, at most `limit`. */
    mirrored: (box: Box, after: Distant, limit: number, origins: string): Cut =>
      cut(mirrored(box, after, limit + 1, { origins }), limit, "mirrored"),
  };
}

/** The first `limit` of rows; where there was one more, the next page begins after them. */
function cut(rows: Distant[], limit: number, kind: CacheOrigin): Cut {
  const kept = rows.slice(0, limit), { key, far } = kept.at(-1) ?? FROM_THE_MIDDLE;
  return { keys: kept.map((row) => row.key), after: rows.length > limit ? { kind, key, far } : undefined };
}

/** Caches shown at most, natives and mirrors each. */
export const MAP_ROWS = 1000;

// Caches of suspended people stay on the map's table, so that they are there again when the suspension ends.
export const NOT_HIDDEN = `id NOT IN (SELECT id FROM cache WHERE owner_account IN ${SUSPENDED_ACCOUNTS})`;

/** Rows of the map as JSON, comma separated, how many they are, and where the rest begins if that is not all. */
export interface JsonRows {
  n: number;
  json: string;
  after?: After | undefined;
}
type JoinedRows = { n: number; json: string | null };

/**
 * Reads of the map, each at most `limit` caches as one JSON text, and the writes that keep it in line with the
 * caches.
 */
export function mapStore(db: Database, world: World) {
  const joined = "SELECT count(*) AS n, group_concat(json, ',') AS json";
  const rows = (also: string) =>
    `${joined} FROM (SELECT json FROM cache_map WHERE ${INSIDE} ${also} LIMIT :limit)`;
  // Usually nobody is suspended, and then the map is read without looking at owners.
  const anySuspended = db.row<{ now: number }, { one: number }>(
    `SELECT 1 AS one WHERE EXISTS ${SUSPENDED_ACCOUNTS}`,
  );
  const all = db.row<Bounds & { limit: number }, JoinedRows>(rows(""));
  const notHidden = db.row<Bounds & { limit: number; now: number }, JoinedRows>(rows(`AND ${NOT_HIDDEN}`));
  const among = db.row<{ keys: string }, JoinedRows>(
    `${joined} FROM (SELECT r.json FROM json_each(:keys) k CROSS JOIN cache_map_row r ON r.key = k.value ORDER BY k.key)`,
  );
  const ofOrigins = "origin IN (SELECT value FROM json_each(:origins))";
  // The row's object gets one more member at its end: whether the operator trusts its instance.
  const trustedRow = `SELECT substr(json, 1, length(json) - 1)
    || CASE WHEN origin IN (SELECT value FROM json_each(:trusted))
       THEN ',"originTrust":"trusted"}' ELSE ',"originTrust":"unvetted"}' END AS json`;
  const mirrors = db.row<Bounds & { limit: number; origins: string; trusted: string }, JoinedRows>(
    `${joined} FROM (${trustedRow} FROM mirror_map WHERE ${INSIDE} AND ${ofOrigins} LIMIT :limit)`,
  );
  const mirrorsAmong = db.row<{ keys: string; trusted: string }, JoinedRows>(
    `${joined} FROM (${trustedRow}
       FROM (SELECT k.key AS nth, c.origin, c.map AS json FROM json_each(:keys) k CROSS JOIN cache_mirror c ON c.id = k.value)
       ORDER BY nth)`,
  );
  const ids = db.rows<Bounds & { limit: number; now: number }, { id: number }>(
    `SELECT id FROM cache_map WHERE ${INSIDE} AND ${NOT_HIDDEN} LIMIT :limit`,
  );
  const idsAmong = db.rows<{ keys: string }, { id: number }>(
    "SELECT r.id FROM json_each(:keys) k CROSS JOIN cache_map_row r ON r.key = k.value ORDER BY k.key",
  );
  const mirrorIds = db.rows<Bounds & { origins: string }, { id: number }>(
    `SELECT id FROM mirror_map WHERE ${INSIDE} AND ${ofOrigins}`,
  );
  const hasMirror = db.row<{ id: number }, { id: number }>("SELECT id FROM mirror_place WHERE id = :id");
  const putMirror = db.change<{ id: number; lat: number; lon: number }>(
    "INSERT OR REPLACE INTO mirror_place VALUES (:id, :lon, :lon, :lat, :lat)",
  );
  const cut = cutMap(db);
  const none: JsonRows = { n: 0, json: "" };

  return {
    /** Caches of this instance in a box, from its beginning or `after` the end of a page. */
    rows(box: Box, limit = MAP_ROWS, after: After | undefined = FROM_THE_START.own): JsonRows {
      const now = world.now();
      if (after === FROM_THE_START.own) {
        // Most boxes hold no more than that: they are read in no order, and one more tells whether this is such a box.
        const asked = { ...boundsOf(box), limit: limit + 1 };
        const { n, json } = anySuspended({ now }) ? notHidden({ ...asked, now })! : all(asked)!;
        if (n <= limit) return { n, json: json ?? "" };
      }
      const { keys, after: next } = cut.own(box, after, limit, now);
      const { n, json } = among({ keys: JSON.stringify(keys) })!;
      return { n, json: json ?? "", after: next };
    },
    /** Mirrored caches of some origins in a box; those that are not among the trusted are marked. */
    mirrors(
      box: Box,
      shown: readonly string[],
      trusting: readonly string[],
      limit = MAP_ROWS,
      after: After = FROM_THE_START.mirrors,
    ): JsonRows {
      if (shown.length === 0) return none;
      const [origins, trusted] = [JSON.stringify(shown), JSON.stringify(trusting)];
      if (after === FROM_THE_START.mirrors) {
        const { n, json } = mirrors({ ...boundsOf(box), limit: limit + 1, origins, trusted })!;
        if (n <= limit) return { n, json: json ?? "" };
      }
      const { keys, after: next } = cut.mirrored(box, after, limit, origins);
      const { n, json } = mirrorsAmong({ keys: JSON.stringify(keys), trusted })!;
      return { n, json: json ?? "", after: next };
    },
    /** Numbers of listed caches of this instance in a box; a limit of -1 is no limit. */
    ids(box: Box, limit: number): number[] {
      const now = world.now(), bounds = boundsOf(box);
      const found = ids({ ...bounds, limit: limit < 0 ? limit : limit + 1, now });
      if (limit < 0 || found.length <= limit) return found.map(({ id }) => id);
      const { keys } = cut.own(box, FROM_THE_START.own, limit, now);
      return idsAmong({ keys: JSON.stringify(keys) }).map(({ id }) => id);
    },
    mirrorIds: (box: Box, origins: readonly string[]): number[] =>
      origins.length === 0
        ? []
        : mirrorIds({ ...boundsOf(box), origins: JSON.stringify(origins) }).map((row) => row.id),
    ...ownPlaces(db),
    /** Shows a mirrored cache at its place; its row of the map is its own table's. */
    putMirror: (tx: Tx, id: number, lat: number, lon: number) =>
      void putMirror(tx, { id, lat: scaled(lat), lon: scaled(lon) }),
    /** Whether a mirrored cache is shown. */
    hasMirror: (mirror: { id: number }): boolean => hasMirror(mirror) !== undefined,
    dropMirror: db.change<{ id: number }>("DELETE FROM mirror_place WHERE id = :id"),
  };
}

/** The map of the game. */
export const mapRows = perGame((game: Game) => mapStore(game.db, game.world));
