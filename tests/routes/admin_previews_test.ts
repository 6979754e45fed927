/** What an operator is shown before a decision, and the lists that administration reads: nothing is changed by looking. */
import assert from "node:assert/strict";
import { KINDS, type ReportedKind } from "../../src/moderation/mod.ts";
import { appTest, refused } from "../kit/app.ts";
import { partner, post } from "../kit/bbs.ts";
import { CACHE, gameApp, north } from "../kit/game.ts";
import { club, FINDER, OWNER, wordOf } from "../kit/moderated.ts";

const LONG = "x".repeat(300) + " the end";

appTest("a report is shown with the whole thing as it is now, and what its removal takes away", {
  FIRST_PARTY_SITES: "OE1GATE-1",
}, async (app) => {
  const { ids, finder, addressee, owner } = await club(app);
  await owner.patch(`/api/caches/${ids.cache}`, { description: LONG, hint: "under a stone" });
  const reporter = (kind: ReportedKind) => kind === "log" ? owner : kind === "mailbox" ? addressee : finder;
  const filed = new Map<ReportedKind, number>();
  for (const kind of KINDS) {
    const made = await reporter(kind).post("/api/reports", { kind, id: ids[kind], category: "spam" });
    assert.equal(made.status, 201, made.text);
    filed.set(kind, made.body.id);
  }
  const before = app.fingerprint();
  const shown = async (kind: ReportedKind) =>
    (await app.operator.get(`/api/admin/moderation/reports/${filed.get(kind)}`)).body;
  for (const kind of KINDS) {
    const { report, item, touches } = await shown(kind);
    assert.deepEqual([report.kind, report.targetId, item.removed], [kind, ids[kind], false]);
    const text = kind === "cache" ? `${LONG}\n\nunder a stone` : wordOf(kind);
    if (kind !== "media") assert.ok(item.text.includes(text), `${kind}: ${item.text}`);
    assert.equal(touches[kind], 1, kind);
    assert.equal(touches.reports, 1, kind);
  }
  const { media } = (await shown("media")).item;
  assert.equal(media.kind, "image");
  assert.equal((await app.visitor.get(media.url)).status, 200, "the photo itself");
  assert.equal(app.fingerprint(), before, "looking changes nothing");
  // What is gone says so.
  await app.operator.post("/api/admin/moderation/remove", { kind: "log", id: ids.log, reason: "not for us" });
  assert.deepEqual((await shown("log")).touches, null);
  await app.operator.post("/api/admin/moderation/remove", { kind: "bbs", id: ids.bbs, reason: "not for us" });
  assert.deepEqual([(await shown("bbs")).item, (await shown("bbs")).touches], [null, null]);
  for (const id of ["77777", "x", "-1"]) {
    await refused(
      app,
      404,
      "report_not_found",
      () => app.operator.get(`/api/admin/moderation/reports/${id}`),
    );
  }
  await refused(app, 401, undefined, () => app.visitor.get("/api/admin/moderation/reports/1"));
  await refused(app, 403, "not_sysop", () => finder.get("/api/admin/moderation/reports/1"));
});

appTest(
  "claims that are open and calls that nothing proves wait for an operator, the newest first",
  {},
  async (app) => {
    const sysop = await app.sysop();
    app.world.pass(60);
    const holder = await app.signIn(FINDER, { verified: false });
    app.world.pass(60);
    await app.signIn(OWNER, { verified: false });
    await app.signIn("OE3BOB");
    const opened = await app.visitor.post("/auth/claims", { callsign: FINDER });
    assert.equal(opened.status, 201, opened.text);
    const list = async () => (await sysop.get("/api/admin/verifications")).body;
    const { claims, unproven } = await list();
    const openedAt = app.world.now();
    assert.deepEqual(claims, [
      { callsign: FINDER, signUp: true, holder: FINDER, openedAt, expiresAt: opened.body.expiresAt },
    ]);
    assert.deepEqual(unproven.map(({ callsign }: { callsign: string }) => callsign), [OWNER, FINDER]);
    // What was decided waits no longer.
    const { holder: { accountId } } = (await sysop.get(`/api/admin/callsigns/${FINDER}`)).body;
    await sysop.post("/api/admin/verifications", {
      callsign: FINDER,
      note: "seen the licence",
      holder: accountId,
    });
    const after = await list();
    assert.deepEqual([after.claims, after.unproven.map(({ callsign }: { callsign: string }) => callsign)], [
      [],
      [OWNER],
    ]);
    await refused(app, 403, "not_sysop", () => holder.get("/api/admin/verifications"));
  },
);

Deno.test("a corrected place is tried first: its pins, its stages, and whose unlocks would go", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn(OWNER), finder = await app.signIn(FINDER);
  const cache = await game.hide(owner, { ...CACHE, type: "multi" });
  const stages = [1, 2].map((n) => ({ n, unlock: "open", ...north(n * 50) }));
  assert.equal((await owner.post(`/api/caches/${cache.id}/stages`, { stages })).status, 200);
  assert.equal((await finder.post(`/api/caches/${cache.id}/stages/1/unlock`, {})).status, 200);
  assert.equal((await finder.post(`/api/caches/${cache.id}/stages/2/unlock`, {})).status, 200);
  await finder.post(`/api/caches/${cache.id}/logs`, { kind: "note", text: "was there" });
  const place = (body: Record<string, unknown>) =>
    app.operator.post(`/api/admin/caches/${cache.id}/place`, { ...north(400), ...body });
  const before = app.fingerprint();
  const tried = await place({ dry: true });
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual([tried.body.dry, tried.body.lat, tried.body.touches], [true, CACHE.lat, {
    logs: 1,
    unlocks: 0,
  }]);
  assert.deepEqual(tried.body.stages.map(({ n }: { n: number }) => n), [1, 2]);
  assert.deepEqual((await place({ dry: true, stageNo: 1 })).body.touches.unlocks, 2);
  assert.deepEqual((await place({ dry: true, stageNo: 2 })).body.touches.unlocks, 1);
  assert.equal(app.fingerprint(), before, "trying changes nothing");
  await refused(app, 404, "stage_not_found", () => place({ dry: true, stageNo: 3 }));
  const done = (await place({ stageNo: 2 })).body;
  assert.deepEqual([done.dry, done.touches.unlocks, done.stages[1].lat.toFixed(5)], [
    undefined,
    1,
    north(400).lat.toFixed(5),
  ]);
  assert.equal((await place({ dry: true, stageNo: 1 })).body.touches.unlocks, 1, "the later one is gone");
  game.close();
});

const PARKS = `"reference","name","active","latitude","longitude"
"AT-9001","River Park","1","48.21","16.77"
"AT-9002","Hill Park","1","48.3","16.7"
"AT-9002","Hill Park","1","48.3","16.7"
"AT-9003","Nowhere","1","",""
`;

Deno.test("an import is counted before it runs, and a place's removal before it goes", async () => {
  const game = gameApp();
  const { app } = game;
  const csv = { "content-type": "text/csv" };
  const counts = ({ imported, updated, unchanged, skipped, dry }: Record<string, unknown>) => [
    imported,
    updated,
    unchanged,
    skipped,
    dry,
  ];
  const run = async (query: string, text = PARKS) =>
    counts((await app.operator.post(`/api/import/pota${query}`, text, csv)).body);
  const before = app.fingerprint();
  assert.deepEqual(await run("?dry=1"), [2, 0, 1, 1, true]);
  assert.equal(app.fingerprint(), before, "counting changes nothing");
  assert.deepEqual(await run("?dry=0"), [2, 0, 1, 1, undefined]);
  assert.deepEqual(await run("?dry=1", PARKS.replace("River", "Lake")), [0, 1, 2, 1, true]);
  const [park] = (await app.operator.get("/api/admin/imports?q=river")).body.places;
  const finder = await app.signIn(FINDER);
  await finder.post(`/api/caches/${park.id}/logs`, { kind: "found" });
  app.db.writeNow((tx) =>
    app.db.change<{ cache: number }>(
      "INSERT INTO rating (account_id, cache_id, stars, at) SELECT min(id), :cache, 4, 1 FROM account",
    )(tx, { cache: park.id })
  );
  const whole = app.fingerprint();
  const shown = await app.operator.delete(`/api/admin/imports/${park.id}`, { dry: true });
  assert.deepEqual(shown.body, {
    removed: false,
    code: "AT-9001",
    touches: { logs: 1, media: 0, ratings: 1 },
    dry: true,
  });
  assert.equal(app.fingerprint(), whole);
  await refused(
    app,
    404,
    "place_not_found",
    () => app.operator.delete("/api/admin/imports/999", { dry: true }),
  );
  assert.equal((await app.operator.delete(`/api/admin/imports/${park.id}`, {})).body.removed, true);
  assert.deepEqual(await run("?dry=1"), [0, 0, 2, 2, true], "what was taken out is skipped");
  game.close();
});

appTest("sessions with partners and White Pages are listed a page at a time, for operators alone", {
  BBS_REGION: "#OE1.AUT.EU",
}, async (app) => {
  await partner(app, "OE3XBB", ["AUT"]);
  await partner(app, "OE5XBB", ["DEU"]);
  const put = app.db.change<{ partner: string; at: number; outcome: string }>(
    "INSERT INTO bbs_attempt (partner, started_at, outcome) VALUES (:partner, :at, :outcome)",
  );
  app.db.writeNow((tx) => {
    for (let n = 1; n <= 5; n++) put(tx, { partner: n % 2 ? "OE3XBB" : "OE5XBB", at: n, outcome: "ok" });
  });
  const log = async (query = "") => (await app.operator.get(`/api/bbs/forward/log${query}`)).body;
  const times = ({ sessions }: { sessions: { startedAt: number }[] }) =>
    sessions.map(({ startedAt }) => startedAt);
  assert.deepEqual(times(await log()), [5, 4, 3, 2, 1]);
  assert.deepEqual(times(await log("?partner=oe5xbb")), [4, 2]);
  const first = await log("?limit=2");
  assert.deepEqual([times(first), first.nextBefore], [[5, 4], first.sessions[1].id]);
  const last = await log(`?limit=3&before=${first.nextBefore}`);
  assert.deepEqual([times(last), last.nextBefore], [[3, 2, 1], null]);
  for (let n = 0; n < 51; n++) {
    const callsign = `OE${n % 10}A${String.fromCharCode(65 + n / 10)}A`;
    const saved = await app.operator.post("/api/bbs/wp", { callsign, homeBbs: "OE1XBB.#OE1.AUT.EU" });
    assert.equal(saved.status, 200, saved.text);
  }
  const pages = async (query = "") => (await app.operator.get(`/api/bbs/wp/pages${query}`)).body;
  const one = await pages();
  assert.deepEqual([one.pages.length, one.pages[0].callsign, one.pages[0].source], [
    50,
    "OE0AAA",
    "operator",
  ]);
  const two = await pages(`?after=${one.nextAfter}`);
  assert.deepEqual([two.pages.map(({ callsign }: { callsign: string }) => callsign), two.nextAfter], [
    ["OE9AEA"],
    null,
  ]);
  const some = await pages("?call=oe3&after=OE0AAA");
  assert.ok(
    some.pages.length === 5 && some.pages.every((one: { callsign: string }) => /^OE3/.test(one.callsign)),
  );
  const member = await app.signIn(OWNER);
  await post(app);
  for (const path of ["/api/bbs/forward/log", "/api/bbs/wp/pages"]) {
    await refused(app, 401, undefined, () => app.visitor.get(path));
    await refused(app, 403, "not_sysop", () => member.get(path));
  }
});
