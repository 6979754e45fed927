/** Ways by which packets arrive keep their numbers: over restarts, over writes that failed, and when there are many. */
import assert from "node:assert/strict";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import type { BoxTrust, TrustView } from "../../../src/stations/evidence/attest.ts";
import type { Delivery } from "../../../src/stations/reception.ts";
import { Deliveries } from "../../../src/stations/evidence/deliveries.ts";
import { fixStore } from "../../../src/stations/tables/fix_store.ts";
import { stationStore } from "../../../src/stations/tables/station_store.ts";
import { testWorld } from "../../kit/world.ts";

const way = (site: string, over: Partial<Delivery> = {}): Delivery => ({
  via: "rf",
  port: "kiss",
  site,
  credential: "secret",
  box: "",
  ...over,
});
const nobody: TrustView = { firstPartySince: () => undefined, boxTrust: () => undefined };

function setUp() {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS, testWorld());
  const fixes = fixStore(db), stations = stationStore(db);
  let puts = 0;
  let reads = 0;
  const { putDelivery, delivery } = fixes;
  fixes.delivery = (named) => {
    reads++;
    return delivery(named);
  };
  fixes.putDelivery = (tx, delivery) => {
    puts++;
    return putDelivery(tx, delivery);
  };
  const open = (trust = nobody) => new Deliveries(fixes, stations, trust);
  return { db, stations, open, puts: () => puts, reads: () => reads };
}

Deno.test("a way is written once, and known again after a restart", () => {
  const { db, open, puts, reads } = setUp();
  const before = open();
  const id = db.writeNow((tx) => before.idOf(tx, way("OE1AAA")));
  const other = db.writeNow((tx) => before.idOf(tx, way("OE1AAA", { port: "agwpe" })));
  assert.notEqual(id, other);
  assert.equal(db.writeNow((tx) => before.idOf(tx, way("OE1AAA"))), id);
  const after = open();
  assert.equal(db.writeNow((tx) => after.idOf(tx, way("OE1AAA"))), id);
  assert.equal(puts(), 2);
  assert.deepEqual(after.of(other), way("OE1AAA", { port: "agwpe" }));
  assert.equal(reads(), 0, "what was read at the start is not read again");
  assert.throws(() => after.of(99), /delivery 99 is not there/);
  assert.deepEqual(before.of(other), way("OE1AAA", { port: "agwpe" }));
  assert.equal(reads(), 1);
  db.close();
});

Deno.test("a way whose write failed is written again", () => {
  const { db, open, puts } = setUp();
  const deliveries = open();
  let lost = 0;
  assert.throws(() =>
    db.writeNow((tx) => {
      lost = deliveries.idOf(tx, way("OE1AAA"));
      throw new Error("disk full");
    }), /disk full/);
  deliveries.forget();
  assert.throws(() => deliveries.of(lost), /is not there/);
  const id = db.writeNow((tx) => deliveries.idOf(tx, way("OE1AAA")));
  assert.equal(puts(), 2);
  assert.deepEqual(open().of(id), way("OE1AAA"));
  assert.deepEqual(deliveries.of(id), way("OE1AAA"));
  db.close();
});

Deno.test("what is forgotten because there is too much of it is read again", () => {
  const { db, open, puts, reads } = setUp();
  const deliveries = open();
  const ids = db.writeNow((tx) =>
    Array.from({ length: 5000 }, (_, n) => deliveries.idOf(tx, way("OE1AAA", { box: String(n) })))
  );
  db.writeNow((tx) => deliveries.idOf(tx, way("OE1AAA", { box: "0" })));
  assert.equal(puts(), 5000, "five thousand are kept");
  db.writeNow((tx) => deliveries.idOf(tx, way("OE1AAA", { box: "one more" })));
  assert.equal(
    db.writeNow((tx) => deliveries.idOf(tx, way("OE1AAA", { box: "0" }))),
    ids[0],
    "the same number",
  );
  assert.equal(puts(), 5002, "the rest was forgotten, in both directions");
  for (let again = 0; again < 2; again++) {
    assert.deepEqual(deliveries.of(ids[77]!), way("OE1AAA", { box: "77" }));
    assert.equal(reads(), 1, "read when it is asked for, once");
  }
  db.close();
});

Deno.test("a hearing carries the place of its site where that is known", () => {
  const { db, stations, open } = setUp();
  const site = db.writeNow((tx) => stations.insert(tx, { call: "OE1AAA", at: 1000, via: "rf" }));
  const deliveries = open();
  const placeOf = () => {
    const { lat, lon } = deliveries.hearing(way("OE1AAA"), true, 1000);
    return [lat, lon];
  };
  assert.deepEqual(placeOf(), [undefined, undefined]);
  const set = db.change<{ id: number; lat: number | null; lon: number | null }>(
    "UPDATE station SET lat_e7 = :lat, lon_e7 = :lon WHERE id = :id",
  );
  db.writeNow((tx) => set(tx, { id: site, lat: 482_000_000, lon: 163_000_000 }));
  assert.deepEqual(placeOf(), [48.2, 16.3]);
  db.writeNow((tx) => set(tx, { id: site, lat: 482_000_000, lon: null }));
  assert.deepEqual(placeOf(), [undefined, undefined], "half a place is none");
  assert.deepEqual("lat" in deliveries.hearing(way(""), true, 1000), false);
  db.close();
});

Deno.test("a hearing says whose box brought it: its owner and the call that it was enrolled for, as they are now", () => {
  const { db, open } = setUp();
  const trusted = { since: 0, sites: new Map([["OE1AAA", 0]]) };
  const boxes: Record<string, BoxTrust> = {
    attic: { ...trusted, ownerAccountId: 7, enrolledFor: "OE1AAA" },
    club: trusted,
  };
  const deliveries = open({ firstPartySince: () => 0, boxTrust: (id) => boxes[id] });
  const by = (over: Partial<Delivery>) => deliveries.hearing(way("OE1AAA", over), true, 1000).deliveredBy;
  assert.deepEqual(by({ credential: "box", box: "attic" }), {
    kind: "box",
    box: "attic",
    ownerAccountId: 7,
    enrolledFor: "OE1AAA",
  });
  assert.deepEqual(by({ credential: "box", box: "club" }), { kind: "box", box: "club" });
  assert.deepEqual(by({ credential: "box", box: "revoked" }), { kind: "box", box: "revoked" });
  assert.deepEqual(by({ credential: "secret", box: "attic" }), { kind: "secret" }, "the secret is no box");
  delete boxes.attic!.ownerAccountId;
  boxes.attic!.enrolledFor = "OE9NEW";
  assert.deepEqual(by({ credential: "box", box: "attic" }), {
    kind: "box",
    box: "attic",
    enrolledFor: "OE9NEW",
  });
  db.close();
});
