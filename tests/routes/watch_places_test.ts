/** Watched places over HTTP: who is told of a new cache around one, and of one whose first find is open; once of each. */
import assert from "node:assert/strict";
import { livePersonalData } from "../../src/live/personal_data.ts";
import { refused, type TestApp, testApp } from "../kit/app.ts";
import { find, hide, member } from "../kit/seed_game.ts";
import { instance, withInstances } from "./federation/instances.ts";

const club = (env: Record<string, string> = {}) => testApp({ OPERATOR_LINKS_FOR_ANY_CALL: "1", ...env });
const PLACE = { lat: 48.2, lon: 16.37, radiusKm: 20, newCaches: true, firstFinds: true };
const rows = ({ db }: TestApp, table: string) =>
  db.row<Record<never, never>, { n: number }>(`SELECT count(*) AS n FROM ${table}`)({})!.n;
type Member = Awaited<ReturnType<TestApp["signIn"]>>;
const told = async (member: Member) =>
  (await member.get("/api/watch/alerts")).body.alerts.map((
    { kind, title, farM }: { kind: string; title: string; farM: number },
  ) => [kind, title, Math.round(farM / 1000)]);

Deno.test("watched places: made, listed, limited, removed; another's is not there", async () => {
  using app = club();
  const [alice, bob] = [await app.signIn("OE1ABC"), await app.signIn("DL1XYZ")];
  await refused(app, 401, "no_session", () => app.visitor.get("/api/watch/places"));
  const made = await alice.post("/api/watch/places", { ...PLACE, lat: 48.20849, lon: 16.37208 });
  assert.equal(made.status, 201);
  const { id, ...kept } = made.body;
  // As exact as a hundred metres: it may be somebody's home.
  assert.deepEqual(kept, {
    ...{ lat: 48.208, lon: 16.372, radiusM: 20_000, newCaches: true, firstFinds: true },
    addedAt: app.world.now(),
  });
  for (
    const [wrong, field] of [
      [{ radiusKm: 0 }, "radiusKm"],
      [{ radiusKm: 201 }, "radiusKm"],
      [{ radiusKm: 1.5 }, "radiusKm"],
      [{ lat: 90.1 }, "lat"],
      [{ lon: -180.1 }, "lon"],
      [{ newCaches: "yes" }, "newCaches"],
    ] as const
  ) {
    const { body } = await refused(
      app,
      400,
      undefined,
      () => alice.post("/api/watch/places", { ...PLACE, ...wrong }),
    );
    assert.ok(JSON.stringify(body).includes(field), field);
  }
  const nothing = { ...PLACE, newCaches: false, firstFinds: false };
  await refused(app, 400, "nothing_watched", () => alice.post("/api/watch/places", nothing));
  await refused(app, 404, "watch_unknown", () => bob.delete(`/api/watch/places/${id}`));
  await refused(app, 404, "watch_unknown", () => alice.delete("/api/watch/places/x"));
  assert.deepEqual((await bob.get("/api/watch/places")).body, { places: [], limit: 10 });
  for (let n = 1; n < 10; n++) assert.equal((await alice.post("/api/watch/places", PLACE)).status, 201);
  const { body } = await refused(app, 409, "places_full", () => alice.post("/api/watch/places", PLACE));
  assert.equal(body.limit, 10);
  assert.equal((await alice.delete(`/api/watch/places/${id}`)).status, 200);
  assert.equal((await alice.get("/api/watch/places")).body.places.length, 9);
});

Deno.test("a new cache is told to who watches around it, once, with its title and how far it is; never to its owner", async () => {
  using app = club();
  const [alice, bob, owner] = [
    await app.signIn("OE1ABC"),
    await app.signIn("DL1XYZ"),
    await app.signIn("OE1XYZ"),
  ];
  for (const member of [alice, owner]) await member.post("/api/watch/places", PLACE);
  await alice.post("/api/watch/places", { ...PLACE, lat: 48.25, radiusKm: 5 });
  await bob.post("/api/watch/places", { ...PLACE, firstFinds: false, radiusKm: 3 });
  const { id } = await hide(app, "OE1XYZ", { title: "The spring", lat: 48.25, lon: 16.37 });
  // Of two places the nearer one is told; the corner of a box is not in its circle.
  assert.deepEqual(await told(alice), [["new_cache", "The spring", 0]]);
  assert.deepEqual([await told(bob), await told(owner)], [[], []]);
  await hide(app, "OE1XYZ", { title: "The corner", lat: 48.36, lon: 16.62 });
  await hide(app, "OE1XYZ", { title: "Not yet", lat: 48.21, lon: 16.37, status: "draft" });
  await hide(app, "OE1XYZ", { title: "For few", lat: 48.21, lon: 16.37, unlisted: true });
  assert.equal((await told(alice)).length, 1);
  // Whatever its owner changes: of one cache one hears once.
  await owner.patch(`/api/caches/${id}`, { title: "The cold spring" });
  await owner.patch(`/api/caches/${id}`, { status: "disabled" });
  await owner.patch(`/api/caches/${id}`, { status: "active" });
  await owner.patch(`/api/caches/${id}`, { unlisted: true });
  await owner.patch(`/api/caches/${id}`, { unlisted: false });
  assert.deepEqual(await told(alice), [["new_cache", "The spring", 0]]);
});

Deno.test("an open first find is told once it can be made, and not where somebody has made it", async () => {
  using app = club();
  const alice = await app.signIn("OE1ABC"), owner = await app.signIn("OE1XYZ");
  await alice.post("/api/watch/places", { ...PLACE, newCaches: false });
  const open = await hide(app, "OE1XYZ", { title: "The mast", lat: 48.21, lon: 16.37, status: "disabled" });
  await hide(app, "OE1XYZ", { title: "The ferry", lat: 48.28, lon: 16.37 });
  assert.deepEqual(await told(alice), [["first_open", "The ferry", 9]]);
  await owner.patch(`/api/caches/${open.id}`, { status: "active" });
  assert.deepEqual(await told(alice), [["first_open", "The mast", 1], ["first_open", "The ferry", 9]]);
  const text = (await alice.get("/api/watch/alerts")).body.alerts[0];
  assert.deepEqual([text.code, text.callsign], [open.code, "OE1XYZ"]);
  // One that somebody has found first is no news when it comes back.
  await alice.post("/api/watch/seen");
  const late = await hide(app, "OE1XYZ", { title: "The cave", lat: 48.9, lon: 16.37 });
  await find(app, "DL1XYZ", late.code);
  app.db.writeNow((tx) => app.db.sql("UPDATE log SET tier = 'A' WHERE kind = 'found'").run(tx, {}));
  await alice.post("/api/watch/places", { ...PLACE, lat: 48.9, newCaches: false });
  await owner.patch(`/api/caches/${late.id}`, { status: "disabled" });
  await owner.patch(`/api/caches/${late.id}`, { status: "active" });
  assert.equal((await told(alice)).length, 2);
});

Deno.test("a place beside the date line is watched on both sides of it, and stands in the export", async () => {
  using app = club();
  const alice = await app.signIn("OE1ABC");
  await alice.post("/api/watch/places", { ...PLACE, lat: 0, lon: 179.95 });
  await hide(app, "OE1XYZ", { title: "Tomorrow", lat: 0, lon: -179.95 });
  assert.deepEqual(await told(alice), [["new_cache", "Tomorrow", 11]]);
  const exported = JSON.stringify((await alice.post("/api/account/me/export")).body);
  assert.ok(
    exported.includes('"watchedPlaces":[{"lat":0,"lon":179.95,"radiusM":20000'),
    exported.slice(0, 400),
  );
  assert.equal(rows(app, "place_watch_box"), 1);
  app.db.writeNow((tx) => app.db.sql("DELETE FROM place_watch").run(tx, {}));
  assert.equal(rows(app, "place_watch_box"), 0);
});

Deno.test("erasing takes what one watches and of what one was told, of that member alone", async () => {
  using app = club();
  const TABLES = ["place_watch", "place_watch_box", "place_watch_told", "place_watch_mirror"];
  const alice = await app.signIn("OE1ABC"), bob = await app.signIn("DL1XYZ");
  for (const one of [alice, bob]) await one.post("/api/watch/places", PLACE);
  await hide(app, "OE1XYZ", { title: "The spring", status: "disabled" });
  app.db.writeNow((tx) =>
    app.db.sql("INSERT INTO place_watch_mirror SELECT account_id, 'b.example:cache:1', 1 FROM place_watch")
      .run(
        tx,
        {},
      )
  );
  const counts = () => TABLES.map((table) => rows(app, table));
  assert.deepEqual(counts(), [2, 2, 2, 2]);
  // By the area itself: that the account's row goes after it would hide what it forgot.
  const { accountId } = member(app, "OE1ABC");
  const { erase } = livePersonalData(app.db, { refresh: () => {} });
  app.db.writeNow((tx) => erase(tx, { accountId, bases: ["OE1ABC"] }));
  assert.deepEqual(counts(), [1, 1, 1, 1]);
  assert.equal((await told(bob)).length, 1);
  await bob.post("/api/account/DL1XYZ/delete");
  assert.deepEqual(counts(), [0, 0, 0, 0]);
});

Deno.test("a new cache of a trusted neighbour is told once; not an old one, an unvetted neighbour's, or an imported one", async () => {
  const a = instance("a.example"), b = instance("b.example", { FED_PEERS: a.url });
  await withInstances([a, b], async () => {
    const owner = await a.signIn("OE1ABC"), alice = await b.signIn("OE3XYZ");
    await alice.post("/api/watch/places", PLACE);
    const publish = async (title: string, over: object = {}) =>
      (await owner.post("/api/caches", { title, lat: 48.2, lon: 16.37, ...over })).body.id as number;
    const change = (id: number, body: Record<string, unknown>) => owner.patch(`/api/caches/${id}`, body);
    const pull = async () => {
      const { body } = await b.operator.post("/federation/sync");
      assert.deepEqual(body.errors, []);
    };
    const trust = { url: a.url, trust: "trusted", fingerprint: a.keyPrint };
    await publish("Of whoever");
    await pull();
    assert.deepEqual(await told(alice), []);
    assert.equal((await b.operator.post("/federation/peers/trust", trust)).status, 200);
    const id = await publish("Mill");
    const unlisted = await publish("For few", { unlisted: true });
    await publish("Too far", { lat: 49 });
    await pull();
    assert.deepEqual(await told(alice), [["new_cache", "Mill", 0]]);
    // It leads to the neighbour's cache, whatever has the same code here.
    const [alert] = (await alice.get("/api/watch/alerts")).body.alerts;
    assert.deepEqual([alert.code.split(":")[0], alert.callsign], ["a.example", "OE1ABC"]);
    assert.equal((await alice.get(`/api/caches/${encodeURIComponent(alert.code)}`)).body.title, "Mill");
    // Changed, taken off the map, gone and come back: it is the same cache.
    for (const body of [{ title: "Old mill" }, { unlisted: true }, { unlisted: false }]) {
      await change(id, body);
      await pull();
    }
    for (const scope of ["local", "federated"]) {
      await change(id, { scope });
      await pull();
    }
    assert.equal((await told(alice)).length, 1);
    // Listed later, it is new then.
    await change(unlisted, { unlisted: false });
    await pull();
    assert.deepEqual(await told(alice), [["new_cache", "For few", 0], ["new_cache", "Mill", 0]]);
    // One that was there long before this instance read of it.
    await publish("Long there");
    b.world.pass(31 * 86_400);
    a.world.pass(31 * 86_400);
    await pull();
    await hide(b, "OE1SYS", { title: "Of a catalogue", source: "import" });
    assert.equal((await told(await b.signIn("OE3XYZ"))).length, 2);
  });
});

Deno.test("of many caches that one owner publishes at once twenty are told in an hour", async () => {
  using app = club({ HIDE_DAILY_LIMIT: "0" });
  const alice = await app.signIn("OE1ABC");
  await alice.post("/api/watch/places", PLACE);
  for (let n = 0; n < 24; n++) {
    await hide(app, "OE1XYZ", { title: `Cache ${n}`, lat: 48.2 + n / 1000, lon: 16.37 });
  }
  assert.equal((await told(alice)).length, 20);
});
