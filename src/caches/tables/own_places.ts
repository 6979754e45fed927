/** Writes the map of this instance's caches: their indexes by place, and their rows under keys of the same order. */
import type { Database, Tx } from "../../db/mod.ts";
import { scaled } from "./bounds.ts";
import { NEIGHBOURS, zOrder } from "./z_order.ts";

type Placed = { key: number; lat: number; lon: number };

export function ownPlaces(db: Database) {
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
