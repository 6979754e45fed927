/** Caches as offline packs hold them, ready made, and how often the packs of each square have changed. */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import { type Box, locatorOf, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { type Bounds, boundsOf, INSIDE } from "./bounds.ts";
import { NOT_HIDDEN } from "./map_store.ts";

export type PackRow = {
  id: number;
  type: string;
  json: string;
};

/** What a pack is made of: caches of these types (JSON list; empty for all) as of a stamp. */
type Wanted = Bounds & { stamp: string; types: string; now: number };

const OF_TYPES = "(:types = '[]' OR type IN (SELECT value FROM json_each(:types)))";

/** The smallest step between two places, in degrees. */
const HAIR = 1e-7;

export function packStore(db: Database, world: World) {
  const count = db.row<Bounds & { types: string; now: number }, { n: number }>(
    `SELECT count(*) AS n FROM cache_map m JOIN cache c ON c.id = m.id WHERE ${INSIDE} AND m.${NOT_HIDDEN} AND ${OF_TYPES}`,
  );
  const missing = db.rows<Wanted, { id: number }>(
    `SELECT m.id FROM cache_map m JOIN cache c ON c.id = m.id
     WHERE ${INSIDE} AND m.${NOT_HIDDEN} AND ${OF_TYPES}
       AND NOT EXISTS (SELECT 1 FROM cache_pack p WHERE p.id = m.id AND p.stamp = :stamp)`,
  );
  // As bytes, so that five megabytes need not become a JavaScript string on their way out.
  const whole = db.row<Wanted, { n: number; json: Uint8Array<ArrayBuffer> | null }>(
    `SELECT count(*) AS n, CAST(group_concat(json, ',') AS BLOB) AS json FROM (
       SELECT p.json FROM cache_map m JOIN cache_pack p ON p.id = m.id
       WHERE ${INSIDE} AND m.${NOT_HIDDEN} AND p.stamp = :stamp AND ${OF_TYPES} ORDER BY p.id)`,
  );
  const hidden = db.row<{ now: number }, { accounts: string | null }>(
    `SELECT group_concat(account_id) AS accounts FROM (SELECT account_id FROM ${SUSPENDED_ACCOUNTS} ORDER BY 1)`,
  );
  const versions = db.row<{ from: string; to: string }, { n: number; squares: number }>(
    "SELECT coalesce(sum(n), 0) AS n, count(*) AS squares FROM pack_version WHERE square BETWEEN :from AND :to",
  );
  const drop = db.change<{ id: number }>("DELETE FROM cache_pack WHERE id = :id");
  const bump = squareCounts(db);
  const wanted = (box: Box, types: readonly string[]) => ({
    ...boundsOf(box),
    types: JSON.stringify(types),
    now: world.now(),
  });
  return {
    count: (box: Box, types: readonly string[]): number => count(wanted(box, types))!.n,
    /** Caches of a box that are not ready made. */
    missing: (box: Box, types: readonly string[], stamp: string): number[] =>
      missing({ ...wanted(box, types), stamp }).map((row) => row.id),
    /** The ready-made caches of a box as JSON, comma separated. */
    whole(box: Box, types: readonly string[], stamp: string): { n: number; json: Uint8Array<ArrayBuffer> } {
      const { n, json } = whole({ ...wanted(box, types), stamp })!;
      return { n, json: json ?? new Uint8Array(0) };
    },
    put: db.change<PackRow & { stamp: string }>(
      "INSERT OR REPLACE INTO cache_pack (id, stamp, type, json) VALUES (:id, :stamp, :type, :json)",
    ),
    /** Notes that what packs hold of this cache has changed. */
    changed(tx: Tx, cache: { id: number; lat: number | null; lon: number | null }): void {
      drop(tx, { id: cache.id });
      bump(tx, cache);
    },
    /** Notes that something which packs of this place hold has changed. */
    bump,
    /** Accounts whose caches and logs are hidden now: suspensions end with time, so packs depend on this list. */
    hidden: (): string => hidden({ now: world.now() })!.accounts ?? "",
    /** Version of everything in a locator: its square's, or all squares' of a field. */
    version(grid: string): string {
      const square = grid.slice(0, 4).toUpperCase();
      const { n, squares } = versions({ from: square, to: square.length === 2 ? `${square}99` : square })!;
      return `${squares}.${n}`;
    },
  };
}

/** Counts the changes of each square, once in each write. A place on an edge is in the packs of both squares. */
function squareCounts(db: Database) {
  const count = db.change<{ square: string }>(
    "INSERT INTO pack_version (square, n) VALUES (:square, 1) ON CONFLICT DO UPDATE SET n = n + 1",
  );
  const countAll = (tx: Tx, squares: readonly string[]) => {
    for (const square of squares) count(tx, { square });
  };
  return (tx: Tx, { lat, lon }: { lat: number | null; lon: number | null }): void => {
    if (lat === null || lon === null) return;
    const changed = tx.gather(countAll);
    const near = (north: number, east: number) =>
      locatorOf({
        lat: Math.max(-90, Math.min(90, lat + north)),
        lon: Math.max(-180, Math.min(180, lon + east)),
      }, 4);
    const low = near(-HAIR, -HAIR), high = near(HAIR, HAIR);
    changed.add(low);
    if (high !== low) changed.add(high).add(near(-HAIR, HAIR)).add(near(HAIR, -HAIR));
  };
}

/** The packs of the game. */
export const packRows = perGame((game: Game) => packStore(game.db, game.world));
