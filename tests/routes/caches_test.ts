/** Hiding, showing and changing caches. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { CACHE, gameApp, north } from "../kit/game.ts";

Deno.test("a member hides a cache, and everybody sees it", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC-7");
  const made = await alice.post("/api/caches", {
    title: " Old mill ",
    description: "Behind the wheel.\nMind the step.",
    hint: "magnetic",
    type: "mystery",
    size: "micro",
    difficulty: 2.5,
    terrain: 3,
    ...CACHE,
    country: "oe",
    tags: ["River", "river", "dog"],
  });
  assert.equal(made.status, 201, made.text);
  const { id, code, ...rest } = made.body;
  assert.match(code, /^[A-Z]{3}[2-9]{4}$/);
  assert.deepEqual(rest, {
    title: "Old mill",
    description: "Behind the wheel.\nMind the step.",
    hint: "magnetic",
    type: "mystery",
    size: "micro",
    difficulty: 2.5,
    terrain: 3,
    ...CACHE,
    grid: "JN88de",
    country: "OE",
    tags: ["river", "dog"],
    status: "active",
    scope: "federated",
    unlisted: false,
    minTrust: null,
    ratingPolicy: "finders",
    stationCall: null,
    source: "native",
    owner: "OE1ABC-7",
    createdAt: game.world.now(),
    updatedAt: game.world.now(),
    finds: 0,
    favorites: 0,
    recommended: 0,
    rating: { avg: null, count: 0 },
    origin: "localhost",
  });
  const shown = (await game.app.visitor.get(`/api/caches/${id}`)).body;
  assert.equal(shown.code, code);
  assert.equal(shown.own, undefined);
  for (const ref of [code, code.toLowerCase(), `${code.slice(0, 3)}-${code.slice(3)}`]) {
    assert.equal((await game.app.visitor.get(`/api/caches/${ref}`)).body.id, id);
  }
  const own = (await alice.get(`/api/caches/${id}`)).body;
  assert.deepEqual(own.own, { minTrust: null, move: { limitM: 100, pinned: null, stagePins: [] } });
  const box = (await game.app.visitor.get("/api/caches?bbox=16,48,17,49")).body;
  assert.deepEqual(box.caches.map((cache: { code: string }) => cache.code), [code]);
  assert.equal(box.caches[0].hint, undefined);
  assert.deepEqual((await game.app.visitor.get("/api/caches?bbox=17,48,18,49")).body.caches, []);
  assert.equal((await game.app.visitor.get("/api/caches")).body.caches.length, 1);
  assert.deepEqual(game.told, [`cache ${code} active`]);
  assert.deepEqual((await alice.get("/api/my/hides")).body, { limit: 5, used: 1, remaining: 4 });
  assert.deepEqual((await alice.get("/api/my/logged")).body, {
    found: [],
    dnf: [],
    owned: [id],
    uncounted: [],
  });
  game.close();
});

Deno.test("hiding is refused to whom it does not belong", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const newcomer = await app.signIn("OE1NEW", { verified: false });
  const body = { title: "Mill", ...CACHE };
  const post = (by: typeof alice, over: object = {}) => () => by.post("/api/caches", { ...body, ...over });
  await refused(app, 401, "no_credential", post(app.visitor));
  const unverified = await refused(app, 403, "not_verified", post(newcomer));
  assert.equal(unverified.body.verified, false);
  await refused(app, 403, "type_not_yours", post(alice, { type: "sota" }));
  await refused(app, 403, "code_not_yours", post(alice, { code: "MYCODE1" }));
  await refused(app, 403, "not_your_station", post(alice, { type: "living", stationCall: "OE9OTH-9" }));
  await refused(app, 403, "not_your_station", post(alice, { type: "living" }));
  await refused(app, 400, "country_unknown", post(alice, { country: "QQ" }));
  for (
    const over of [
      { title: "" },
      { title: "two\nlines" },
      { title: "x".repeat(121) },
      { difficulty: 5.5 },
      { terrain: 1.25 },
      { lat: 91 },
      { lon: -181 },
      { lat: undefined },
      { tags: ["x".repeat(25)] },
      { type: "ufo" },
      { description: "bell\u0007" },
    ]
  ) {
    const answer = await refused(app, 400, "invalid_body", post(alice, over));
    assert.ok(Array.isArray(answer.body.issues));
  }
  await refused(app, 400, "bad_bbox", () => alice.get("/api/caches?bbox=17,48,16,49"));
  await refused(app, 404, "cache_not_found", () => alice.get("/api/caches/12345"));
  game.close();
});

Deno.test("at most HIDE_DAILY_LIMIT caches a day, archived ones counted, the sysop exempt", async () => {
  const game = gameApp({ HIDE_DAILY_LIMIT: "2" });
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const first = await game.hide(alice);
  await game.hide(alice);
  await alice.patch(`/api/caches/${first.id}`, { status: "archived" });
  const limited = await refused(
    app,
    429,
    "hide_limit",
    () => alice.post("/api/caches", { title: "c", ...CACHE }),
  );
  assert.equal(limited.body.limit, 2);
  assert.deepEqual((await alice.get("/api/my/hides")).body, { limit: 2, used: 2, remaining: 0 });
  const sysop = await app.sysop();
  for (let i = 0; i < 3; i++) await game.hide(sysop);
  assert.deepEqual((await sysop.get("/api/my/hides")).body, { limit: null, used: 3, remaining: null });
  game.world.pass(86_401);
  await game.hide(await app.signIn("OE1ABC"));
  game.close();
});

Deno.test("the ingest plane hides for a member, and gives imported caches their own codes", async () => {
  const game = gameApp();
  const { app } = game;
  await app.signIn("OE1ABC");
  await refused(app, 400, "no_caller", () => app.ingest.post("/api/caches", { title: "a", ...CACHE }));
  await refused(
    app,
    403,
    "unknown_call",
    () => app.ingest.post("/api/caches", { title: "a", ...CACHE, ownerCall: "OE9NON" }),
  );
  const mine = await game.hide(app.ingest, { ownerCall: "OE1ABC-9" });
  assert.equal(mine.owner, "OE1ABC-9");
  const summit = await game.hide(app.ingest, {
    ownerCall: "OE1ABC",
    type: "sota",
    code: "oe/oo-001",
    scope: "local",
  });
  assert.equal(summit.code, "OE/OO-001");
  assert.equal(summit.source, "sota");
  await refused(
    app,
    409,
    "code_taken",
    () =>
      app.ingest.post("/api/caches", {
        title: "a",
        ...CACHE,
        ownerCall: "OE1ABC",
        type: "sota",
        code: "OEOO001",
      }),
  );
  await refused(
    app,
    400,
    "code_form",
    () =>
      app.ingest.post("/api/caches", {
        title: "a",
        ...CACHE,
        ownerCall: "OE1ABC",
        type: "sota",
        code: "KTR4729",
      }),
  );
  await refused(
    app,
    403,
    "code_not_yours",
    () => app.ingest.post("/api/caches", { title: "a", ...CACHE, ownerCall: "OE1ABC", code: "MINE123" }),
  );
  assert.deepEqual(game.published.map((one) => one.body.code), [mine.code]);
  game.close();
});

Deno.test("only the owner changes a cache; what is not named stays", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const bob = await app.signIn("OE2BOB");
  const cache = await game.hide(alice, { country: "OE", hint: "here", minTrust: "A" });
  const path = `/api/caches/${cache.id}`;
  await refused(app, 401, "no_credential", () => app.visitor.patch(path, { title: "x" }));
  await refused(app, 403, "cache_not_yours", () => bob.patch(path, { title: "x" }));
  await refused(
    app,
    403,
    "cache_not_yours",
    () => app.ingest.patch(path, { title: "x", ownerCall: "OE2BOB" }),
  );
  await refused(app, 403, "type_not_yours", () => alice.patch(path, { type: "sota" }));
  const changed = await alice.patch(path, {
    title: "New",
    country: "",
    minTrust: null,
    lat: 48.3,
    lon: 16.4,
  });
  assert.equal(changed.status, 200, changed.text);
  const { title, country, minTrust, hint, lat, lon } = changed.body;
  assert.deepEqual([title, country, minTrust, hint, lat, lon], ["New", null, null, "here", 48.3, 16.4]);
  // What was said already is no change, nor is one that no peer is told of: no new version.
  const sent = game.published.length;
  game.world.pass(60);
  const again = await alice.patch(path, { title: "New", lat: 48.3, lon: 16.4, tags: [] });
  assert.deepEqual([again.status, again.body.updatedAt, game.published.length], [
    200,
    changed.body.updatedAt,
    sent,
  ]);
  const hinted = await alice.patch(path, { hint: "over there" });
  assert.deepEqual([hinted.body.hint, hinted.body.updatedAt], ["over there", game.world.now()]);
  assert.equal(game.published.length, sent);
  assert.equal((await alice.put(path, { title: "By PUT" })).body.title, "By PUT");
  assert.equal(game.published.length, sent + 1);
  assert.equal(
    (await app.ingest.patch(path, { title: "By radio", ownerCall: "OE1ABC-5" })).body.title,
    "By radio",
  );
  assert.deepEqual((await app.visitor.get("/api/caches?bbox=16.35,48.25,16.45,48.35")).body.caches.length, 1);
  game.close();
});

Deno.test("drafts are the owner's alone; archived and unlisted caches are off the map", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const draft = await game.hide(alice, { status: "draft" });
  await refused(app, 404, "cache_not_found", () => app.visitor.get(`/api/caches/${draft.id}`));
  assert.equal((await alice.get(`/api/caches/${draft.id}`)).status, 200);
  assert.equal((await (await app.sysop()).get(`/api/caches/${draft.id}`)).status, 200);
  assert.equal(game.published.length, 0);
  const map = async () => (await app.visitor.get("/api/caches")).body.caches.length;
  assert.equal(await map(), 0);
  await alice.patch(`/api/caches/${draft.id}`, { status: "active" });
  assert.equal(await map(), 1);
  await alice.patch(`/api/caches/${draft.id}`, { unlisted: true });
  assert.equal(await map(), 0);
  assert.equal((await app.visitor.get(`/api/caches/${draft.code}`)).status, 200);
  await alice.patch(`/api/caches/${draft.id}`, { unlisted: false, status: "archived" });
  assert.equal(await map(), 0);
  game.close();
});

Deno.test("a removed cache is 410 to all but its owner and the sysop, and cannot be changed", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const cache = await game.hide(alice);
  const sent = app.db.writeNow((tx) => app.caches.remove(tx, "cache", String(cache.id), "unsafe place"));
  assert.equal(sent, 1);
  assert.deepEqual(game.withdrawn, [{ gid: "localhost:cache:1", bounded: true }]);
  for (const path of ["", "/logs", "/media", "/stages"]) {
    await refused(app, 410, "cache_removed", () => app.visitor.get(`/api/caches/${cache.id}${path}`));
    assert.equal((await alice.get(`/api/caches/${cache.id}${path}`)).status, 200);
  }
  const own = (await alice.get(`/api/caches/${cache.id}`)).body;
  assert.deepEqual(own.removed, { at: game.world.now(), reason: "unsafe place" });
  assert.equal(own.status, "archived");
  await refused(
    app,
    403,
    "cache_removed_edit",
    () => alice.patch(`/api/caches/${cache.id}`, { status: "active" }),
  );
  assert.equal((await app.visitor.get("/api/caches")).body.caches.length, 0);
  app.db.writeNow((tx) => app.caches.restore(tx, cache.code));
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.status, "disabled");
  assert.equal(game.published.at(-1)!.gid, "localhost:cache:1");
  game.close();
});

Deno.test("a found cache moves no farther than the limit from where it was found", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const bob = await app.signIn("OE2BOB");
  const cache = await game.hide(alice);
  const path = `/api/caches/${cache.id}`;
  assert.equal((await alice.patch(path, north(5000))).status, 200);
  assert.equal((await alice.patch(path, CACHE)).status, 200);
  assert.equal((await bob.post(`${path}/logs`, { kind: "found" })).status, 201);
  assert.equal((await alice.patch(path, north(99))).status, 200);
  const far = await refused(app, 409, "move_limit", () => alice.patch(path, north(150)));
  assert.equal(far.body.limitM, 100);
  assert.ok(Math.abs(far.body.distanceM - 150) < 1);
  assert.deepEqual((await alice.get(path)).body.own.move, { limitM: 100, pinned: CACHE, stagePins: [] });
  const placed = await app.operator.post(`/api/admin/caches/${cache.id}/place`, north(400));
  assert.equal(placed.status, 200, placed.text);
  assert.equal((await alice.patch(path, north(490))).status, 200);
  await refused(app, 409, "move_limit", () => alice.patch(path, CACHE));
  await refused(app, 401, undefined, () => app.visitor.post(`/api/admin/caches/${cache.id}/place`, CACHE));
  await refused(app, 403, "not_sysop", () => bob.post(`/api/admin/caches/${cache.id}/place`, CACHE));
  const strict = gameApp({ CACHE_MOVE_LIMIT_M: "0" });
  const carol = await strict.app.signIn("OE3CAR");
  const fixed = await strict.hide(carol);
  await (await strict.app.signIn("OE2BOB")).post(`/api/caches/${fixed.id}/logs`, { kind: "found" });
  await refused(strict.app, 409, "move_limit", () => carol.patch(`/api/caches/${fixed.id}`, north(1)));
  assert.equal((await carol.patch(`/api/caches/${fixed.id}`, { ...CACHE, title: "stays" })).status, 200);
  strict.close();
  game.close();
});

Deno.test("a living cache follows its station and is on the map where that was heard", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  game.stations.set(game.account("OE1ABC"), [{ id: 3, call: "OE1ABC-9" }]);
  const made = await alice.post("/api/my/stations/3/cache", { living: true, title: "Rover" });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.type, made.body.stationCall, made.body.lat], ["living", "OE1ABC-9", null]);
  assert.equal(game.published.length, 0);
  const map = async () => (await app.visitor.get("/api/caches")).body.caches;
  assert.deepEqual(await map(), []);
  await app.caches.heard([{ call: "OE1ABC-9", ...north(10), at: game.world.now() }]);
  assert.equal((await map())[0].lat, Math.round(north(10).lat * 1e7) / 1e7);
  assert.equal(game.published.length, 1);
  game.world.pass(60);
  await app.caches.heard([{ call: "OE1ABC-9", ...north(900), at: game.world.now() }]);
  assert.equal((await map())[0].lat, Math.round(north(900).lat * 1e7) / 1e7);
  // An older report that came late does not take it back.
  await app.caches.heard([{ call: "OE1ABC-9", ...north(10), at: game.world.now() - 30 }]);
  assert.equal((await map())[0].lat, Math.round(north(900).lat * 1e7) / 1e7);
  assert.equal(game.published.length, 1, "its record does not go out with every position");
  assert.equal(app.caches.follows("OE1ABC-9"), true);
  await refused(
    app,
    409,
    "living_no_place",
    () => app.operator.post(`/api/admin/caches/${made.body.id}/place`, CACHE),
  );
  // It begins where its own station is known to be, whatever its owner says.
  game.stations.set(game.account("OE1ABC"), [
    { id: 3, call: "OE1ABC-9", ...north(5) },
    { id: 7, call: "OE1ABC-7", ...north(70) },
  ]);
  const known = await alice.post("/api/caches", {
    title: "Known",
    type: "living",
    stationCall: "OE1ABC-7",
    ...CACHE,
  });
  assert.equal(known.body.lat, Math.round(north(70).lat * 1e7) / 1e7);
  // One that was never heard is nowhere: it becomes a fixed one only where somebody says.
  game.stations.set(game.account("OE1ABC"), [{ id: 3, call: "OE1ABC-9" }, { id: 6, call: "OE1ABC-6" }]);
  const unheard = (await alice.post("/api/my/stations/6/cache", { living: true })).body.id;
  const fixed = (over: object) => alice.patch(`/api/caches/${unheard}`, { type: "traditional", ...over });
  await refused(app, 400, "place_needed", () => fixed({}));
  assert.deepEqual((await fixed(CACHE)).body.lat, CACHE.lat);
  const stopped = await alice.post("/api/my/stations/3/cache", { living: false });
  assert.deepEqual([stopped.status, stopped.body.id, stopped.body.status], [200, made.body.id, "archived"]);
  assert.equal((await alice.post("/api/my/stations/3/cache", { living: true })).body.id, made.body.id);
  await refused(app, 403, "not_your_station", () => alice.post("/api/my/stations/4/cache", {}));
  const self = await alice.post("/api/me/cache", {});
  assert.deepEqual([self.body.stationCall, self.body.title], ["OE1ABC", "Living cache OE1ABC"]);
  game.close();
});

Deno.test("what is published: native, federated, past its draft; never hints nor descriptions of unlisted caches", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const cache = await game.hide(alice, { description: "d", hint: "secret", country: "OE" });
  const path = `/api/caches/${cache.id}`;
  assert.deepEqual(game.published[0], {
    kind: "cache",
    gid: "localhost:cache:1",
    v: 1,
    body: {
      code: cache.code,
      title: "Old mill",
      type: "traditional",
      size: "other",
      difficultyX10: 15,
      terrainX10: 15,
      latE7: 482_000_000,
      lonE7: 163_000_000,
      owner: "OE1ABC",
      status: "active",
      scope: "federated",
      createdAt: game.world.now(),
      updatedAt: game.world.now(),
      description: "d",
      country: "OE",
    },
  });
  await alice.patch(path, { hint: "another" });
  assert.equal(game.published.length, 1, "a change that peers do not see is not published");
  game.world.pass(5);
  await alice.patch(path, { unlisted: true });
  assert.equal(game.published.at(-1)!.v, 2);
  assert.equal("description" in game.published.at(-1)!.body, false);
  await alice.patch(path, { scope: "local" });
  assert.deepEqual(game.withdrawn, [{ gid: "localhost:cache:1", bounded: true }]);
  await alice.patch(path, { title: "still local" });
  assert.equal(game.withdrawn.length, 1);
  await alice.patch(path, { scope: "federated" });
  assert.equal(game.published.at(-1)!.gid, "localhost:cache:1");
  assert.ok(!JSON.stringify(game.published).includes("secret"));
  game.close();
});

Deno.test("numbers do not walk to unlisted caches; who has had to do with one finds it by its number too", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const { id, code } = await game.hide(owner, { unlisted: true, description: "only for who is told" });
  const at = (ref: string | number) => `/api/caches/${ref}`;
  const friend = await app.signIn("OE3FRD");
  const { id: noted } = (await friend.post(`${at(code)}/logs`, { kind: "note", text: "nice" })).body;
  for (const ref of [id, `0${id}`, `000${id}`]) {
    for (const part of ["", "/logs", "/media", "/stages", "/adoption"]) {
      await refused(app, 404, "cache_not_found", () => app.visitor.get(at(ref) + part));
      await refused(app, 404, "cache_not_found", () => finder.get(at(ref) + part));
    }
    await refused(app, 404, "cache_not_found", () => app.visitor.get(`/api/v1/caches/${ref}`));
    for (const act of ["favorite", "watch", "adoption", "media"]) {
      const body = act === "adoption" ? { inPlace: true } : {};
      await refused(app, 404, "cache_not_found", () => finder.post(`${at(ref)}/${act}`, body));
    }
    await refused(app, 404, "cache_not_found", () => finder.post(`${at(ref)}/rate`, { stars: 5 }));
    await refused(app, 404, "cache_not_found", () => finder.post(`${at(ref)}/logs`, { kind: "found" }));
    await refused(app, 404, "cache_not_found", () => finder.patch(at(ref), { title: "mine" }));
    for (const log of [noted, noted + 1]) {
      await refused(
        app,
        404,
        "log_not_found",
        () => finder.patch(`${at(ref)}/logs/${log}`, { text: "mine" }),
      );
      await refused(app, 404, "log_not_found", () => finder.delete(`${at(ref)}/logs/${log}`));
    }
  }
  for (const who of [owner, await app.sysop()]) assert.equal((await who.get(at(id))).body.code, code);
  assert.equal((await app.visitor.get(at(code))).body.id, id);
  assert.equal((await app.visitor.get(`/api/v1/caches/${code}`)).body.id, id);
  await finder.post(`${at(code)}/watch`);
  assert.equal((await finder.get(at(id))).body.code, code);
  await refused(app, 404, "cache_not_found", () => app.visitor.get(at(id)));
  const open = await game.hide(owner);
  assert.equal((await app.visitor.get(at(open.id))).body.code, open.code);
  await refused(app, 404, "cache_not_found", () => app.visitor.get(at(`0${open.id}`)));
  await owner.patch(at(code), { status: "archived" });
  await refused(app, 404, "cache_not_found", () => app.visitor.get(at(id)));
  game.close();
});

Deno.test("a station becomes a fixed cache where it stands", async () => {
  const game = gameApp({ HIDE_DAILY_LIMIT: "1" });
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  game.stations.set(game.account("OE1ABC"), [{ id: 3, call: "OE1ABC-3", ...CACHE }, {
    id: 4,
    call: "OE1ABC-4",
  }]);
  await refused(app, 409, "station_no_place", () => alice.post("/api/my/stations/4/cache", {}));
  await refused(app, 403, "not_your_station", () => alice.post("/api/my/stations/5/cache", {}));
  const { status, body } = await alice.post("/api/my/stations/3/cache", {});
  assert.deepEqual([status, body.type, body.title, body.lat, body.lon, body.stationCall], [
    201,
    "traditional",
    "Station OE1ABC-3",
    CACHE.lat,
    CACHE.lon,
    null,
  ]);
  await refused(app, 429, "hide_limit", () => alice.post("/api/my/stations/3/cache", { title: "Again" }));
  game.close();
});

Deno.test("the owner's change of status is told in the log book, to neighbours too", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const { id } = await game.hide(alice, { status: "draft" });
  const path = `/api/caches/${id}`;
  for (const status of ["active", "disabled", "disabled", "active", "archived"]) {
    await alice.patch(path, { status });
  }
  const { logs } = (await app.visitor.get(`${path}/logs`)).body;
  assert.deepEqual(logs.map((log: { kind: string; text: string }) => `${log.kind}: ${log.text}`), [
    "note: The owner has archived this cache",
    "note: The owner has enabled this cache",
    "note: The owner has disabled this cache",
  ]);
  assert.equal(logs[0].author.call, "OE1ABC");
  assert.equal(game.published.filter(({ kind }) => kind === "find").length, 3);
  game.close();
});

Deno.test("a cache is changed three hundred times an hour at most", async () => {
  const game = gameApp();
  const { app } = game;
  const alice = await app.signIn("OE1ABC");
  const { id } = await game.hide(alice);
  const change = (n: number) => alice.patch(`/api/caches/${id}`, { title: `Number ${n}` });
  for (let n = 0; n < 300; n++) assert.equal((await change(n)).status, 200);
  await refused(app, 429, "rate_limited", () => change(300));
  game.close();
});
