/** Favourites, ratings, rankings, the feed, search, profiles; mirrors of other instances; a person who leaves. */
import assert from "node:assert/strict";
import type { CacheBody, FindBody } from "../../src/wire/mod.ts";
import { refused } from "../kit/app.ts";
import { CACHE, gameApp, north } from "../kit/game.ts";
import { gameOf } from "../../src/caches/caches.ts";

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
  const game = gameApp();
  const { app } = game;
  let shown: string[] = ["dl.example"];
  Object.assign(gameOf(app.caches), {
    origins: { shown: ({ unvetted }: { unvetted: boolean }) => unvetted ? [...shown, "new.example"] : shown },
  });
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
  assert.equal((await map("?includeUnvetted=1")).length, 2);
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
  assert.deepEqual([log.author.call, log.tier, log.mirrored], ["DL2FND", "A", true]);
  const member = await app.signIn("OE2FND");
  await refused(
    app,
    409,
    "mirrored_cache",
    () => member.post("/api/caches/dlx-2345/logs", { kind: "found" }),
  );
  apply({ status: "archived" }, undefined, 2);
  assert.deepEqual(await map(), []);
  apply({ status: "active", latE7: 0, lonE7: 0 }, undefined, 3);
  assert.equal((await map("?bbox=-1,-1,1,1")).length, 1);
  shown = [];
  assert.deepEqual(await map(), [], "a blocked origin is gone from the map");
  await refused(app, 404, "cache_not_found", () => app.visitor.get(`/api/caches/${gid}`));
  shown = ["dl.example"];
  app.db.writeNow((tx) => {
    finds.drop(tx, "dl.example:find:1");
    caches.drop(tx, gid);
    caches.drop(tx, gid);
  });
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
  app.db.writeNow((tx) => app.caches.callLost(tx, game.account("OE1ABC"), "OE1ABC", null));
  assert.equal((await app.visitor.get(`/api/caches/${hers.id}`)).body.owner, "FORMER");
  assert.equal((await app.visitor.get(`/api/caches/${his.id}/logs`)).body.logs[0].author.call, "FORMER");
  assert.equal((await alice.get(`/api/caches/${hers.id}`)).body.own.minTrust, null, "and it is still hers");
  game.close();
});
