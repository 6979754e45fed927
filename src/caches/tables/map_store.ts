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
import { cutMap } from "./cut_map.ts";
import { type After, FROM_THE_START } from "./map_cursor.ts";
import { ownPlaces } from "./own_places.ts";

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
    dropMirror: db.change<{ id: number }>("DELETE FROM mirror_place WHERE id = :id"),
  };
}

/** The map of the game. */
export const mapRows = perGame((game: Game) => mapStore(game.db, game.world));
