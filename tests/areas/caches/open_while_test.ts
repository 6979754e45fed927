/** What becomes of a find that is open while its cache, its hider, its finder or the finder's calls change. */
import assert from "node:assert/strict";
import { type Client, SYSOP, type TestApp, testApp } from "../../kit/app.ts";
import { rf } from "../../kit/boxes.ts";

const CACHE = { lat: 48.2, lon: 16.3 }, HOUR = 3600;
const SITE = "OE1XYZ-10", HUB = "OE3HUB-10";
const HERE = "!4812.01N/01618.00E[on foot";

async function scene(over: object = {}) {
  const app = testApp({ FIRST_PARTY_SITES: `${SITE},${HUB}`, HIDE_DAILY_LIMIT: "0" });
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
  await owner.post("/api/my/stations", { callsign: "OE1OWN-9", ...CACHE, roles: ["node"] });
  await owner.post("/api/my/stations", { callsign: "OE1OWN-8", ...CACHE, roles: ["node"] });
  const made = await owner.post("/api/caches", { title: "Old mill", ...CACHE, ...over });
  assert.equal(made.status, 201, made.text);
  const path = `/api/caches/${made.body.code}/logs`;
  const find = async (text = "x", who: Client = finder) =>
    (await who.post(path, { kind: "found", text })).body;
  return { app, owner, finder, cache: made.body, path, find };
}
type Scene = Awaited<ReturnType<typeof scene>>;

async function hear(app: TestApp, at: number, { call = "OE2FND-7", site = SITE, path = "WIDE1-1" } = {}) {
  const packet = { ...rf(app, `${call}>APRS,${path}:${HERE}`, site), heardAt: at };
  const answer = await app.ingest.post("/ingest", { packets: [packet] });
  assert.deepEqual([answer.status, answer.body.rejected], [200, []]);
}
const stands = (app: TestApp, id: number) => {
  const { kind, tier } = app.db.sql<{ id: number }, { kind: string; tier: string | null }>(
    "SELECT kind, tier FROM log WHERE id = :id",
  ).get({ id })!;
  return [kind, tier];
};
const alerts = (app: TestApp) =>
  app.db.sql<never, { kind: string }>("SELECT kind FROM alert ORDER BY id").all().map(({ kind }) => kind);
const moderate = (app: TestApp, path: string, body: object) =>
  app.operator.post(`/api/admin/moderation/${path}`, { reason: "adverts", category: "spam", ...body });
const suspend = (app: TestApp, call: string) => moderate(app, `accounts/${call}/suspend`, { until: null });

/** What happens in between; whether the find counts by what is heard afterwards, and whether anybody hears of that. */
const BETWEEN: readonly [string, (one: Scene, log: number) => Promise<unknown>, string | null, boolean][] = [
  ["nothing happens", () => Promise.resolve(), "A", true],
  [
    "the cache is disabled",
    ({ owner, cache }) => owner.patch(`/api/caches/${cache.id}`, { status: "disabled" }),
    "A",
    true,
  ],
  [
    "the cache is archived",
    ({ owner, cache }) => owner.patch(`/api/caches/${cache.id}`, { status: "archived" }),
    "A",
    true,
  ],
  [
    "the cache asks for less",
    ({ owner, cache }) => owner.patch(`/api/caches/${cache.id}`, { minTrust: "B" }),
    "A",
    true,
  ],
  [
    "the text is mended",
    ({ finder, path }, log) => finder.patch(`${path}/${log}`, { text: "by the river" }),
    "A",
    true,
  ],
  ["the log is taken back", ({ finder, path }, log) => finder.delete(`${path}/${log}`), null, false],
  [
    "the log is removed",
    ({ app }, log) => moderate(app, "remove", { kind: "log", id: String(log) }),
    null,
    false,
  ],
  [
    "the cache is removed",
    ({ app, cache }) => moderate(app, "remove", { kind: "cache", id: String(cache.id) }),
    "A",
    false,
  ],
  ["the finder is suspended", ({ app }) => suspend(app, "OE2FND"), "A", false],
  ["the hider is suspended", ({ app }) => suspend(app, "OE1OWN"), "A", false],
];
for (const [what, act, tier, isTold] of BETWEEN) {
  Deno.test(`a find that is open while ${what}`, async () => {
    const one = await scene();
    using app = one.app;
    const log = await one.find();
    app.world.pass(HOUR);
    await act(one, log.id);
    const before = alerts(app);
    await hear(app, log.foundAt - 60);
    assert.equal(stands(app, log.id)[1], tier);
    assert.deepEqual(alerts(app).slice(before.length), isTold ? ["find_counts", "found_counts"] : []);
    assert.equal(app.caches.wrongSums(), 0);
  });
}

Deno.test("an erased finder's find, and that of somebody who lost the call, wait for nothing any more", async () => {
  for (const way of ["erased", "released"]) {
    const one = await scene();
    using app = one.app;
    const log = await one.find();
    const { accountId } = app.accounts.holder("OE2FND")!;
    if (way === "erased") app.db.writeNow((tx) => app.people.portability.erase(tx, accountId));
    else {
      const sysop = await app.signIn(SYSOP);
      const body = { action: "release", reason: "moved away", holder: accountId };
      assert.equal((await sysop.post("/api/admin/callsigns/OE2FND", body)).status, 200);
      // The next holder's beacons are the next holder's.
      await app.signIn("OE2FND");
    }
    await hear(app, log.foundAt - 60);
    assert.equal(stands(app, log.id)[1], null, way);
  }
});

Deno.test("a living cache is where the station was that it followed when it was found, whatever it follows or is later", async () => {
  for (
    const change of [
      {},
      { stationCall: "OE1OWN-8" },
      { type: "traditional", ...CACHE },
    ]
  ) {
    const one = await scene({ type: "living", stationCall: "OE1OWN-9", lat: undefined, lon: undefined });
    using app = one.app;
    const log = await one.find();
    app.world.pass(HOUR);
    await hear(app, log.foundAt - 60);
    const changed = await one.owner.patch(`/api/caches/${one.cache.id}`, change);
    assert.equal(changed.status, 200, changed.text);
    await hear(app, log.foundAt - 90, { call: "OE1OWN-8" });
    await hear(app, log.foundAt - 50);
    assert.equal(stands(app, log.id)[1], null, JSON.stringify(change));
    await hear(app, log.foundAt - 90, { call: "OE1OWN-9" });
    assert.equal(stands(app, log.id)[1], "A", JSON.stringify(change));
  }
});

Deno.test("a site under a call that the finder held when it was found is no witness after it is given away", async () => {
  const one = await scene();
  using app = one.app;
  const { accountId } = app.accounts.holder("OE2FND")!;
  const hold = (account: number) =>
    app.db.writeNow((tx) => {
      if (!app.accounts.holder("OE3HUB")) app.accounts.store.create(tx, "OE3HUB", app.world.now());
      app.db.change<{ account: number }>("UPDATE held_call SET account_id = :account WHERE base = 'OE3HUB'")(
        tx,
        {
          account,
        },
      );
    });
  hold(accountId);
  const log = await one.find();
  await hear(app, log.foundAt - 60, { site: HUB });
  assert.equal(stands(app, log.id)[1], null);
  hold(app.accounts.holder("OE1OWN")!.accountId);
  app.world.pass(HOUR);
  assert.equal((await one.find()).tier, null, "the same log again");
  await hear(app, log.foundAt - 50, { site: HUB });
  assert.equal(stands(app, log.id)[1], null);
  await hear(app, log.foundAt - 50);
  assert.equal(stands(app, log.id)[1], "A");
});

Deno.test("where the find is taken back, another find of the same person takes its place again", async () => {
  const one = await scene();
  using app = one.app;
  const first = await one.find("first");
  app.world.pass(2 * HOUR);
  const second = await one.find("second");
  await hear(app, second.foundAt - 60);
  await hear(app, first.foundAt - 60);
  assert.deepEqual([stands(app, first.id), stands(app, second.id)], [["found", "A"], ["note", null]]);
  assert.equal((await one.finder.delete(`${one.path}/${first.id}`)).status, 200);
  assert.deepEqual(stands(app, second.id), ["found", "A"]);
  assert.equal(app.caches.wrongSums(), 0);
});

Deno.test("companions are judged each by their own beacons", async () => {
  const one = await scene();
  using app = one.app;
  const other = await app.signIn("OE4FND");
  const log = await one.find(), theirs = await one.find("y", other);
  await hear(app, log.foundAt - 60);
  assert.deepEqual([stands(app, log.id)[1], stands(app, theirs.id)[1]], ["A", null]);
  await hear(app, log.foundAt - 60, { call: "OE4FND-7" });
  assert.equal(stands(app, theirs.id)[1], "A");
});
