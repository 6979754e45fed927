/** A box with more caches than one answer: own ones first, the nearest first, and every one of them on some page. */
import assert from "node:assert/strict";
import { mirrorStore } from "../../../src/caches/tables/mirror_store.ts";
import type { After } from "../../../src/caches/tables/map_cursor.ts";
import { type JsonRows, mapStore } from "../../../src/caches/tables/map_store.ts";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { random as seeded } from "../../kit/random.ts";
import { testWorld } from "../../kit/world.ts";

const BOX = { minLat: 47, maxLat: 49, minLon: 13, maxLon: 16 };
const MIDDLE = { lat: 48, lon: 14.5 };
const far = ({ lat, lon }: { lat: number; lon: number }) =>
  (lat - MIDDLE.lat) ** 2 + ((lon - MIDDLE.lon) * Math.cos(MIDDLE.lat * Math.PI / 180)) ** 2;

interface Shown {
  id: number;
  lat: number;
  lon: number;
  native: boolean;
}

function filled(natives: number, imported: number) {
  const world = testWorld();
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  const map = mapStore(db, world), random = seeded(natives + imported);
  const all: Shown[] = [];
  db.writeNow((tx) => {
    for (let id = 1; id <= natives + imported; id++) {
      // Imported places lie in a heap at the middle, what people hid all over the box, and a few beside it.
      const native = id <= natives, spread = native ? 1.05 : 0.2;
      const place = {
        lat: Math.round((48 + (random() * 2 - 1) * spread) * 1e7) / 1e7,
        lon: Math.round((14.5 + (random() * 2 - 1) * 1.5 * spread) * 1e7) / 1e7,
      };
      map.put(tx, id, { ...place, native }, JSON.stringify({ id, ...place, native }));
      if (Math.abs(place.lat - 48) <= 1 && Math.abs(place.lon - 14.5) <= 1.5) {
        all.push({ id, ...place, native });
      }
    }
  });
  all.sort((a, b) => Number(b.native) - Number(a.native) || far(a) - far(b));
  return { db, map, all };
}

/** All pages of a box. */
function pages(read: (after: After | undefined) => JsonRows): Shown[][] {
  const found: Shown[][] = [];
  let after: After | undefined;
  do {
    const page = read(after);
    found.push(JSON.parse(`[${page.json}]`));
    assert.equal(found.at(-1)!.length, page.n);
    after = page.after;
  } while (after);
  return found;
}

Deno.test("caches of people come before imported places, the nearest first, and the pages have each of them once", () => {
  for (const [natives, imported] of [[30, 2500], [700, 900], [1300, 10], [0, 1200]] as const) {
    const { db, map, all } = filled(natives, imported);
    const shown = pages((after) => map.rows(BOX, 400, after));
    assert.deepEqual(shown.map((page) => page.length).slice(0, -1), shown.slice(1).map(() => 400));
    const rows = shown.flat();
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), all.map(({ id }) => id).toSorted());
    for (const [i, row] of rows.entries()) {
      assert.equal(row.native, all[i]!.native, `row ${i} of ${natives} and ${imported}`);
      // Places a metre apart count as equally far.
      assert.ok(Math.abs(Math.sqrt(far(row)) - Math.sqrt(far(all[i]!))) < 2e-4, `row ${i}`);
    }
    assert.deepEqual(map.ids(BOX, 400), shown[0]!.map(({ id }) => id));
    db.close();
  }
});

Deno.test("a box that is exactly full is whole, and so is one that is read without a limit", () => {
  const { db, map, all } = filled(500, 500);
  assert.equal(map.rows(BOX, all.length).after, undefined);
  assert.equal(map.rows(BOX, all.length).n, all.length);
  assert.ok(map.rows(BOX, all.length - 1).after);
  assert.equal(map.rows(BOX, all.length - 1).n, all.length - 1);
  assert.equal(map.ids(BOX, -1).length, all.length);
  db.close();
});

Deno.test("a thousand places at one point far from the middle are cut and go on too", () => {
  const world = testWorld(), db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  const map = mapStore(db, world);
  db.writeNow((tx) => {
    for (let id = 1; id <= 1000; id++) {
      map.put(tx, id, { lat: 89.9, lon: 179.9, native: id > 990 }, JSON.stringify({ id }));
    }
  });
  const shown = pages((after) =>
    map.rows({ minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 }, 300, after)
  );
  assert.deepEqual(shown.map((page) => page.length), [300, 300, 300, 100]);
  assert.ok(shown[0]!.slice(0, 10).every(({ id }) => id > 990));
  assert.equal(new Set(shown.flat().map(({ id }) => id)).size, 1000);
  db.close();
});

Deno.test("mirrored caches are cut in the same way, those of the origins asked for alone", () => {
  const world = testWorld(), db = new Database(":memory:");
  migrate(db, MIGRATIONS, world);
  const map = mapStore(db, world), mirrors = mirrorStore(db);
  db.writeNow((tx) => {
    for (let n = 1; n <= 300; n++) {
      const origin = n % 3 ? "a.example" : "b.example", place = { lat: 48 + n / 1000, lon: 14.5 };
      const texts = { map: JSON.stringify({ id: n, ...place }), more: "{}" };
      const { id } = mirrors.add(tx, {
        gid: `${origin}:cache:${n}`,
        origin,
        v: n,
        codeKey: `C${n}`,
        ...texts,
      });
      map.putMirror(tx, id, place.lat, place.lon);
    }
  });
  const shown = pages((after) => map.mirrors(BOX, ["a.example"], ["a.example"], 60, after)) as unknown[][];
  assert.deepEqual(shown.map((page) => page.length), [60, 60, 60, 20]);
  const rows = shown.flat() as (Shown & { originTrust: string })[];
  assert.deepEqual(
    rows.map(({ id }) => id),
    Array.from({ length: 300 }, (_, i) => i + 1).filter((n) => n % 3),
  );
  assert.ok(rows.every(({ originTrust }) => originTrust === "trusted"));
  db.close();
});
