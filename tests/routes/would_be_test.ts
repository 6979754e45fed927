/** `GET /api/caches/:id/would-be`: what a find would be, said before it is logged, by the rule that judges it then. */
import assert from "node:assert/strict";
import { refused, testApp } from "../kit/app.ts";
import { rf } from "../kit/boxes.ts";
import { find, hide } from "../kit/seed_game.ts";

const SITE = "OE1GATE-10", HOME = { lat: 48.2, lon: 16.37 };
/** A beacon at the cache, and one 1.9 km north of it. */
const AT_CACHE = "OE2FND-7>APRS,WIDE1-1:!4812.00N/01622.20E[";
const NORTH = "OE2FND-7>APRS,WIDE1-1:!4813.00N/01622.20E[";

async function scene() {
  const app = testApp({ FIRST_PARTY_SITES: SITE });
  const { id, code } = await hide(app, "OE3OWN", HOME);
  const finder = await app.signIn("OE2FND");
  const hears = async (raw: string) => {
    const { body } = await app.ingest.post("/ingest", { packets: [rf(app, raw, SITE)] });
    assert.deepEqual(body.rejected, []);
  };
  /** What it would be, after seeing that asking changed nothing. */
  const wouldBe = async () => {
    const before = app.fingerprint();
    const answer = await finder.get(`/api/caches/${code}/would-be`);
    assert.equal(app.fingerprint(), before, "nothing is written");
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  return { app, id, code, finder, hears, wouldBe };
}

for (
  const [what, raw, tier] of [
    ["heard at the cache", AT_CACHE, "A"],
    ["heard elsewhere", NORTH, null],
    ["heard by nobody", undefined, null],
  ] as const
) {
  Deno.test(`${what}, a find would be what it then is, for the same reasons`, async () => {
    const { app, id, finder, hears, wouldBe } = await scene();
    using _end = app;
    if (raw) await hears(raw);
    app.world.pass(60);
    const told = await wouldBe();
    const log = (await finder.post(`/api/caches/${id}/logs`, { kind: "found" })).body;
    assert.deepEqual([told.tier, told.verified, told.at], [tier, tier === "A", app.world.now()]);
    assert.deepEqual([log.tier, log.verified, log.why], [told.tier, told.verified, told.why]);
    assert.equal(told.locked, undefined);
  });
}

Deno.test("a report older than the rule allows would not count", async () => {
  const { app, hears, wouldBe } = await scene();
  using _end = app;
  await hears(AT_CACHE);
  app.world.pass(1801);
  assert.equal((await wouldBe()).tier, null);
});

Deno.test("a last stage that is locked is said; what cannot be logged has no verdict", async () => {
  const { app, id, code, finder, wouldBe } = await scene();
  using _end = app;
  const owner = await app.signIn("OE3OWN");
  const multi = await hide(app, "OE3OWN", { ...HOME, type: "multi" });
  await owner.post(`/api/caches/${multi.id}/stages`, {
    stages: [{ n: 1, unlock: "geo", ...HOME, clue: "Up" }],
  });
  const answer = await finder.get(`/api/caches/${multi.code}/would-be`);
  assert.equal(answer.body.locked, 1, answer.text);
  assert.equal((await wouldBe()).locked, undefined);
  await refused(app, 401, "no_session", () => app.visitor.get(`/api/caches/${code}/would-be`));
  await refused(app, 404, "cache_not_found", () => finder.get("/api/caches/ZZZZ999/would-be"));
  app.db.writeNow((tx) => app.db.sql("UPDATE cache SET removed_at = 1 WHERE id = :id").run(tx, { id }));
  await refused(app, 409, "cache_gone", () => finder.get(`/api/caches/${code}/would-be`));
});

Deno.test("what was heard of others is nobody's business here", async () => {
  const { app, code, hears } = await scene();
  using _end = app;
  await find(app, "OE3ABC", code);
  await hears(AT_CACHE);
  const other = await app.signIn("OE5OTH");
  const { body } = await other.get(`/api/caches/${code}/would-be`);
  assert.deepEqual([body.tier, body.why.candidates], [null, []]);
});
