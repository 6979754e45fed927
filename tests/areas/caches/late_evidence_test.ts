/** Evidence that comes late, through the program's own doors: what it makes of a find, and of everything that counts it. */
import assert from "node:assert/strict";
import { type Client, refused, type TestApp, testApp } from "../../kit/app.ts";
import { enrolBox, rf } from "../../kit/boxes.ts";

const CACHE = { lat: 48.2, lon: 16.3 };
const SITE = "OE1XYZ-10", HOUR = 3600, DAY = 86_400;
/** Where the finder is, and 60 km off, as a handheld says it. */
const HERE = "!4812.01N/01618.00E[on foot", AWAY = "!4845.00N/01618.00E[on foot";

async function scene(env: Record<string, string> = {}, options: { verified?: boolean } = {}) {
  const app = testApp({ FIRST_PARTY_SITES: SITE, HIDE_DAILY_LIMIT: "0", ...env });
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND", options);
  const { code, id } = (await owner.post("/api/caches", { title: "Old mill", ...CACHE })).body;
  const path = `/api/caches/${code}/logs`;
  const find = (over: object = {}, who: Client = finder) => who.post(path, { kind: "found", ...over });
  return { app, owner, finder, code, id, path, find, see: seer(app, finder) };
}

/** A log as its writer sees it, and what its record was last. */
function seer(app: TestApp, finder: Client) {
  return {
    log: async (id: number) => (await finder.get(`/api/finds/${id}`)).body.log,
    alerts: async (who: Client) =>
      (await who.get("/api/watch/alerts")).body.alerts.map(({ kind, find }: { kind: string; find: number }) =>
        `${kind} ${find}`
      ),
    open: () => app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM open_find").get()!.n,
  };
}

/** What a trusted site heard `at`, posted now. */
async function hear(app: TestApp, at: number, more: { text?: string; call?: string; item?: object } = {}) {
  const { text = HERE, call = "OE2FND-7", item = {} } = more;
  const packet = { ...rf(app, `${call}>APRS,WIDE1-1:${text}`, SITE), heardAt: at, ...item };
  const answer = await app.ingest.post("/ingest", { packets: [packet] });
  assert.equal(answer.status, 200, answer.text);
}

for (
  const [name, lateS, offset, tier] of [
    ["2 s late", 2, -60, "A"],
    ["an hour late", HOUR, -60, "A"],
    ["6 days late", 6 * DAY, -60, "A"],
    ["sent 20 s after the log", 25, 20, "A"],
    ["sent at the end of the minute", 61, 60, "A"],
    ["sent a second later than that", 62, 61, null],
    ["sent half an hour before", 2, -1800, "A"],
    ["sent a second earlier than that", 2, -1801, null],
  ] as const
) {
  Deno.test(`a beacon that comes ${name} makes the find what it would have been`, async () => {
    const { app, find, see } = await scene();
    using _end = app;
    const { body: log } = await find();
    assert.deepEqual([log.tier, log.open.missing], [null, ["hearing", "reading"]]);
    assert.equal(log.open.until, log.foundAt + 7 * DAY);
    app.world.pass(lateS);
    await hear(app, log.foundAt + offset);
    const now = await see.log(log.id);
    assert.equal(now.tier, tier);
    assert.equal(now.open === undefined, tier === "A");
  });
}

Deno.test("a rise is told once to the finder, the hider and whose site it was, and counts in everything that counts finds", async () => {
  const { app, owner, finder, id, find, see } = await scene();
  using _end = app;
  const gate = await app.signIn("OE1XYZ");
  const { body: log } = await find({ text: "by the river" });
  assert.equal((await app.visitor.get(`/api/caches/${id}`)).body.finds, 0);
  app.world.pass(HOUR);
  await hear(app, log.foundAt - 60);
  await hear(app, log.foundAt - 60);
  await hear(app, log.foundAt - 30);
  await app.db.write(() => {});
  assert.deepEqual(await see.alerts(finder), [`find_counts ${log.id}`]);
  assert.deepEqual(await see.alerts(owner), [`found_counts ${log.id}`, `cache_found ${log.id}`]);
  assert.deepEqual(await see.alerts(gate), [`corroborated ${log.id}`]);
  assert.equal((await app.visitor.get(`/api/caches/${id}`)).body.finds, 1);
  assert.equal((await see.log(log.id)).verified, true);
  assert.match((await see.log(log.id)).why.sentence, /OE1XYZ-10 heard OE2FND-7 .*confirmed 60 min after/);
  assert.equal((await app.visitor.get("/api/leaderboard")).body.leaderboard[0].loggerCall, "OE2FND");
  assert.match((await app.visitor.get("/feeds/activity.xml")).text, /OE2FND/);
  assert.equal(app.caches.wrongSums(), 0);
});

Deno.test("what nobody trusted heard, what came over the internet and what was digipeated makes no find count, however late", async () => {
  const { app, find, see } = await scene();
  using _end = app;
  const { body: log } = await find();
  app.world.pass(HOUR);
  const before = await see.log(log.id);
  for (
    const item of [
      { site: "OE9NOB-10" },
      { via: "aprsis", port: "aprs-is", site: undefined },
      { direct: false },
      { port: "axudp" },
      { site: null },
    ]
  ) await hear(app, log.foundAt - 60, { item });
  assert.deepEqual((await see.log(log.id)).tier, before.tier);
  await hear(app, log.foundAt - 60, { call: "OE3ELS-7" });
  assert.equal((await see.log(log.id)).tier, null);
  await hear(app, log.foundAt - 40);
  assert.equal((await see.log(log.id)).tier, "A");
});

Deno.test("a reading comes by the same log sent again; one by another log or another's session does not", async () => {
  const { app, owner, finder, find, see } = await scene();
  using _end = app;
  const sentId = "a-log-of-one-page-0001";
  const { body: log } = await find({ sentId, text: "by the river" });
  const position = { ...CACHE, accuracyM: 8, at: log.foundAt };
  app.world.pass(6 * DAY);
  assert.equal((await find({ sentId: "another-log-of-it-0002", text: "else", position }, owner)).status, 409);
  assert.equal((await see.log(log.id)).tier, null);
  const again = await find({ sentId, text: "by the river", position });
  assert.deepEqual([again.status, again.body.tier, again.body.duplicate], [200, "B", true]);
  assert.deepEqual(again.body.open.missing, ["hearing"]);
  const far = await find({ sentId, text: "by the river", position: { ...position, lat: 49 } });
  assert.equal(far.body.tier, "B", "a worse one takes nothing away");
  assert.deepEqual(await see.alerts(finder), [], "nobody is told what they did themselves");
});

Deno.test("Tier A needs a proven call: the find says so, stays open for a month, and rises with the proof", async () => {
  const { app, finder, find, see } = await scene({}, { verified: false });
  using _end = app;
  await hear(app, app.world.now() - 60);
  const { body: log } = await find();
  assert.equal(log.tier, null);
  assert.match(log.why.sentence, /Heard by OE1XYZ-10\. It counts once OE2FND is proven yours\./);
  assert.equal(log.why.candidates[0].said.code, "call_unproven");
  assert.deepEqual(log.open, { until: log.foundAt + 30 * DAY, missing: ["reading", "proof"] });
  app.world.pass(20 * DAY);
  for (const job of app.jobs.filter(({ name }) => /positions-prune|open-finds/.test(name))) await job.run();
  app.db.writeNow((tx) => app.accounts.verify(tx, "OE2FND", "sysop", "OE1SYS", "test"));
  const later = await see.log(log.id);
  assert.deepEqual([later.tier, later.open], ["A", undefined]);
  await app.db.write(() => {});
  assert.deepEqual(await see.alerts(finder), [`find_counts ${log.id}`]);
});

Deno.test("what waits for nothing any more is closed, and what was heard for it goes with the other positions", async () => {
  const { app, find, see } = await scene();
  using _end = app;
  await find();
  await hear(app, app.world.now() - 2 * HOUR);
  const fixes = () => app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM any_fix").get()!.n;
  const tidy = async () => {
    for (const name of ["open-finds-close", "positions-prune"]) {
      await app.jobs.find((job) => job.name === name)!.run();
    }
  };
  app.world.pass(7 * DAY - 1);
  await tidy();
  assert.deepEqual([see.open(), fixes()], [1, 1]);
  app.world.pass(HOUR);
  await tidy();
  assert.deepEqual([see.open(), fixes()], [0, 0]);
});

Deno.test("a find that does not count may be followed by another; the one that counts is the find, the earlier a note", async () => {
  const { app, finder, code, path, find, see } = await scene();
  using _end = app;
  const { body: first } = await find({ text: "first" });
  app.world.pass(DAY);
  const { body: second, status } = await find({ text: "second" });
  assert.deepEqual([status, second.kind, second.tier], [201, "found", null]);
  const isFound = async () => [
    (await finder.get(`/api/caches/${code}`)).body.yourLog.counts,
    (await finder.get("/api/my/logged")).body.uncounted.length,
  ];
  assert.deepEqual(await isFound(), [false, 1]);
  await hear(app, second.foundAt - 60);
  const kinds = async () =>
    (await finder.get(path)).body.logs.map((
      { text, kind, tier }: Record<string, unknown>,
    ) => [text, kind, tier]);
  assert.deepEqual(await kinds(), [["second", "found", "A"], ["first", "note", null]]);
  assert.deepEqual(await isFound(), [true, 0]);
  await refused(app, 409, "already_found", () => find({ text: "third" }));
  await hear(app, first.foundAt - 60);
  assert.deepEqual(
    await kinds(),
    [["second", "note", null], ["first", "found", "A"]],
    "the earliest is the find",
  );
  assert.equal(app.caches.wrongSums(), 0);
  assert.equal((await see.log(first.id)).text, "first");
});

Deno.test("within half an hour a find without Tier A gives its place to one that is worth more, and to no other", async () => {
  const { app, finder, path, find } = await scene();
  using _end = app;
  const position = { ...CACHE, accuracyM: 8, at: app.world.now() };
  const { body: first } = await find({ text: "first", position });
  assert.equal(first.tier, "B");
  app.world.pass(600);
  await refused(app, 409, "already_found", () => find({ text: "again" }));
  await hear(app, app.world.now() - 5);
  const again = await find({ text: "again" });
  assert.deepEqual([again.status, again.body.kind, again.body.tier], [201, "found", "A"]);
  const { logs } = (await finder.get(path)).body;
  assert.deepEqual(logs.map(({ text, kind }: Record<string, unknown>) => `${text} ${kind}`), [
    "again found",
    "first note",
  ]);
  const other = await scene();
  using _other = other.app;
  await other.find({ text: "first", position: { ...position, at: other.app.world.now() } });
  other.app.world.pass(1801);
  await hear(other.app, other.app.world.now() - 5);
  await refused(other.app, 409, "already_found", () => other.find({ text: "again" }));
});

Deno.test("the same words again a little later are the same find, unless a beacon was heard since", async () => {
  const { app, find } = await scene();
  using _end = app;
  const { body: first } = await find({ sentId: "first-name-of-a-log-01" });
  app.world.pass(300);
  const same = await find({ sentId: "other-name-of-a-log-02" });
  assert.deepEqual([same.status, same.body.id], [200, first.id]);
  await hear(app, app.world.now() - 5);
  const worth = await find({ sentId: "third-name-of-a-log-003" });
  assert.deepEqual([worth.status, worth.body.tier], [201, "A"]);
  assert.notEqual(worth.body.id, first.id);
});

Deno.test("what contradicts a find of Tier A is told to operators once, and takes nothing away", async () => {
  const { app, find, see } = await scene();
  using _end = app;
  await hear(app, app.world.now() - 60);
  const { body: log } = await find();
  assert.equal(log.tier, "A");
  app.world.pass(HOUR);
  const reports = async () => (await app.operator.get("/api/admin/moderation/reports")).body.reports;
  await hear(app, log.foundAt - 90, { text: AWAY, item: { site: "OE9NOB-10" } });
  assert.deepEqual(await reports(), [], "nobody attested it");
  for (const at of [-90, -80]) await hear(app, log.foundAt + at, { text: AWAY });
  const told = await reports();
  assert.deepEqual(told.map(({ kind, targetId }: Record<string, unknown>) => [kind, targetId]), [[
    "log",
    String(log.id),
  ]]);
  assert.match(told[0].text, /OE2FND .*km\/h.*still counts/);
  assert.equal((await see.log(log.id)).tier, "A");
});

Deno.test("a box that is trusted later counts for what it heard from then on, and finds are judged anew", async () => {
  const { app, find, see } = await scene();
  using _end = app;
  const box = await enrolBox(app, "hilltop");
  const { body: log } = await find();
  const packet = { ...rf(app, `OE2FND-7>APRS,WIDE1-1:${HERE}`, "OE5BOX-10"), heardAt: log.foundAt - 60 };
  await box.post("/ingest", { packets: [packet] });
  assert.equal((await see.log(log.id)).tier, null);
  await app.db.write((tx) => app.caches.trustChanged(tx, log.foundAt - HOUR));
  await app.jobs.find((job) => job.name === "open-finds")!.run();
  assert.equal((await see.log(log.id)).tier, null, "it was not trusted then");
  const look =
    app.db.sql<never, { n: number }>("SELECT count(*) AS n FROM open_find WHERE look = 1").get()!.n;
  assert.equal(look, 0);
});

for (const who of ["a site", "a box"] as const) {
  Deno.test(`what came a moment ahead of the trust in ${who}, by a clock that is fast, counts with it`, async () => {
    const { app, find, see } = await scene();
    using _end = app;
    const box = await enrolBox(app, "hilltop"), site = "OE5BOX-10";
    const { body: log } = await find();
    const packet = { ...rf(app, `OE2FND-7>APRS,WIDE1-1:${HERE}`, site), heardAt: log.foundAt + 30 };
    await (who === "a box" ? box : app.ingest).post("/ingest", { packets: [packet] });
    assert.equal((await see.log(log.id)).tier, null);
    const trust = who === "a box"
      ? await app.operator.post("/api/admin/boxes/hilltop/trust", { trusted: true, sites: [site] })
      : await app.operator.post("/api/admin/sites", { site });
    assert.ok(trust.status < 300, trust.text);
    await app.jobs.find((job) => job.name === "open-finds")!.run();
    assert.equal((await see.log(log.id)).tier, "A");
  });
}
