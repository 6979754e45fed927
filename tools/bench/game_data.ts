/** Caches for the bench: the same ones in each run. */
import { join } from "node:path";
import { realWorld } from "../../src/base/mod.ts";
import { type LogStore, logStore } from "../../src/caches/tables/log_store.ts";
import { cacheStore, NATIVE } from "../../src/caches/tables/cache_store.ts";
import { mapStore } from "../../src/caches/tables/map_store.ts";
import { packStore } from "../../src/caches/tables/pack_store.ts";
import { mapRow } from "../../src/caches/views/cache_view.ts";
import { Database, migrate, MIGRATIONS, type Tx } from "../../src/db/mod.ts";
import { instanceId, Settings } from "../../src/settings/mod.ts";
import { ENV } from "./processes.ts";

export const CACHES = 100_000;
/** The caches lie in here, evenly: 3 by 8 degrees. */
export const AREA = { lat: 46, lon: 9, height: 3, width: 8 };

/** Numbers in [0, 1), the same in each run. */
export function seeded(): () => number {
  let state = 1;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** A database of so many caches; `place` spreads them. Each fifth has five logs. */
export function fill(
  folder: string,
  count: number,
  place: (random: () => number) => { lat: number; lon: number },
): void {
  const world = realWorld();
  const settings = new Settings({ ...ENV, DATA_DIR: folder });
  const db = new Database(join(folder, "gateway.db"));
  migrate(db, MIGRATIONS, world);
  settings.attach(db);
  const caches = cacheStore(db), logs = logStore(db), map = mapStore(db, world), packs = packStore(db, world);
  const instance = instanceId(settings);
  const random = seeded();
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
  db.writeNow((tx) => {
    for (let i = 1; i <= count; i++) {
      const { lat, lon } = place(random);
      const { id } = caches.insert(tx, {
        ...NATIVE,
        code: `CDF${i}`,
        codeKey: `CDF${i}`,
        ownerAccount: null,
        ownerCall: "OE1ABC",
        title: `Cache number ${i} by the river`,
        description: "A quiet place with a view over the valley. ".repeat(4),
        hint: "under the third stone",
        type: i % 3 ? "traditional" : "mystery",
        size: "small",
        difficulty: 1.5,
        terrain: 2,
        lat: round(lat),
        lon: round(lon),
        country: "OE",
        tags: '["river"]',
        status: "active",
        scope: "federated",
        unlisted: 0,
        minTrust: null,
        ratingPolicy: "finders",
        stationCall: null,
        createdAt: 1_780_000_000,
        updatedAt: 1_780_000_000,
      });
      const row = caches.byId({ id })!;
      map.put(tx, id, { lat: row.lat!, lon: row.lon!, native: true }, JSON.stringify(mapRow(row, instance)));
      for (let n = 0; i % 5 === 0 && n < 5; n++) addLog(logs, tx, id, n);
    }
    packs.bump(tx, { lat: 48.5, lon: 17 });
  });
  // The peer gets an R-tree of its own, on the cache's number: nothing between it and the caches.
  db.writeNow((tx) =>
    db.exec(
      tx,
      `CREATE VIRTUAL TABLE bench_map USING rtree_i32 (id, min_lon, max_lon, min_lat, max_lat);
       INSERT INTO bench_map SELECT id, min_lon, max_lon, min_lat, max_lat FROM cache_map;`,
    )
  );
  db.close();
}

function addLog(
  logs: LogStore,
  tx: Tx,
  cacheId: number,
  n: number,
): void {
  logs.insert(tx, {
    cacheId,
    accountId: n + 1,
    call: `OE${n}FND`,
    kind: "found",
    text: "Thanks for showing us this place",
    foundAt: 1_780_000_000 + n,
    createdAt: 1_780_000_000 + n,
    tier: "B",
    method: "app_geo",
    why: '{"method":"app_geo","sentence":"","candidates":[]}',
    distanceM: 20,
    site: null,
    box: null,
    corroboratedBy: null,
    fieldTimeRejected: null,
    offline: 0,
    signerKey: null,
    signature: null,
    signedAt: null,
    sentId: null,
    via: "web",
    visitHome: null,
    visitPriv: null,
    needsMaintenance: 0,
    removedAt: null,
    heldAt: null,
  });
}
