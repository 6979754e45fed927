/** Favourites, ratings, rankings, the feed, search, profiles; mirrors of other instances; a person who leaves. */
import assert from "node:assert/strict";
import type { CacheBody, FindBody } from "../../src/wire/mod.ts";
import { refused } from "../kit/app.ts";
import { CACHE, gameApp, north } from "../kit/game.ts";
import { suspend } from "../kit/seed_game.ts";
import { traces } from "../kit/traces.ts";
import { mirrorStore } from "../../src/caches/tables/mirror_store.ts";

Deno.test("favourites and watches flip; only finders with a verified find rate", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const cache = await game.hide(owner);
  const path = `/api/caches/${cache.id}`;
  assert.deepEqual((await finder.post(`${path}/favorite`)).body, { on: true, count: 1 });
  assert.deepEqual((await finder.post(`${path}/favorite`, { on: true })).body, { on: true, count: 1 });
  assert.deepEqual((await finder.post(`${path}/watch`)).body, { on: true, count: 1 });
  await refused(app, 409, "own_favorite", () => owner.post(`${path}/favorite`));
  const seen = (await finder.get(path)).body;
  assert.deepEqual([seen.favorited, seen.watching, seen.favorites, seen.rating.canRate, seen.rating.mine], [
    true,
    true,
    1,
    false,
    null,
  ]);
  assert.deepEqual((await finder.post(`${path}/favorite`)).body, { on: false, count: 0 });
  const rate = (stars: number, who = finder) => () => who.post(`${path}/rate`, { stars });
  await refused(app, 403, "cannot_rate", rate(5));
  await finder.post(`${path}/logs`, { kind: "found" });
  await refused(app, 403, "cannot_rate", rate(5));
  const third = await app.signIn("OE3FND");
  const position = { ...CACHE, accuracyM: 5, at: game.world.now() };
  await third.post(`${path}/logs`, { kind: "found", position });
  assert.deepEqual((await rate(4, third)()).body.rating, {
    avg: 4,
    count: 1,
    mine: 4,
    policy: "finders",
    canRate: true,
  });
  assert.equal((await rate(2, third)()).body.rating.avg, 2);
  await refused(app, 400, "invalid_body", rate(6, third));
  await owner.patch(path, { ratingPolicy: "all" });
  assert.deepEqual((await rate(5)()).body.rating.avg, 3.5);
  await refused(app, 403, "cannot_rate", rate(5, owner));
  await owner.patch(path, { ratingPolicy: "off" });
  await refused(app, 403, "cannot_rate", rate(5, third));
  const alerted = game.alerts.filter((alert) => alert.accountId === game.account("OE2FND"));
  assert.deepEqual(alerted.map((alert) => alert.kind), ["cache_found"]);
  game.close();
});

Deno.test("a receiving site's board row and its profile say the same, with or without an account", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  await app.signIn("OE5CLB");
  const finder = await app.signIn("OE2FND");
  game.heard("OE2FND", { at: game.world.now() + 3540 }, { site: "OE1XYZ-10" });
  game.heard("OE2FND", { at: game.world.now() + 7140 }, { site: "OE1XYZ-11" });
  game.heard("OE2FND", { at: game.world.now() + 10_740 }, { site: "OE5CLB" });
  game.heard("OE2FND", { at: game.world.now() + 14_340 }, { site: "OE5CLB" });
  for (let n = 0; n < 4; n++) {
    const cache = await game.hide(owner, { title: `Cache ${n}` });
    game.world.pass(3600);
    const find = await finder.post(`/api/caches/${cache.id}/logs`, { kind: "found" });
    assert.equal(find.body.tier, "A", find.text);
  }
  const board = async () =>
    (await app.visitor.get("/api/corroborators")).body.corroborators.map((
      row: { rank: number; igate: string; corroborations: number },
    ) => `${row.rank} ${row.igate} ${row.corroborations}`);
  const profile = async (call: string) => (await app.visitor.get(`/api/profile/${call}`)).body.corroborations;
  assert.deepEqual(await board(), ["1 OE5CLB 2", "2 OE1XYZ-10 1", "3 OE1XYZ-11 1"]);
  // Nobody holds OE1XYZ here: its two sites still count under their base call.
  assert.deepEqual([await profile("OE1XYZ"), await profile("OE1XYZ-10"), await profile("OE5CLB")], [2, 2, 2]);
  assert.equal(await profile("OE1XY"), 0);
  suspend(app, "OE5CLB");
  assert.deepEqual(await board(), ["1 OE1XYZ-10 1", "2 OE1XYZ-11 1"]);
  assert.equal(await profile("OE5CLB"), 0);
  assert.equal((await app.visitor.get("/api/corroborators?limit=1")).body.corroborators.length, 1);
  game.close();
});

Deno.test("who erases an account is no receiver in others' finds any more: no ranking, profile, find or export names them", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE2FND");
  const sites = ["OE5CLB-10", "OE1XYZ-10", "OE5CLBX"];
  for (const [n, site] of sites.entries()) {
    game.heard("OE2FND", { at: game.world.now() + 3540 + n * 3600 }, {
      ...{ site, lat: 48.3, lon: 14.2, deliveredBy: { kind: "box", box: site } },
    });
  }
  const finds: { id: number; tier: string }[] = [];
  for (const n of sites.keys()) {
    const cache = await game.hide(owner, { title: `Cache ${n}` });
    game.world.pass(3600);
    finds.push((await finder.post(`/api/caches/${cache.id}/logs`, { kind: "found" })).body);
  }
  assert.deepEqual(finds.map(({ tier }) => tier), ["A", "A", "A"]);
  const board = async () =>
    (await app.visitor.get("/api/corroborators")).body.corroborators.map(({ igate }: { igate: string }) =>
      igate
    );
  assert.deepEqual((await board()).sort(), ["OE1XYZ-10", "OE5CLB-10", "OE5CLBX"]);
  assert.equal(traces(app, ["OE5CLB-10"]).length >= 3, true, traces(app, ["OE5CLB-10"]).join("\n"));
  // Erasing asks for a sign-in of now.
  const receiver = await app.signIn("OE5CLB"), squatter = await app.signIn("OE1XYZ", { verified: false });
  // A call that somebody merely says is theirs is not theirs to withdraw.
  const before = traces(app, ["OE1XYZ-10"]);
  assert.equal((await squatter.post("/api/account/OE1XYZ/delete")).status, 200);
  assert.deepEqual(traces(app, ["OE1XYZ-10"]), before);
  assert.equal((await receiver.post("/api/account/OE5CLB/delete")).status, 200);
  assert.deepEqual(traces(app, ["OE5CLB"]).filter((text) => /OE5CLB(?!X)/.test(text)), []);
  // A ranking is kept for a moment.
  game.world.pass(3600);
  assert.deepEqual((await board()).sort(), ["OE1XYZ-10", "OE5CLBX"]);
  assert.equal((await app.visitor.get("/api/profile/OE5CLB")).body.corroborations, 0);
  const tiers = app.db.sql<never, { tier: string; why: string }>("SELECT tier, why FROM log ORDER BY id")
    .all();
  assert.deepEqual(tiers.map(({ tier }) => tier), ["A", "A", "A"], "what was proven stays proven");
  const [{ receiver: gone }] = JSON.parse(tiers[0]!.why).candidates;
  assert.deepEqual(gone, { site: "WITHDRAWN" }, "nor where it stands");
  assert.match(JSON.parse(tiers[0]!.why).sentence, /^Radio-verified: WITHDRAWN heard OE2FND directly/);
  assert.deepEqual(JSON.parse(tiers[1]!.why).candidates[0].receiver, {
    site: "OE1XYZ-10",
    lat: 48.3,
    lon: 14.2,
  });
  game.close();
});

Deno.test("rankings, the feed, search and profiles tell of what is listed and verified", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const one = await game.hide(owner, { title: "100% fun", difficulty: 2, terrain: 2 });
  const two = await game.hide(owner, { title: "Quiet place", ...north(50_000) });
  const unlisted = await game.hide(owner, { unlisted: true });
  const finder = await app.signIn("OE2FND-7");
  const beginner = await app.signIn("OE3BEG");
  game.heard("OE2FND-7");
  const position = (at = CACHE) => ({ ...at, accuracyM: 5, at: game.world.now() });
  await finder.post(`/api/caches/${one.id}/logs`, { kind: "found", text: "first" });
  game.world.pass(7200);
  await finder.post(`/api/caches/${two.id}/logs`, { kind: "found", position: position(north(50_000)) });
  await finder.post(`/api/caches/${unlisted.id}/logs`, { kind: "found", position: position() });
  await beginner.post(`/api/caches/${one.id}/logs`, { kind: "found" });
  const get = async (path: string) => (await app.visitor.get(path)).body;
  assert.deepEqual(await get("/api/leaderboard"), {
    metric: "points",
    period: "all",
    leaderboard: [{ rank: 1, finds: 2, points: 14 + 8, loggerCall: "OE2FND" }],
  });
  assert.equal((await get("/api/leaderboard?bbox=16,48.1,17,48.3&metric=finds")).leaderboard[0].finds, 1);
  assert.deepEqual((await get("/api/corroborators")).corroborators, [{
    rank: 1,
    igate: "OE1XYZ-10",
    corroborations: 1,
  }]);
  const feed = await get("/api/activity?limit=2");
  assert.deepEqual(
    feed.activity.map((row: { loggerCall: string; cacheCode: string }) => [row.loggerCall, row.cacheCode]),
    [
      ["OE3BEG", one.code],
      ["OE2FND-7", two.code],
    ],
  );
  const rest = await get(`/api/activity?cursor=${feed.nextCursor}`);
  assert.deepEqual([rest.activity.length, rest.activity[0].tier, rest.hasMore], [1, "A", false]);
  const titles = async (q: string) =>
    (await get(`/api/search?q=${encodeURIComponent(q)}`)).caches.map((row: { title: string }) => row.title);
  assert.deepEqual(await titles("quiet"), ["Quiet place"]);
  assert.deepEqual(await titles("0% F"), ["100% fun"]);
  assert.deepEqual(await titles("%"), []);
  assert.deepEqual(await titles("_%"), []);
  assert.deepEqual(await titles(two.code.slice(0, 5).toLowerCase()), ["Quiet place"]);
  assert.deepEqual(await titles("Old mill"), [], "unlisted caches are not found");
  const profile = await get("/api/profile/oe2fnd-12");
  assert.deepEqual([profile.callsign, profile.finds, profile.byTier, profile.accountVerified], [
    "OE2FND",
    2,
    { A: 1, B: 1 },
    true,
  ], "what was found in an unlisted cache is counted nowhere");
  assert.deepEqual(profile.badges.map((badge: { badge: string }) => badge.badge), [
    "first-find",
    "rf-verified",
  ]);
  const hider = await get("/api/profile/OE1OWN");
  assert.deepEqual([hider.hides, hider.badges.map((badge: { badge: string }) => badge.badge)], [2, [
    "hider",
  ]]);
  assert.deepEqual([
    (await app.visitor.get("/api/profile/N0NE")).status,
    (await get("/api/profile/N0NE")).finds,
  ], [200, 0]);
  assert.deepEqual(app.caches.attestedFinds({ site: "OE1XYZ-10" }, 0).recent.map((row) => row.code), [
    one.code,
  ]);
  game.close();
});

const BODY: CacheBody = {
  code: "DLX2345",
  title: "Far away",
  type: "traditional",
  size: "small",
  difficultyX10: 20,
  terrainX10: 25,
  latE7: 482_000_000,
  lonE7: 163_000_000,
  owner: "DL1ABC",
  status: "active",
  scope: "federated",
  createdAt: 1_780_000_000,
  updatedAt: 1_780_000_000,
  description: "theirs",
};

Deno.test("mirrors are shown where their origin is, and cannot be logged here", async () => {
  let shown: string[] = ["dl.example"];
  const game = gameApp({}, {
    game: () => ({ origins: { shown: ({ unvetted }) => unvetted ? [...shown, "new.example"] : shown } }),
  });
  const { app } = game;
  const { cache: caches, find: finds } = app.caches.appliers;
  const gid = "dl.example:cache:1";
  const apply = (
    over: Partial<CacheBody> = {},
    at: { gid: string; origin: string } = { gid, origin: "dl.example" },
    v = 1,
  ) => app.db.writeNow((tx) => caches.apply(tx, { ...at, v, at: 0, body: { ...BODY, ...over } }));
  assert.equal(apply(), true);
  assert.equal(
    apply({ title: "New", code: "NEW2345" }, { gid: "new.example:cache:1", origin: "new.example" }),
    true,
  );
  assert.equal(
    apply({}, { gid: "localhost:cache:9", origin: "localhost" }),
    false,
    "nobody speaks for this instance",
  );
  const map = async (query = "") => (await app.visitor.get(`/api/caches${query}`)).body.caches;
  assert.deepEqual(
    (await map()).map((row: { code: string; mirrored: boolean }) => [row.code, row.mirrored]),
    [["DLX2345", true]],
  );
  const trust = (rows: { code: string; originTrust: string }[]) =>
    rows.map((row) => [row.code, row.originTrust]);
  assert.deepEqual(trust(await map("?includeUnvetted=1")), [["DLX2345", "trusted"], ["NEW2345", "unvetted"]]);
  const stranger = (await app.visitor.get("/api/caches/new.example:cache:1")).body;
  assert.deepEqual([stranger.originTrust, stranger.finds], ["unvetted", 0]);
  // Search reads titles aside.
  await app.jobs.find((job) => job.name === "mirror-titles")!.run();
  const search = async (q: string) => (await app.visitor.get(`/api/search?q=${q}`)).body.caches;
  assert.deepEqual(trust(await search("dlx-2")), [["DLX2345", "trusted"]]);
  assert.deepEqual(trust(await search("FAR%20aw")), [["DLX2345", "trusted"]]);
  assert.deepEqual(
    trust(await search("aW")),
    [["DLX2345", "trusted"]],
    "two letters look through the newest titles",
  );
  assert.deepEqual(await search("new2345"), []);
  assert.deepEqual(trust(await search("new2345&includeUnvetted=1")), [["NEW2345", "unvetted"]]);
  apply({ title: "Renamed" });
  assert.deepEqual([(await search("far%20aw")).length, (await search("renamed"))[0].gid], [0, gid]);
  const detail = (await app.visitor.get(`/api/caches/${gid}`)).body;
  assert.deepEqual([detail.description, detail.mirrored, detail.origin, detail.difficulty, detail.id], [
    "theirs",
    true,
    "dl.example",
    2,
    null,
  ]);
  const pack = JSON.parse((await app.visitor.get("/api/offline/pack?grid=JN88")).text);
  assert.deepEqual(pack.caches.map((row: { code: string; mirrored: boolean }) => [row.code, row.mirrored]), [[
    "DLX2345",
    true,
  ]]);
  const find: FindBody = {
    cache: gid,
    kind: "found",
    call: "DL2FND",
    foundAt: 5,
    createdAt: 6,
    tier: "A",
    text: "hi",
    distanceCm: 4200,
  };
  const applyFind = (body: FindBody, origin = "dl.example") =>
    app.db.writeNow((tx) => finds.apply(tx, { gid: `${origin}:find:1`, origin, v: 1, at: 0, body }));
  assert.equal(applyFind(find, "evil.example"), false, "nobody writes into another instance's log book");
  assert.equal(applyFind(find), true);
  const [log] = (await app.visitor.get(`/api/caches/${gid}/logs`)).body.logs;
  assert.deepEqual([log.author.call, log.tier, log.mirrored, log.verified], ["DL2FND", "A", true, true]);
  const body: FindBody = { ...find, call: "DL3FND", tier: "B" };
  const second = { gid: "dl.example:find:2", origin: "dl.example", v: 1, at: 0, body };
  app.db.writeNow((tx) => finds.apply(tx, second));
  const finding = async () => (await app.visitor.get(`/api/caches/${gid}`)).body.finds;
  assert.equal(await finding(), 2);
  apply({ minTrust: "A" });
  assert.equal(await finding(), 1);
  const book = (await app.visitor.get(`/api/caches/${gid}/logs`)).body.logs;
  assert.deepEqual(book.map((row: { tier: string; verified: boolean }) => [row.tier, row.verified]).sort(), [
    ["A", true],
    ["B", false],
  ]);
  const packed = (await app.visitor.get("/api/offline/pack?grid=JN88")).body.caches[0];
  assert.deepEqual([packed.finds, packed.logs.length, packed.logs[0].mirrored], [1, 2, true]);
  const member = await app.signIn("OE2FND");
  await refused(
    app,
    409,
    "mirrored_cache",
    () => member.post("/api/caches/dlx-2345/logs", { kind: "found" }),
  );
  for (const ref of [gid, "dlx%202345"]) {
    const refusal = () => member.post(`/api/caches/${ref}/logs`, { kind: "found" });
    assert.equal((await refused(app, 409, "mirrored_cache", refusal)).body.origin, "dl.example");
  }
  await refused(app, 404, "cache_not_found", () => member.post("/api/caches/x.example:cache:9/logs", {}));
  apply({ status: "archived" }, undefined, 2);
  assert.deepEqual(await map(), []);
  apply({ status: "active", latE7: 0, lonE7: 0 }, undefined, 3);
  assert.equal((await map("?bbox=-1,-1,1,1")).length, 1);
  shown = [];
  assert.deepEqual(await map(), [], "a blocked origin is gone from the map");
  await refused(app, 404, "cache_not_found", () => app.visitor.get(`/api/caches/${gid}`));
  await refused(app, 404, "cache_not_found", () => app.visitor.get(`/api/caches/${gid}/logs`));
  assert.deepEqual(await search("renamed&includeUnvetted=1"), []);
  shown = ["dl.example"];
  app.db.writeNow((tx) => {
    finds.drop(tx, "dl.example:find:1");
    caches.drop(tx, gid);
    caches.drop(tx, gid);
  });
  // What is left of its log book is not shown without it.
  await refused(app, 404, "cache_not_found", () => app.visitor.get(`/api/caches/${gid}/logs`));
  assert.deepEqual(await search("dlx-2"), []);
  assert.deepEqual(await map(), []);
  game.close();
});

Deno.test("a person's data are all in the export, and leave with the person", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const bob = await app.signIn("OE2BOB");
  const hers = await game.hide(alice, { description: "her words" });
  const his = await game.hide(bob);
  await alice.post(`/api/caches/${hers.id}/stages`, {
    stages: [{ n: 1, unlock: "nfc", code: "secret-code-1" }],
  });
  await alice.post(`/api/caches/${his.id}/logs`, { kind: "found", text: "her find" });
  await alice.post(`/api/caches/${his.id}/favorite`);
  await game.message("OE1ABC-5", `NOTE ${his.code} by radio`);
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1]);
  const photo = (await alice.post(`/api/caches/${hers.id}/media`, jpeg)).body;
  const account = game.account("OE1ABC");
  const data = JSON.stringify(
    app.caches.personalData[0]!.export({ accountId: account, bases: [], email: null }),
  );
  for (const part of ["her words", "her find", "secret-code-1", "by radio", his.code.slice(0, 3)]) {
    assert.ok(data.includes(part), `${part} is not in the export`);
  }
  app.db.writeNow((tx) =>
    app.caches.personalData[0]!.erase(tx, { accountId: account, bases: [], email: null })
  );
  const cache = (await app.visitor.get(`/api/caches/${hers.id}`)).body;
  assert.deepEqual([cache.owner, cache.status], ["WITHDRAWN", "archived"]);
  const logs = (await bob.get(`/api/caches/${his.id}/logs`)).body.logs;
  assert.deepEqual(
    logs.map((log: { author: { call: string }; text: string }) => [log.author.call, log.text]),
    [
      ["WITHDRAWN", ""],
      ["WITHDRAWN", ""],
    ],
  );
  assert.deepEqual(game.withdrawn.map((one) => one.gid.split(":")[1]), ["find", "find", "cache"]);
  assert.equal((await app.visitor.get(`/api/caches/${his.id}`)).body.favorites, 0);
  const left = JSON.stringify(
    app.caches.personalData[0]!.export({ accountId: account, bases: [], email: null }),
  );
  await refused(app, 404, "media_not_found", () => app.visitor.get(photo.url));
  const files = [...Deno.readDirSync(`${app.dataDir}/media`)].flatMap(({ name }) => [
    ...Deno.readDirSync(`${app.dataDir}/media/${name}`),
  ]);
  assert.deepEqual(files, [], "her files are gone from the disk");
  assert.ok(!left.includes("her find") && !left.includes("by radio"));
  game.close();
});

Deno.test("who loses a call keeps the content, under another call or as FORMER", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC-7");
  const bob = await app.signIn("OE2BOB");
  const hers = await game.hide(alice);
  const his = await game.hide(bob);
  await alice.post(`/api/caches/${his.id}/logs`, { kind: "note", text: "hello" });
  app.db.writeNow((tx) =>
    app.caches.callLost(tx, game.account("OE1ABC"), {
      base: "OE1ABC",
      left: null,
      caches: "stay",
      actor: "OE1OP",
    })
  );
  assert.equal((await app.visitor.get(`/api/caches/${hers.id}`)).body.owner, "FORMER");
  assert.equal((await app.visitor.get(`/api/caches/${his.id}/logs`)).body.logs[0].author.call, "FORMER");
  assert.equal((await alice.get(`/api/caches/${hers.id}`)).body.own.minTrust, null, "and it is still hers");
  game.close();
});

Deno.test("what members may not write is not taken from other instances either", () => {
  const game = gameApp();
  const { app } = game;
  const { cache: caches, find: finds } = app.caches.appliers;
  const gid = "dl.example:cache:1", origin = "dl.example";
  const apply = (over: Partial<CacheBody>) =>
    app.db.writeNow((tx) => caches.apply(tx, { gid, origin, v: 1, at: 0, body: { ...BODY, ...over } }));
  const before = app.fingerprint();
  for (
    const over of [
      { title: "a\u0007b" },
      { title: "a\nb" },
      { title: " " },
      { title: "x".repeat(121) },
      { title: " padded" },
      { code: "../../etc" },
      { code: "A/B" },
      { code: "<b>" },
      { code: "a b" },
      { code: "-AB" },
      { code: "x1" },
      { description: "a\u0000b" },
      { description: "x".repeat(4001) },
    ]
  ) assert.equal(apply(over), false, JSON.stringify(over).slice(0, 60));
  const log = { cache: gid, kind: "note" as const, call: "DL2FND", foundAt: 5, createdAt: 6 };
  const find = (text: string) =>
    app.db.writeNow((tx) =>
      finds.apply(tx, { gid: "dl.example:find:1", origin, v: 1, at: 0, body: { ...log, text } })
    );
  for (const text of ["a\u001bb", "x".repeat(2001)]) assert.equal(find(text), false);
  assert.equal(app.fingerprint(), before);
  assert.equal(apply({ country: "<OE>" }), true);
  const country = () => JSON.parse(mirrorStore(app.db).byGid({ gid })!.map).country;
  assert.equal(country(), null, "a country that is none is not shown");
  assert.equal(apply({ country: "oe", description: "two\nlines\t" }), true);
  assert.equal(country(), "OE");
  assert.equal(find("two\nlines"), true);
  game.close();
});

Deno.test("finds go with their cache when it is nobody else's any more, and come with it", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const { id } = await game.hide(owner);
  const path = `/api/caches/${id}`;
  await finder.post(`${path}/logs`, { kind: "found" });
  const sent = () => game.published.map(({ kind, gid }) => `${kind} ${gid}`);
  assert.deepEqual(sent(), ["cache localhost:cache:1", "find localhost:find:2"]);
  await owner.patch(path, { scope: "local" });
  assert.deepEqual(game.withdrawn, [
    { gid: "localhost:cache:1", bounded: true },
    { gid: "localhost:find:2", bounded: true },
  ]);
  await finder.post(`${path}/logs`, { kind: "note", text: "while it was local" });
  await owner.post(`${path}/logs`, { kind: "maintenance" });
  assert.equal(game.published.length, 2, "nothing is sent of a local cache");
  await owner.patch(path, { scope: "federated" });
  assert.deepEqual(sent().slice(2).map((one) => one.split(" ")[0]), ["cache", "find", "find"]);
  const bodies = game.published.slice(3).map(({ body }) => [body.kind, body.cache]);
  assert.deepEqual(bodies, [["found", "localhost:cache:1"], ["note", "localhost:cache:1"]]);
  // Removed: the whole book goes, and comes again with it.
  app.db.writeNow((tx) => void app.caches.remove(tx, "cache", String(id), "test"));
  assert.equal(game.withdrawn.length, 5);
  app.db.writeNow((tx) => app.caches.restore(tx, String(id)));
  assert.equal(game.published.length, 8);
  game.close();
});
