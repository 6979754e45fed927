/** First to find and first to be heard, as the answer to a log and the find's own page say it. */
import assert from "node:assert/strict";
import { testApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { find, hide } from "../kit/seed_game.ts";

const SITE = "OE1GATE-10", HOME = { lat: 48.2, lon: 16.37 };

Deno.test("the first find that counts is the first, a later one that is heard the first to be heard, and a taken back one neither", async () => {
  using app = testApp({ FIRST_PARTY_SITES: SITE });
  const { code, createdAt } = await hide(app, "OE3OWN", HOME);
  const firstsOf = async (id: number) => (await app.visitor.get(`/api/finds/${id}`)).body.log.firsts;
  app.world.pass(60);
  const nothing = await app.signIn("OE5NIX");
  const unproven = (await nothing.post(`/api/caches/${code}/logs`, { kind: "found" })).body;
  assert.deepEqual(
    [unproven.tier, unproven.firsts],
    [null, undefined],
    "what does not count is first of nothing",
  );
  const placed = await find(app, "OE3FND", code);
  assert.deepEqual(await firstsOf(placed.id), ["find"]);
  app.world.pass(60);
  await app.ingest.post("/ingest", {
    packets: [rf(app, "OE2FND-7>APRS,WIDE1-1:!4812.00N/01622.20E[", SITE)],
  });
  const finder = await app.signIn("OE2FND");
  const heard = (await finder.post(`/api/caches/${code}/logs`, { kind: "found" })).body;
  assert.deepEqual([heard.tier, heard.firsts], ["A", ["heard"]]);
  assert.deepEqual(await firstsOf(placed.id), ["find"], "it was there before");
  const third = await find(app, "OE4FND", code);
  assert.equal(await firstsOf(third.id), undefined);
  const dnf = await find(app, "OE6FND", code, { kind: "DNF" });
  assert.equal(await firstsOf(dnf.id), undefined);
  app.db.writeNow((tx) =>
    app.db.sql("UPDATE log SET removed_at = 1 WHERE id = :id").run(tx, { id: placed.id })
  );
  assert.deepEqual(await firstsOf(heard.id), ["find", "heard"]);
  assert.equal((await app.visitor.get(`/api/finds/${heard.id}`)).body.cache.createdAt, createdAt);
});

Deno.test("at a cache for radio finds the phone's word is the first of nothing", async () => {
  using app = testApp({ FIRST_PARTY_SITES: SITE });
  const { code } = await hide(app, "OE3OWN", { ...HOME, minTrust: "A" });
  const { id } = await find(app, "OE3FND", code);
  assert.equal((await app.visitor.get(`/api/finds/${id}`)).body.log.firsts, undefined);
});
