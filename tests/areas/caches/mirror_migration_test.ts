/** What an instance had mirrored before its mirrors moved into one table is shown as it was. */
import assert from "node:assert/strict";
import { mapStore } from "../../../src/caches/tables/map_store.ts";
import { mirrorStore } from "../../../src/caches/tables/mirror_store.ts";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("mirrors of before are on the map and in detail after the migration", () => {
  const db = new Database(":memory:");
  const world = testWorld();
  migrate(db, MIGRATIONS.filter(({ number }) => number < 74), world);
  const body = {
    code: "DL-X2345",
    title: 'An "old" one',
    type: "traditional",
    size: "small",
    difficultyX10: 15,
    terrainX10: 40,
    latE7: 482_500_001,
    lonE7: -163_700_002,
    owner: "DL1ABC",
    status: "active",
    scope: "federated",
    createdAt: 5,
    updatedAt: 6,
    description: "theirs",
  };
  db.writeNow((tx) => {
    const put = db.sql<{ id: number; gid: string; body: string }>(
      "INSERT INTO cache_mirror VALUES (:id, :gid, 'dl.example', 3, 'DL-X2345', 'DLX2345', :body)",
    );
    put.run(tx, { id: 4, gid: "dl.example:cache:1", body: JSON.stringify(body) });
    put.run(tx, { id: 9, gid: "dl.example:cache:2", body: JSON.stringify({ ...body, unlisted: true }) });
    db.exec(
      tx,
      `INSERT INTO mirror_map_index VALUES (77, -163700002, -163700002, 482500001, 482500001);
       INSERT INTO mirror_map_row VALUES (77, 4, 'dl.example', '{}');`,
    );
  });
  migrate(db, MIGRATIONS, world);
  const [listed, unlisted] = [1, 2].map((n) => mirrorStore(db).byGid({ gid: `dl.example:cache:${n}` })!);
  const { n, json } = mapStore(db, world).mirrors(
    { minLat: 48, maxLat: 49, minLon: -17, maxLon: -16 },
    ["dl.example"],
    ["dl.example"],
  );
  assert.equal(n, 1);
  assert.deepEqual(JSON.parse(json), {
    id: null,
    gid: "dl.example:cache:1",
    code: "DL-X2345",
    title: 'An "old" one',
    type: "traditional",
    size: "small",
    status: "active",
    difficulty: 1.5,
    terrain: 4,
    lat: 48.2500001,
    lon: -16.3700002,
    owner: "DL1ABC",
    country: null,
    origin: "dl.example",
    mirrored: true,
    originTrust: "trusted",
  });
  const { description, scope, createdAt, unlisted: isUnlisted } = JSON.parse(listed!.more);
  assert.deepEqual([description, scope, createdAt, isUnlisted], ["theirs", "federated", 5, undefined]);
  assert.ok(JSON.parse(unlisted!.more).unlisted);
  assert.deepEqual(mirrorStore(db).byKey({ key: "DLX2345" }).map(({ id }) => id), [4, 9]);
  db.close();
});
