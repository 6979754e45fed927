/** From receivers to a find's tier: whose hearing counts, in what order copies came, and what a change of hands ends. */
import assert from "node:assert/strict";
import { type Client, refused, type TestApp, testApp } from "../kit/app.ts";
import { enrolBox, rf, type TestBox } from "../kit/boxes.ts";
import { hide } from "../kit/seed_game.ts";
import { signUp } from "../kit/people.ts";

const PATHS = { direct: "APRS,WIDE1-1", digipeated: "APRS,OE9DIG*", counted: "APRS,WIDE2-1" };
const beacon = (path = PATHS.direct) => `OE2FND-7>${path}:!4812.00N/01622.20E[`;
const toService = (text: string, path = PATHS.direct) => `OE2FND-7>${path}::OE1SYS-15:${text}`;

async function scene(env: Record<string, string> = {}) {
  const app = testApp({ FIRST_PARTY_SITES: "OE1GATE-10", ...env });
  const { id, code } = await hide(app, "OE3OWN", { lat: 48.2, lon: 16.37 });
  const finder = await app.signIn("OE2FND");
  const tier = async () => {
    const { logs } = (await finder.get(`/api/caches/${id}/logs`)).body;
    return logs.map((log: { tier: string | null }) => log.tier);
  };
  return { app, code, finder, tier };
}
/** Pairs a box with the account that is signed in. */
async function pair(box: TestBox, who: Client): Promise<void> {
  const { body } = await box.post(`/api/box/${box.id}/pair`, {});
  const claimed = await who.post(`/api/box/${box.id}/claim`, { code: body.code });
  assert.equal(claimed.status, 200, claimed.text);
}
const found = (app: TestApp, code: string, site: string) => [
  rf(app, beacon(), site),
  rf(app, toService(`FOUND ${code}`), site),
];

for (
  const [what, path, more, tier] of [
    ["directly", PATHS.direct, {}, "A"],
    ["directly, by the box's own sound card", PATHS.direct, { port: "soundcard" }, "A"],
    ["through a digipeater", PATHS.digipeated, {}, null],
    ["with an alias that was counted down", PATHS.counted, {}, null],
    ["as a receiver says not directly", PATHS.direct, { direct: false }, null],
    ["by nobody in particular", PATHS.direct, { site: null }, null],
  ] as const
) {
  Deno.test(`a beacon heard ${what} makes Tier ${tier ?? "nothing"}`, async () => {
    const { app, code, tier: tiers } = await scene();
    using _end = app;
    await app.ingest.post("/ingest", { packets: [rf(app, beacon(path), "OE1GATE-10", more)] });
    await app.ingest.post("/ingest", { packets: [rf(app, toService(`FOUND ${code}`), "OE1GATE-10")] });
    assert.deepEqual(await tiers(), [tier]);
  });
}

for (const settled of [false, true]) {
  for (const first of ["direct", "digipeated"] as const) {
    Deno.test(`a site's ${first} copy first, the other later: heard directly${settled ? ", fixes moved" : ""}`, async () => {
      const { app, code, tier } = await scene({ FIRST_PARTY_SITES: "OE1GATE-10,OE4GATE-10" });
      using _end = app;
      const order = first === "direct" ? [PATHS.direct, PATHS.digipeated] : [PATHS.digipeated, PATHS.direct];
      const settle = () =>
        settled && app.db.writeNow((tx) => {
          app.db.exec(tx, "INSERT INTO fix SELECT * FROM fresh_fix; DELETE FROM fresh_fix");
        });
      const post = async (raw: string, site: string) => {
        const reply = await app.ingest.post("/ingest", { packets: [rf(app, raw, site)] });
        settle();
        return reply.body;
      };
      assert.deepEqual(await post(beacon(order[0]), "OE1GATE-10"), {
        accepted: 1,
        duplicates: 0,
        rejected: [],
      });
      assert.deepEqual(await post(beacon(order[1]), "OE1GATE-10"), {
        accepted: 0,
        duplicates: 1,
        rejected: [],
      });
      const [fix] = app.stations.fixes(["OE2FND"], 0, app.world.now() + 60);
      assert.deepEqual(fix!.hearings.map(({ site, direct }) => [site, direct]), [["OE1GATE-10", true]]);
      // The same of a second site, whose copies are further hearings.
      await post(beacon(order[0]), "OE4GATE-10");
      await post(beacon(order[1]), "OE4GATE-10");
      await post(beacon(PATHS.digipeated), "OE4GATE-10");
      const [again] = app.stations.fixes(["OE2FND"], 0, app.world.now() + 60);
      assert.deepEqual(again!.hearings.map(({ site, direct }) => [site, direct]), [
        ["OE1GATE-10", true],
        ["OE4GATE-10", true],
      ]);
      await app.ingest.post("/ingest", { packets: [rf(app, toService(`FOUND ${code}`), "OE1GATE-10")] });
      assert.deepEqual(await tier(), ["A"]);
      app.stations.tidy();
      const { mheard } = (await app.visitor.get("/api/node/mheard")).body;
      assert.equal(mheard[0].count, 3, "two direct beacons and one direct message");
    });
  }
}

Deno.test("a better copy that cannot be stored is forgotten, and taken when it comes again", async () => {
  const { app } = await scene();
  using _end = app;
  await app.ingest.post("/ingest", { packets: [rf(app, beacon(PATHS.digipeated), "OE1GATE-10")] });
  app.db.writeNow((tx) =>
    app.db.exec(tx, "CREATE TRIGGER full BEFORE INSERT ON fresh_fix BEGIN SELECT RAISE(FAIL, 'no room'); END")
  );
  const reply = await app.ingest.post("/ingest", { packets: [rf(app, beacon(), "OE1GATE-10")] });
  assert.deepEqual(reply.body.rejected, [{ list: "packets", index: 0, reason: "not_storable" }]);
  app.db.writeNow((tx) => app.db.exec(tx, "DROP TRIGGER full"));
  const direct = () => app.stations.fixes(["OE2FND"], 0, app.world.now() + 60)[0]!.direct;
  assert.equal(direct(), false);
  await app.ingest.post("/ingest", { packets: [rf(app, beacon(), "OE1GATE-10")] });
  assert.equal(direct(), true);
});

Deno.test("what the logger's own box heard does not count: paired with him, or enrolled for a call of his", async () => {
  for (
    const [what, callsign, paired, expected] of [
      ["somebody's box", undefined, false, "A"],
      ["the logger's box", undefined, true, null],
      ["a box for the logger's call", "OE2FND", false, null],
      ["a box for another's call", "OE4BOX", false, "A"],
    ] as const
  ) {
    const { app, code, finder, tier } = await scene();
    using _end = app;
    const site = callsign === undefined ? "OE4BOX-10" : `${callsign}-10`;
    const box = await enrolBox(app, "attic", { sites: [site], ...(callsign ? { callsign } : {}) });
    if (paired) await pair(box, finder);
    const { body } = await box.post("/ingest", { packets: found(app, code, site) });
    assert.deepEqual(body.rejected, [], what);
    assert.deepEqual(await tier(), [expected], what);
  }
});

Deno.test("a call is not proven by the claimant's own box", async () => {
  for (
    const [what, callsign, paired, expected] of [
      ["somebody's box", undefined, false, true],
      ["the claimant's box", undefined, true, false],
      ["a box for the claimant's call", "OE2FND", false, false],
    ] as const
  ) {
    using app = testApp();
    const site = callsign === undefined ? "OE4BOX-10" : `${callsign}-10`;
    const box = await enrolBox(app, "attic", { sites: [site], ...(callsign ? { callsign } : {}) });
    const { client } = await signUp(app, "OE2FND");
    if (paired) await pair(box, client);
    const { text } = (await client.post("/verify/aprs/start", {})).body;
    await box.post("/ingest", { packets: [rf(app, toService(`${text}{7`), site)] });
    assert.equal(app.accounts.isVerified("OE2FND"), expected, what);
  }
});

Deno.test("a box that goes to another account is trusted no more, and what it heard before attests nothing", async () => {
  const { app, code, finder, tier } = await scene();
  using _end = app;
  const box = await enrolBox(app, "attic", { sites: ["OE4BOX-10"] });
  await pair(box, finder);
  await box.post("/ingest", { packets: [rf(app, beacon(), "OE4BOX-10")] });
  // Paired again with the same account, nothing changes.
  await pair(box, finder);
  const trust = async () => (await app.operator.get("/api/admin/boxes")).body.boxes[0].trust;
  assert.deepEqual((await trust()).sites, ["OE4BOX-10"]);
  app.world.pass(30);
  await pair(box, await app.signIn("OE5TWO"));
  assert.equal(await trust(), null);
  // The operator trusts it in its new hands: what it heard in the old ones stays nothing.
  await app.operator.post("/api/admin/boxes/attic/trust", { trusted: true, sites: ["OE4BOX-10"] });
  assert.equal((await finder.post(`/api/caches/${code}/logs`, { kind: "found" })).status, 201);
  assert.deepEqual(await tier(), [null]);
  const [old] = app.stations.fixes(["OE2FND"], 0, app.world.now());
  assert.match(old!.hearings[0]!.flaw!.text, /changed hands/);
  app.world.pass(60);
  await box.post("/ingest", { packets: [rf(app, beacon().replace("[", "[later"), "OE4BOX-10")] });
  const [fresh] = app.stations.fixes(["OE2FND"], 0, app.world.now());
  assert.equal(fresh!.hearings[0]!.trusted, true);
});

Deno.test("a box that is enrolled anew attests nothing of what it heard before", async () => {
  const { app } = await scene();
  using _end = app;
  const box = await enrolBox(app, "attic", { sites: ["OE4BOX-10"] });
  await box.post("/ingest", { packets: [rf(app, beacon(), "OE4BOX-10")] });
  const hearing = () => app.stations.fixes(["OE2FND"], 0, app.world.now())[0]!.hearings[0]!;
  assert.equal(hearing().trusted, true);
  app.world.pass(30);
  await app.operator.post("/api/admin/boxes/attic/revoke", {});
  assert.match(hearing().flaw!.text, /not enrolled/);
  await enrolBox(app, "attic", { sites: ["OE4BOX-10"] });
  assert.match(hearing().flaw!.text, /changed hands/);
});

Deno.test("trust counts from when it is given, and since the enrolment where the operator takes in what was heard", async () => {
  const { app, code, finder, tier } = await scene();
  using _end = app;
  const enrolled = app.world.now();
  const box = await enrolBox(app, "attic", {});
  app.world.pass(60);
  await box.post("/ingest", { packets: [rf(app, beacon(), "OE4BOX-10")] });
  assert.equal((await finder.post(`/api/caches/${code}/logs`, { kind: "found" })).status, 201);
  app.world.pass(60);
  const trust = (more: Record<string, unknown> = {}) =>
    app.operator.post("/api/admin/boxes/attic/trust", { trusted: true, sites: ["OE4BOX-10"], ...more });
  await refused(app, 409, "before_enrolment", () => trust({ since: enrolled - 1 }));
  await refused(app, 400, "invalid_body", () => trust({ since: "yesterday" }));
  assert.equal((await trust()).status, 200);
  assert.deepEqual(await tier(), [null], "what it heard before counts for nothing");
  assert.equal((await trust({ since: enrolled })).body.trust.trustedAt, enrolled);
  await app.jobs.find((job) => job.name === "open-finds")!.run();
  assert.deepEqual(await tier(), ["A"]);
  const [last] = app.db.sql<never, { action: string; reason: string }>(
    "SELECT action, reason FROM audit_log ORDER BY id DESC LIMIT 1",
  ).all();
  assert.match(`${last!.action} ${last!.reason}`, /^trust OE4BOX-10 since \d+$/);
  // Trust that was given for longer is not cut short by a later time.
  await trust({ since: app.world.now() });
  assert.equal((await trust()).body.trust.trustedAt, enrolled);
  // In other hands it begins anew: not further back than that.
  app.world.pass(60);
  await pair(box, finder);
  await pair(box, await app.signIn("OE5TWO"));
  await refused(app, 409, "before_enrolment", () => trust({ since: enrolled }));
});
