/** What the tier rule is given to look at, and what peers are asked. */
import assert from "node:assert/strict";
import type { CorroborationQuestion } from "../../../src/caches/mod.ts";
import { askPeers, type EvidenceInput, evidenceOf } from "../../../src/caches/finds/gather_evidence.ts";
import { Game } from "../../../src/caches/game.ts";
import { cacheStore } from "../../../src/caches/tables/cache_store.ts";
import { CACHE, gameApp, north, silent } from "../../kit/game.ts";

async function setUp() {
  const asked: CorroborationQuestion[] = [];
  const game = gameApp({ HIDE_DAILY_LIMIT: "0" }, {
    corroborator: { ask: (question) => Promise.resolve((asked.push(question), {})), ...silent },
  });
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND-7");
  const inside = new Game(app.gameNeeds), caches = cacheStore(app.db);
  const person = inside.accounts.holder("OE2FND")!;
  game.stations.set(person.accountId, [{ id: 1, call: "OE2FND-10" }, { id: 2, call: "OE3CLB-1" }]);
  const foundAt = game.world.now();
  const gathered = (id: number, over: Partial<EvidenceInput> = {}) =>
    evidenceOf(
      inside,
      { person, call: "OE2FND-7", readings: [], ...over },
      caches.byId({ id })!,
      foundAt,
    );
  return { game, app, owner, finder, inside, asked, foundAt, gathered };
}

Deno.test("the place is the last stage's where it has one, else the cache's", async () => {
  const { game, owner, gathered } = await setUp();
  const { id } = await game.hide(owner, { type: "multi" });
  const set = (...stages: object[]) => owner.post(`/api/caches/${id}/stages`, { stages });
  assert.deepEqual(gathered(id).place, { kind: "fixed", ...CACHE, lastStage: false });
  await set({ n: 1, unlock: "open", ...north(300) }, { n: 2, unlock: "open", ...north(600) });
  const { lat } = north(600);
  const place = { kind: "fixed", lat: Math.round(lat * 1e7) / 1e7, lon: CACHE.lon, lastStage: true };
  assert.deepEqual(gathered(id).place, place);
  await set({ n: 1, unlock: "open", ...north(300) }, { n: 2, unlock: "open" });
  assert.deepEqual(gathered(id).place, { kind: "fixed", ...CACHE, lastStage: false });
  game.close();
});

Deno.test("a living cache comes with what was heard of its station around the find, and its owner's calls", async () => {
  const { game, app, owner, gathered, foundAt } = await setUp();
  game.stations.set(game.account("OE1OWN"), [{ id: 3, call: "OE1OWN-9" }]);
  const { body: { id } } = await owner.post("/api/my/stations/3/cache", { living: true });
  for (const at of [-7201, -7200, 7200, 7201]) game.heard("OE1OWN-9", { at: foundAt + at });
  game.heard("OE4ELS-9");
  const { place } = gathered(id);
  assert.ok(place.kind === "living");
  assert.deepEqual([place.station, place.ownerBases], ["OE1OWN-9", ["OE1OWN"]]);
  assert.deepEqual(place.fixes.map((fix) => fix.at - foundAt), [7200, -7200]);
  app.db.writeNow((tx) => cacheStore(app.db).setOwner(tx, { id, account: null, call: "WITHDRAWN" }));
  const orphan = gathered(id).place;
  assert.ok(orphan.kind === "living");
  assert.deepEqual(orphan.ownerBases, []);
  game.close();
});

Deno.test("of the logger: his calls and stations, what was heard of the base call within two hours each way", async () => {
  const { game, owner, gathered, foundAt } = await setUp();
  const { id } = await game.hide(owner);
  for (const at of [-7201, -7200, 7200, 7201]) game.heard("OE2FND-9", { at: foundAt + at });
  game.heard("OE3CLB-1");
  const { logger, fixes } = gathered(id);
  assert.deepEqual(logger, {
    accountId: game.account("OE2FND"),
    call: "OE2FND-7",
    bases: ["OE2FND"],
    stations: ["OE2FND-10", "OE3CLB-1"],
    proven: true,
  });
  assert.deepEqual(fixes.map((fix) => [fix.call, fix.at - foundAt]), [["OE2FND-9", 7200], [
    "OE2FND-9",
    -7200,
  ]]);
  game.close();
});

Deno.test("of several readings the one that counts is taken, else the nearest in time, in whatever order they came", async () => {
  const { game, owner, gathered, foundAt } = await setUp();
  const { id } = await game.hide(owner);
  const reading = (over: object = {}) => ({ ...CACHE, accuracyM: 5, at: foundAt, session: true, ...over });
  const elsewhere = reading(north(900)),
    old = reading({ at: foundAt - 600 }),
    stranger = reading({ session: false });
  assert.equal(gathered(id).reading, undefined);
  for (
    const [readings, taken] of [
      [[reading()], reading()],
      [[elsewhere, stranger, reading({ at: foundAt - 100 })], reading({ at: foundAt - 100 })],
      [[old, elsewhere], elsewhere],
      [[stranger], stranger],
    ] as const
  ) {
    assert.deepEqual(gathered(id, { readings }).reading, taken);
    assert.deepEqual(gathered(id, { readings: readings.toReversed() }).reading, taken);
  }
  game.close();
});

Deno.test("a call is proven where it is verified, and the logger's", async () => {
  const { game, app, owner, gathered } = await setUp();
  const { id } = await game.hide(owner);
  const proven = (call = "OE2FND-7") => gathered(id, { call }).logger.proven;
  assert.deepEqual([proven(), proven("OE1OWN"), proven("OE9NOB")], [true, false, false]);
  app.db.writeNow((tx) => app.accounts.unverify(tx, "OE2FND"));
  assert.equal(proven(), false);
  game.close();
});

Deno.test("a tag's code counts only where the logger himself opened the last stage with it", async () => {
  const { game, app, owner, finder, gathered, foundAt } = await setUp();
  const { id } = await game.hide(owner, { type: "multi" });
  const nfc = (n: number, code: string) => ({ n, unlock: "nfc", code });
  await owner.post(`/api/caches/${id}/stages`, { stages: [nfc(1, "x7kq9mvt2r"), nfc(2, "p4zb8wnh3c")] });
  const open = (n: number, code: string, who = finder) =>
    who.post(`/api/caches/${id}/stages/${n}/unlock`, { code });
  await open(1, "x7kq9mvt2r");
  assert.equal(gathered(id).nfc, undefined, "not the last one");
  const other = await app.signIn("OE4OTH");
  await open(1, "x7kq9mvt2r", other);
  await open(2, "p4zb8wnh3c", other);
  assert.equal(gathered(id).nfc, undefined, "somebody else opened it");
  await open(2, "p4zb8wnh3c");
  assert.deepEqual(gathered(id).nfc, { stage: 2, bits: 51, at: foundAt });
  await owner.post(`/api/caches/${id}/stages`, { stages: [{ n: 1, unlock: "open" }] });
  await finder.post(`/api/caches/${id}/stages/1/unlock`, {});
  assert.equal(gathered(id).nfc, undefined, "opened without a code");
  await app.caches.sealed();
  game.close();
});

Deno.test("peers are asked about the find's own time and place, and told whose sites do not count", async () => {
  const { game, owner, inside, asked, foundAt, gathered } = await setUp();
  const { id } = await game.hide(owner);
  assert.deepEqual(await askPeers(inside, gathered(id)), {});
  assert.deepEqual(asked, [{
    call: "OE2FND-7",
    others: ["OE2FND-9", "OE2FND-5", "OE2FND"],
    ...CACHE,
    radiusM: 150,
    since: foundAt - 1800,
    until: foundAt + 60,
    excludeIgates: ["OE2FND", "OE3CLB"],
  }]);
  const nowhere = {
    ...gathered(id),
    place: { kind: "living" as const, station: "OE1OWN-9", ownerBases: [], fixes: [] },
  };
  assert.equal(await askPeers(inside, nowhere), undefined, "nobody knows where it was");
  assert.equal(asked.length, 1);
  game.close();
});
