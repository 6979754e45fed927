/** Fixes that have just come and fixes that were moved to their places read alike. */
import assert from "node:assert/strict";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { BY_DEVICE, BY_RADIO, COPY, fixStore, OTHER } from "../../../src/stations/tables/fix_store.ts";
import { stationStore } from "../../../src/stations/tables/station_store.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("fixes read the same before and after they are moved, and go with their station", async () => {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, testWorld());
  const stations = stationStore(db), fixes = fixStore(db);
  const count = db.sql<never, { settled: number; fresh: number }>(
    "SELECT (SELECT count(*) FROM fix) AS settled, (SELECT count(*) FROM fresh_fix) AS fresh",
  );
  const ids = await db.write((tx) => {
    fixes.putDelivery(tx, { via: "rf", port: "kiss", site: "OE1XXX", credential: "secret", box: "" });
    return ["OE1AAA-9", "OE1BBB"].map((call) => stations.insert(tx, { call, at: 1000, via: "rf" }));
  });
  const [a, b] = ids as [number, number];
  const put = (id: number, from: number, to: number) =>
    db.write((tx) => {
      for (let n = from; n < to; n++) {
        const place = { latE7: 480_000_000 + n, lonE7: 160_000_000 + n };
        fixes.putFix(tx, {
          stationId: id,
          // Each sort is read by itself, and the track reads them as one.
          sort: ([OTHER, BY_RADIO, BY_DEVICE] as const)[n % 3]!,
          at: 1000 + n,
          ...place,
          deliveryId: 1,
          flags: 1,
          ambiguityM: null,
          course: n % 360,
          speedKmh: 5,
          altitudeM: null,
        });
      }
      fixes.settleIfMany(tx);
    });
  const both = { bases: JSON.stringify(["OE1AAA", "OE1BBB"]) };
  const seen = () => ({
    last: fixes.lastFix(a, 5000),
    middle: fixes.lastFix(a, 2500),
    has: fixes.hasFix({ stationId: a, at: 2500, latE7: 480_001_500, lonE7: 160_001_500 }),
    track: fixes.track({ stationId: a, from: 1990, to: 2010, limit: 100 }),
    both: [OTHER, BY_RADIO, BY_DEVICE].map((sort) =>
      fixes.others({ ...both, from: 2000, to: 2003, sort: sort as typeof OTHER, ways: "[]", limit: 100 })
    ),
    byRadio: fixes.byRadio({ ...both, from: 1990, to: 2010, ways: "[1]", middle: 2001, limit: 5 }),
    ways: fixes.radioWays({ ...both, from: 0, to: 9999 }),
  });
  await put(a, 0, 4000);
  await put(b, 0, 3999);
  assert.deepEqual({ ...count.get()! }, { settled: 0, fresh: 7999 });
  const before = seen();
  assert.deepEqual(before.last, { at: 4999, lat: 48.0003999, lon: 16.0003999 });
  assert.equal(before.has, true);
  assert.equal(before.track.length, 21);
  assert.deepEqual(before.both.map((rows) => rows.map((row) => `${row.call} ${row.at}`)), [
    ["OE1AAA-9 2002", "OE1BBB 2002"],
    ["OE1AAA-9 2003", "OE1BBB 2003", "OE1AAA-9 2000", "OE1BBB 2000"],
    ["OE1AAA-9 2001", "OE1BBB 2001"],
  ]);
  assert.deepEqual(before.byRadio.map(({ at }) => at), [2000, 2000, 2003, 2003, 1997], "the nearest in time");
  assert.deepEqual(before.ways.map(({ id }) => id), [1]);
  await put(b, 3999, 4000);
  assert.deepEqual({ ...count.get()! }, { settled: 8000, fresh: 0 });
  assert.deepEqual(seen(), before);
  // The same again changes nothing; a further one is seen beside the moved ones.
  await put(a, 3990, 4001);
  assert.deepEqual(fixes.lastFix(a, 9000)?.at, 5000);
  await db.write((tx) => {
    assert.equal(fixes.pruneFixes(tx, a, 1000 + 3995), 3995 + 5);
    stations.drop(tx, { id: b });
  });
  assert.deepEqual({ ...count.get()! }, { settled: 5, fresh: 6 });
  assert.deepEqual(fixes.radioWays({ bases: '["OE1BBB"]', from: 0, to: 9999 }), []);
  await db.write((tx) => stations.drop(tx, { id: a }));
  assert.deepEqual({ ...count.get()! }, { settled: 0, fresh: 0 });
  db.close();
});

Deno.test("the same fix again is as exact as the better of the two and a point of the track if either was one, in any order", () => {
  for (const settled of [false, true]) {
    for (const order of [[0, 1], [1, 0]] as const) {
      const db = new Database(":memory:");
      migrate(db, MIGRATIONS, testWorld());
      const stations = stationStore(db), fixes = fixStore(db);
      db.writeNow((tx) => {
        const stationId = stations.insert(tx, { call: "OE1AAA", at: 1000, via: "rf" });
        const deliveryId = fixes.putDelivery(tx, {
          ...{ via: "rf", port: "kiss", site: "OE1XXX" },
          ...{ credential: "secret", box: "" },
        });
        const name = {
          stationId,
          sort: BY_RADIO as typeof BY_RADIO,
          at: 1000,
          latE7: 480_000_000,
          lonE7: 160_000_000,
          deliveryId,
        };
        const said = { ...name, course: null, speedKmh: null, altitudeM: null };
        for (const n of order) {
          fixes.putFix(tx, {
            ...said,
            ...[{ flags: 1, ambiguityM: 180 }, { flags: 1 | COPY, ambiguityM: null }][n]!,
          });
          if (settled) {
            for (let i = 0; i < 8000; i++) fixes.putFix(tx, { ...said, at: 9, flags: 1, ambiguityM: null });
          }
          fixes.settleIfMany(tx);
        }
      });
      const [row, ...more] = fixes.byRadio({
        ...{ bases: '["OE1AAA"]', from: 900, to: 1100, ways: "[1]", middle: 1000, limit: 9 },
      });
      assert.deepEqual([row!.flags, row!.ambiguityM, more.length], [1, null, 0]);
      assert.equal(fixes.track({ stationId: 1, from: 900, to: 1100, limit: 9 }).length, 1);
      db.close();
    }
  }
});
