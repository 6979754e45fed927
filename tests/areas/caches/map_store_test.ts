/** The map's index: every cache at its exact place, however many share it. */
import assert from "node:assert/strict";
import { mirrorStore } from "../../../src/caches/tables/mirror_store.ts";
import { mapStore } from "../../../src/caches/tables/map_store.ts";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { testWorld } from "../../kit/world.ts";

function emptyMap() {
  const world = testWorld();
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  return { db, map: mapStore(db, world) };
}
const box = (minLat: number, minLon: number, maxLat: number, maxLon: number) => ({
  minLat,
  minLon,
  maxLat,
  maxLon,
});
const WORLD = box(-90, -180, 90, 180);

Deno.test("caches at one place, at the poles and at the antimeridian are all there, and go one by one", () => {
  const { db, map } = emptyMap();
  const places = [[48.2, 16.3], [90, 180], [-90, -180], [0, 0]] as const;
  db.writeNow((tx) => {
    for (let id = 1; id <= 10_000; id++) {
      const [lat, lon] = places[id % places.length]!;
      map.put(tx, id, { lat, lon, native: true }, JSON.stringify({ id }));
    }
  });
  assert.equal(map.ids(WORLD, -1).length, 10_000);
  for (const [lat, lon] of places) assert.equal(map.ids(box(lat, lon, lat, lon), -1).length, 2500);
  db.writeNow((tx) => {
    for (let id = 4; id <= 10_000; id += 4) map.drop(tx, id);
    map.drop(tx, 123_456);
  });
  assert.deepEqual(map.ids(box(48.2, 16.3, 48.2, 16.3), -1), []);
  assert.equal(map.ids(WORLD, -1).length, 7500);
  db.close();
});

Deno.test("a cache that moves or changes is there once, at its new place to the last digit", () => {
  const { db, map } = emptyMap();
  const at = (lat: number, lon: number) => JSON.parse(`[${map.rows(box(lat, lon, lat, lon)).json}]`);
  for (const [lat, lon, name] of [[48.2, 16.3, "a"], [48.2000001, 16.3, "b"], [-33.9, 151.2, "c"]] as const) {
    db.writeNow((tx) => map.put(tx, 7, { lat, lon, native: true }, JSON.stringify({ name })));
    assert.deepEqual(at(lat, lon), [{ name }]);
    assert.equal(map.rows(WORLD).n, 1);
  }
  assert.deepEqual(map.rows(box(-33.9, 151.2000001, -33, 152)).n, 0, "a box begins where it says");
  db.close();
});

Deno.test("mirrors are kept apart from natives of the same number, and by origin", () => {
  const { db, map } = emptyMap();
  const mirrors = mirrorStore(db);
  db.writeNow((tx) => {
    map.put(tx, 1, { lat: 48, lon: 16, native: true }, '{"native":1}');
    for (const name of ["a", "b"]) {
      const [origin, texts] = [`${name}.example`, { map: `{"of":"${name}"}`, more: "{}" }];
      const gid = `${origin}:cache:1`;
      const { id } = mirrors.add(tx, { gid, origin, v: 1, codeKey: name, ...texts });
      map.putMirror(tx, id, 48, 16);
    }
  });
  assert.deepEqual(map.mirrors(WORLD, ["b.example"], ["b.example"]), {
    n: 1,
    json: '{"of":"b","originTrust":"trusted"}',
  });
  assert.deepEqual(map.mirrorIds(WORLD, ["a.example", "b.example"]).sort(), [1, 2]);
  db.writeNow((tx) => map.dropMirror(tx, { id: 1 }));
  assert.deepEqual([map.rows(WORLD).n, map.mirrors(WORLD, ["a.example"], []).n], [1, 0]);
  db.close();
});
