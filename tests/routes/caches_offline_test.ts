/** Offline packs and map tiles. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { CACHE, gameApp } from "../kit/game.ts";
import { crowd } from "../kit/seed_game.ts";
import { mapStore } from "../../src/caches/tables/map_store.ts";

Deno.test("a pack holds page details, the latest five logs, stages without secrets, and images", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const cache = await game.hide(owner, { description: "d", hint: "h", tags: ["t"] });
  await game.hide(owner, { lat: 20, lon: 20 });
  for (let i = 0; i < 7; i++) {
    await finder.post(`/api/caches/${cache.id}/logs`, { kind: "note", text: `n${i}` });
  }
  const pack = (await app.visitor.get("/api/offline/pack?grid=jn88DE")).body;
  assert.deepEqual([pack.instance, pack.serviceCall, pack.grid, pack.builtAt], [
    "localhost",
    "OE1SYS-15",
    "JN88DE",
    game.world.now(),
  ]);
  assert.equal(pack.caches.length, 1);
  const [one] = pack.caches;
  assert.deepEqual([one.code, one.description, one.hint, one.tags], [cache.code, "d", "h", ["t"]]);
  assert.deepEqual(one.logs.map((log: { text: string }) => log.text), ["n6", "n5", "n4", "n3", "n2"]);
  assert.deepEqual([one.stages, one.images], [[], []]);
  for (const grid of ["JN", "JN88", "JN88de", "JN88de80"]) {
    const { status } = await app.visitor.get(`/api/offline/pack?grid=${grid}`);
    assert.equal(status, 200, grid);
  }
  for (const grid of ["", "J", "JN8", "ZZ99", "JN88dexx", "JN88de8000"]) {
    await refused(app, 400, "bad_grid", () => app.visitor.get(`/api/offline/pack?grid=${grid}`));
  }
  const types = async (list: string) =>
    (await app.visitor.get(`/api/offline/pack?grid=JN88&types=${list}`)).body.caches.length;
  assert.deepEqual([await types("multi,virtual"), await types("multi,traditional")], [0, 1]);
  await refused(app, 400, "bad_types", () => app.visitor.get("/api/offline/pack?grid=JN88&types=ufo"));
  game.close();
});

Deno.test("a pack that has not changed is 304 and not counted; any change in its square makes it new", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const cache = await game.hide(owner);
  let tag = "";
  const get = async () => {
    const answer = await app.visitor.get("/api/offline/pack?grid=JN88", { "if-none-match": tag });
    tag = answer.headers.get("etag")!;
    return answer.status;
  };
  assert.equal(await get(), 200);
  for (let i = 0; i < 40; i++) assert.equal(await get(), 304);
  const changes: [string, () => Promise<unknown>][] = [
    ["an edit", () => owner.patch(`/api/caches/${cache.id}`, { title: "x" })],
    ["a log", () => finder.post(`/api/caches/${cache.id}/logs`, { kind: "note", text: "n" })],
    ["a new cache", () => game.hide(owner)],
    ["stages", () => owner.post(`/api/caches/${cache.id}/stages`, { stages: [{ n: 1, unlock: "open" }] })],
    ["the least trust", () => app.operator.put("/api/admin/settings/MIN_TRUST", { value: "A" })],
    ["moving away", () => owner.patch(`/api/caches/${cache.id}`, { lat: 10, lon: 10 })],
    ["a moderator", () => app.db.write((tx) => app.caches.remove(tx, "cache", cache.code, "x"))],
  ];
  for (const [what, change] of changes) {
    await change();
    assert.equal(await get(), what === "a moderator" ? 304 : 200, what);
    assert.equal(await get(), 304, what);
  }
  await game.hide(owner, { lat: -30, lon: 100 });
  assert.equal(await get(), 304, "what is elsewhere changes nothing");
  game.close();
});

Deno.test("a cache on the edge of a square belongs to the packs of both", async () => {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const tag = async (grid: string) =>
    (await game.app.visitor.get(`/api/offline/pack?grid=${grid}`)).headers.get("etag");
  const before = [await tag("JN77"), await tag("JN78")];
  await game.hide(owner, { lat: 48, lon: 15 });
  assert.notEqual(await tag("JN77"), before[0]);
  assert.notEqual(await tag("JN78"), before[1]);
  for (const grid of ["JN77", "JN78"]) {
    assert.equal((await game.app.visitor.get(`/api/offline/pack?grid=${grid}`)).body.caches.length, 1, grid);
  }
  game.close();
});

Deno.test("thirty full builds an address an hour", async () => {
  const game = gameApp();
  const { app } = game;
  for (let i = 0; i < 30; i++) {
    assert.equal((await app.visitor.get("/api/offline/pack?grid=JN88")).status, 200);
  }
  await refused(app, 429, "rate_limited", () => app.visitor.get("/api/offline/pack?grid=JN88"));
  assert.equal((await app.visitor.with({}, "198.51.100.7").get("/api/offline/pack?grid=JN88")).status, 200);
  game.close();
});

Deno.test("more than 5000 caches are too many, with their count", async () => {
  const game = gameApp();
  const { app } = game;
  await game.hide(await app.signIn("OE1OWN"));
  crowd(app, 5001, CACHE);
  const { body } = await refused(
    app,
    413,
    "pack_too_large",
    () => app.visitor.get("/api/offline/pack?grid=JN88"),
  );
  assert.equal(body.count, 5001);
  app.db.writeNow((tx) => mapStore(app.db, app.world).drop(tx, 5001));
  assert.equal((await app.visitor.get("/api/offline/pack?grid=JN88")).body.caches.length, 5000);
  game.close();
});

Deno.test("tiles: one range of at most 16 MiB, 416 without one, 404 without an archive", async () => {
  const game = gameApp();
  const { app } = game;
  const path = "/tiles/offline.pmtiles";
  const info = async () => (await app.visitor.get("/api/offline/tiles")).body;
  assert.deepEqual(await info(), { url: null, attribution: "© OpenStreetMap contributors", maxZoom: 14 });
  await refused(app, 404, "no_tiles", () => app.visitor.get(path, { range: "bytes=0-1" }));
  Deno.mkdirSync(`${app.dataDir}/tiles`);
  const archive = new Uint8Array(17 * 1024 * 1024).map((_, i) => i % 251);
  Deno.writeFileSync(`${app.dataDir}${path}`, archive);
  assert.equal((await info()).url, path);
  const range = (value: string) => app.visitor.get(path, { range: value });
  const part = await range("bytes=1000-1009");
  assert.deepEqual([part.status, part.headers.get("content-range"), part.text.length], [
    206,
    `bytes 1000-1009/${archive.length}`,
    10,
  ]);
  assert.equal(part.text, new TextDecoder().decode(archive.subarray(1000, 1010)));
  // Each answer has bytes of its own, however many were asked for at once.
  const froms = Array.from({ length: 20 }, (_, i) => 7 * i);
  const parts = await Promise.all(froms.map((from) => range(`bytes=${from}-${from + 30}`)));
  for (const [i, from] of froms.entries()) {
    assert.equal(parts[i]!.text, new TextDecoder().decode(archive.subarray(from, from + 31)));
  }
  assert.equal(
    (await range("bytes=-5")).headers.get("content-range"),
    `bytes ${archive.length - 5}-${archive.length - 1}/${archive.length}`,
  );
  assert.equal((await range("bytes=0-16777215")).status, 206);
  for (
    const bad of ["bytes=0-16777216", "bytes=0-1,5-6", "bytes=99999999-", "bytes=-", "bytes=5-4", "bytes=0-"]
  ) {
    const answer = await refused(app, 416, "range_needed", () => range(bad));
    assert.equal(answer.headers.get("content-range"), `bytes */${archive.length}`, bad);
  }
  await refused(app, 416, "range_needed", () => app.visitor.get(path));
  const head = await app.visitor.send("HEAD", path);
  assert.deepEqual([
    head.status,
    head.headers.get("content-length"),
    head.headers.get("accept-ranges"),
    head.text,
  ], [
    200,
    String(archive.length),
    "bytes",
    "",
  ]);
  game.close();
  const elsewhere = gameApp({
    OFFLINE_TILES_URL: "https://tiles.example/a.pmtiles",
    OFFLINE_TILES_MAXZOOM: "12",
  });
  const { url, maxZoom } = (await elsewhere.app.visitor.get("/api/offline/tiles")).body;
  assert.deepEqual([url, maxZoom], ["https://tiles.example/a.pmtiles", 12]);
  elsewhere.close();
});

Deno.test("the pack of one's own caches says why each needs a visit", async () => {
  const game = gameApp({ HIDE_DAILY_LIMIT: "0" });
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const mine = (who = owner) => who.get("/api/offline/pack?mine=1");
  await refused(app, 401, "no_session", () => mine(app.visitor));
  const well = await game.hide(owner, { type: "multi" });
  await owner.post(`/api/caches/${well.id}/stages`, {
    stages: [{ n: 1, unlock: "nfc", code: "abc1", clue: "tree" }],
  });
  const [broken, lost, off, old] = [
    await game.hide(owner),
    await game.hide(owner),
    await game.hide(owner, { unlisted: true }),
    await game.hide(owner),
  ];
  await game.hide(await app.signIn("OE4OTH"));
  const finder = await app.signIn("OE2FND");
  await finder.post(`/api/caches/${broken.id}/logs`, { kind: "found", needsMaintenance: true });
  for (const n of [1, 2, 3]) await finder.post(`/api/caches/${lost.id}/logs`, { kind: "DNF", text: `${n}` });
  await finder.post(`/api/caches/${off.code}/logs`, { kind: "found", needsMaintenance: true });
  await owner.patch(`/api/caches/${off.id}`, { status: "disabled" });
  await owner.patch(`/api/caches/${old.id}`, { status: "archived" });
  const pack = await mine();
  assert.equal(pack.headers.get("cache-control"), "private, no-store");
  const { caches } = pack.body;
  const visits = Object.fromEntries(
    caches.map((row: { id: number; visit: string[] }) => [row.id, row.visit]),
  );
  assert.deepEqual(visits, {
    [off.id]: ["flagged", "disabled"],
    [broken.id]: ["flagged"],
    [lost.id]: ["dnf_streak"],
    [well.id]: [],
  });
  assert.deepEqual([caches[0].id, caches.at(-1).id], [off.id, well.id], "those that need it most first");
  assert.deepEqual(
    caches.at(-1).stages.map((stage: { code: string; clue: string }) => [stage.code, stage.clue]),
    [
      ["abc1", "tree"],
    ],
  );
  assert.equal(caches[1].logs.length, 1);
  game.close();
});
