/** Logging: what a find is worth and why, who may, and when it was. */
import assert from "node:assert/strict";
import { toBase64Url } from "../../src/base/mod.ts";
import { readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { type Client, refused } from "../kit/app.ts";
import { CACHE, type GameApp, gameApp, north, silent } from "../kit/game.ts";

async function setUp(env: Record<string, string> = {}) {
  const game = gameApp(env);
  const owner = await game.app.signIn("OE1OWN");
  const cache = await game.hide(owner);
  const finder = await game.app.signIn("OE2FND-7");
  const path = `/api/caches/${cache.id}/logs`;
  return { game, app: game.app, owner, finder, cache, path };
}

Deno.test("a find heard by a trusted site is Tier A, with its explanation to logger and sysop only", async () => {
  const { game, app, finder, cache, path, owner } = await setUp();
  game.heard("OE2FND-7", {}, { lat: 48.25, lon: 16.35 });
  const made = await finder.post(path, { kind: "found", text: "Nice!\nThanks" });
  assert.equal(made.status, 201, made.text);
  const { id, why, ...rest } = made.body;
  assert.deepEqual(rest, {
    kind: "found",
    text: "Nice!\nThanks",
    author: { call: "OE2FND-7" },
    foundAt: game.world.now(),
    tier: "A",
    verified: true,
    createdAt: game.world.now(),
    firsts: ["find", "heard"],
  });
  assert.equal(
    why.sentence,
    "Radio-verified: OE1XYZ-10 heard OE2FND-7 directly, 30 m from the cache, 60 s before the find.",
  );
  assert.deepEqual(why.candidates[0].receiver, { site: "OE1XYZ-10", lat: 48.25, lon: 16.35 });
  const seenBy = async (who: Client) => (await who.get(path)).body.logs[0].why;
  assert.deepEqual(await seenBy(finder), why);
  assert.deepEqual(await seenBy(await app.sysop()), why);
  assert.deepEqual(await seenBy(owner), { method: "aprs_rf" });
  assert.deepEqual(await seenBy(app.visitor), { method: "aprs_rf" });
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.finds, 1);
  assert.deepEqual(game.told.slice(1), [`find ${cache.code} A`]);
  assert.deepEqual(game.alerts.map((alert) => [alert.kind, alert.accountId]), [
    ["cache_found", game.account("OE1OWN")],
  ]);
  assert.deepEqual(game.published.at(-1), {
    kind: "find",
    gid: "localhost:find:2",
    v: 1,
    body: {
      cache: "localhost:cache:1",
      kind: "found",
      call: "OE2FND-7",
      foundAt: game.world.now(),
      createdAt: game.world.now(),
      tier: "A",
      text: "Nice!\nThanks",
      distanceCm: 3000,
    },
  });
  assert.equal(id, made.body.id);
  game.close();
});

Deno.test("the same without a trusted site gives no Tier A, and says so", async () => {
  const { game, finder, path } = await setUp();
  game.heard("OE2FND-7", {}, { trusted: false, flaw: { code: "box_gone", text: "no operator trusts it" } });
  const { body } = await finder.post(path, { kind: "found" });
  assert.deepEqual([body.tier, body.verified, body.why.method], [null, false, "aprs_is"]);
  assert.match(body.why.sentence, /OE1XYZ-10 is not trusted: no operator trusts it/);
  game.close();
});

Deno.test("the device reading of the signed-in logger gives Tier B; the ingest plane's counts for nothing", async () => {
  const { game, app, finder, path } = await setUp();
  const position = { ...north(40), accuracyM: 12, at: game.world.now() - 5 };
  const { body } = await finder.post(path, { kind: "found", position });
  assert.deepEqual([body.tier, body.verified, body.why.method], ["B", true, "app_geo"]);
  await app.signIn("OE3RAD");
  const byRadio = await app.ingest.post(path, { kind: "found", position, loggerCall: "OE3RAD-9" });
  assert.equal(byRadio.status, 201, byRadio.text);
  assert.deepEqual([byRadio.body.tier, byRadio.body.author.call], [null, "OE3RAD-9"]);
  assert.match(byRadio.body.why.sentence, /only the signed-in logger's own device counts/);
  await refused(
    app,
    400,
    "invalid_body",
    () => finder.post(path, { position: { ...position, mocked: true } }),
  );
  game.close();
});

Deno.test("a tier below the cache's own minimum keeps its letter and is not verified", async () => {
  const { game, app, owner, finder, cache, path } = await setUp();
  await owner.patch(`/api/caches/${cache.id}`, { minTrust: "A" });
  const position = { ...CACHE, accuracyM: 5, at: game.world.now() };
  const { body } = await finder.post(path, { kind: "found", position });
  assert.deepEqual([body.tier, body.verified], ["B", false]);
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.finds, 0);
  await owner.patch(`/api/caches/${cache.id}`, { minTrust: null });
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.finds, 1);
  await app.operator.put("/api/admin/settings/MIN_TRUST", { value: "A" });
  assert.equal((await app.visitor.get(`/api/caches/${cache.id}`)).body.finds, 0);
  game.close();
});

Deno.test("the five refusals are conflicts and grade nothing", async () => {
  const { game, app, owner, finder, cache, path } = await setUp();
  await refused(app, 409, "own_cache", () => owner.post(path, { kind: "found" }));
  await owner.patch(`/api/caches/${cache.id}`, { status: "disabled" });
  await refused(app, 409, "cache_inactive", () => finder.post(path, { kind: "found" }));
  await refused(app, 409, "cache_inactive", () => finder.post(path, { kind: "DNF" }));
  assert.equal((await finder.post(path, { kind: "note", text: "closed?" })).status, 201);
  await owner.patch(`/api/caches/${cache.id}`, { status: "active" });
  await owner.post(`/api/caches/${cache.id}/stages`, {
    stages: [{ n: 1, unlock: "open" }, { n: 2, unlock: "open" }],
  });
  const open = (n: number) => finder.post(`/api/caches/${cache.id}/stages/${n}/unlock`, {});
  assert.equal((await open(1)).status, 200);
  const locked = await refused(app, 409, "last_stage_locked", () => finder.post(path, { kind: "found" }));
  assert.equal(locked.body.stage, 2, "the first stage alone is not enough");
  assert.equal((await finder.post(path, { kind: "DNF", text: "no luck" })).status, 201);
  assert.equal((await open(2)).status, 200);
  const position = { ...CACHE, accuracyM: 5, at: game.world.now() };
  assert.equal((await finder.post(path, { kind: "found", text: "first", position })).status, 201);
  const again = await refused(
    app,
    409,
    "already_found",
    () => finder.post(path, { kind: "found", text: "again" }),
  );
  assert.equal(again.body.foundBy, "OE2FND-7");
  await app.signIn("OE4SUS");
  const account = game.account("OE4SUS");
  app.db.writeNow((tx) =>
    app.db.sql<{ account: number }>(
      "INSERT INTO suspension (account_id, reason, category, suspended_at) VALUES (:account, 'x', 'spam', 0)",
    ).run(tx, { account })
  );
  await refused(app, 409, "suspended", () => app.ingest.post(path, { kind: "found", loggerCall: "OE4SUS" }));
  await refused(app, 401, "no_credential", () => app.visitor.post(path, { kind: "found" }));
  await refused(app, 400, "note_needs_text", () => finder.post(path, { kind: "note", text: " " }));
  game.close();
});

Deno.test("a person finds a cache once, under whatever SSID", async () => {
  const { game, app, finder, path } = await setUp();
  const position = { ...CACHE, accuracyM: 5, at: game.world.now() };
  assert.equal((await finder.post(path, { kind: "found", text: "x", position })).status, 201);
  const other = await refused(
    app,
    409,
    "already_found",
    () => finder.post(path, { kind: "found", text: "x", loggerCall: "OE2FND-9" }),
  );
  assert.equal(other.body.foundBy, "OE2FND-7");
  assert.match(other.body.error, /as OE2FND-7/);
  game.close();
});

Deno.test("the same log again answers 200 with the first one", async () => {
  const { game, app, finder, cache, path } = await setUp();
  const first = await finder.post(path, { kind: "found", text: "same" });
  game.world.pass(3600);
  const before = app.fingerprint();
  const second = await finder.post(path, { kind: "found", text: "same" });
  assert.equal(second.status, 200);
  assert.deepEqual(second.body, { ...first.body, duplicate: true });
  assert.equal(app.fingerprint(), before);
  const note = () => finder.post(path, { kind: "note", text: "hm" });
  assert.deepEqual([(await note()).status, (await note()).status], [201, 200]);
  game.world.pass(600);
  assert.equal((await note()).status, 200, "the same note, sent again");
  game.world.pass(1);
  assert.equal((await note()).status, 201, "a note may be said again another day");
  assert.equal((await app.visitor.get(`/api/caches/${cache.code}`)).body.finds, 0);
  game.close();
});

const KEY = readSigningKey(toBase64Url(new Uint8Array(32).fill(7)))!;

/** A device key that was registered at a time. */
function registerKey(game: GameApp, addedAt: number) {
  const { app } = game;
  app.db.writeNow((tx) =>
    app.people.keys.store.add(tx, {
      accountId: game.account("OE2FND"),
      call: "OE2FND-7",
      base: "OE2FND",
      key: KEY.publicKey,
      label: "Phone",
      addedAt,
      mayErase: 0,
      vouchedAt: addedAt,
      session: null,
      usedAt: null,
    })
  );
}
const signed = (cache: string, at: number, over: object = {}) => {
  const document = {
    at,
    cache,
    call: "OE2FND-7",
    instance: "localhost",
    key: KEY.publicKey,
    kind: "found",
    text: "",
  };
  return { key: KEY.publicKey, at, sig: signDocument("svc-log/1", { ...document, ...over }, KEY) };
};

Deno.test("a log signed in the field is timed by its signature and judged at that time", async () => {
  const { game, finder, cache, path } = await setUp();
  registerKey(game, game.world.now() - 10);
  game.world.pass(86_400);
  const at = game.world.now() - 7200;
  game.heard("OE2FND-7", { at: at - 30 });
  const body = { kind: "found", offline: true, signed: signed(cache.code, at) };
  const made = await finder.post(path, body);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.foundAt, made.body.tier, made.body.author], [at, "A", {
    call: "OE2FND-7",
    signedAt: at,
  }]);
  assert.equal(made.body.fieldTimeRejected, undefined);
  assert.deepEqual((game.published.at(-1)!.body as { signed: object }).signed, body.signed);
  assert.equal((await finder.post(path, body)).body.duplicate, true);
  game.close();
});

Deno.test("a signature of a bad time is not used, and a bad signature is refused", async () => {
  const { game, app, finder, cache, path } = await setUp();
  const start = game.world.now();
  registerKey(game, start + 100);
  game.world.pass(1000);
  const now = game.world.now();
  const post = (given: object, over: object = {}) =>
    finder.post(path, { kind: "found", signed: given, ...over });
  const bad = signed(cache.code, now);
  await refused(app, 400, "bad_log_signature", () => post({ ...bad, at: now - 1 }));
  await refused(app, 400, "bad_log_signature", () => post(bad, { text: "other" }));
  await refused(app, 400, "bad_log_signature", () => post(signed("KTR9999", now)));
  await refused(
    app,
    400,
    "bad_log_signature",
    () => post(signed(cache.code, now, { instance: "else.example" })),
  );
  await refused(
    app,
    400,
    "key_unknown",
    () => post({ ...bad, key: toBase64Url(new Uint8Array(32).fill(9)) }),
  );
  await refused(app, 400, "invalid_body", () => post({ ...bad, key: "short" }));
  const early = await post(signed(cache.code, start + 50));
  assert.deepEqual([early.body.foundAt, early.body.fieldTimeRejected], [now, "before_key"]);
  // The same find once more, with a signature that is not good or not of this text: no repetition.
  const good = signed(cache.code, start + 50);
  await refused(app, 400, "bad_log_signature", () => post({ ...good, sig: bad.sig }));
  await refused(app, 400, "bad_log_signature", () => post(good, { text: "other" }));
  await refused(app, 400, "bad_log_signature", () => post({ ...good, at: start + 51 }));
  await refused(app, 400, "bad_log_signature", () => post(good, { kind: "DNF" }));
  await refused(app, 400, "bad_log_signature", () => post(good, { loggerCall: "OE2FND-9" }));
  assert.equal((await post(good)).body.duplicate, true);
  const unsigned = await (await app.signIn("OE5OFF")).post(path, { kind: "found", offline: true });
  assert.deepEqual([unsigned.body.foundAt, unsigned.body.fieldTimeRejected], [now, "unsigned"]);
  game.close();
});

Deno.test("peers are asked about a find short of Tier A, and may lift it later", async () => {
  const asked: object[] = [];
  const kept: [number, boolean][] = [];
  const verdict = {
    call: "OE2FND-7",
    confirmed: true,
    instances: ["a.example", "b.example"],
    quorum: 2,
    bucketS: 600,
    distanceM: 100,
  };
  let answer: object = {};
  const game = gameApp({}, {
    corroborator: {
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
      ...silent,
      keep: (_tx, logId, _round, lifted) => {
        kept.push([logId, lifted]);
      },
    },
  });
  const owner = await game.app.signIn("OE1OWN");
  const cache = await game.hide(owner);
  const path = `/api/caches/${cache.id}/logs`;
  const now = game.world.now();
  game.heard("OE2NEA");
  assert.equal((await (await game.app.signIn("OE2NEA")).post(path, { kind: "found" })).body.tier, "A");
  assert.deepEqual(asked, [], "what was heard here needs no peers");
  answer = { verdict: { ...verdict, at: now - 300 }, round: "asked" };
  const lifted = await (await game.app.signIn("OE3FAR")).post(path, { kind: "found" });
  assert.deepEqual([lifted.body.tier, lifted.body.why.method, lifted.body.corroboratedBy], [
    "A",
    "aprs_rf_peer",
    ["a.example", "b.example"],
  ]);
  assert.deepEqual(asked, [{
    call: "OE3FAR",
    others: ["OE3FAR-7", "OE3FAR-9", "OE3FAR-5"],
    ...CACHE,
    radiusM: 150,
    since: now - 1800,
    until: now + 60,
    excludeIgates: ["OE3FAR"],
  }]);
  answer = { round: "asked" };
  const waiting = await (await game.app.signIn("OE4LAT")).post(path, { kind: "found" });
  assert.equal(waiting.body.tier, null);
  assert.deepEqual(kept, [[lifted.body.id, true], [waiting.body.id, false]]);
  game.world.pass(3600);
  const late = { ...verdict, at: now - 300 };
  assert.equal(
    game.app.db.writeNow((tx) => game.app.caches.liftable().lift(tx, waiting.body.id, late)),
    true,
  );
  const log = (await game.app.visitor.get(path)).body.logs[0];
  assert.deepEqual([log.tier, log.verified, log.corroboratedLaterAt], ["A", true, game.world.now()]);
  assert.equal((await game.app.visitor.get(`/api/caches/${cache.id}`)).body.finds, 3);
  game.close();
});

Deno.test("verified finds are announced for who wants it; a flag or three DNFs ask for maintenance", async () => {
  const { game, app, owner, finder, cache, path } = await setUp();
  assert.deepEqual((await finder.get("/api/announce")).body, { on: false });
  assert.deepEqual((await finder.post("/api/announce", { on: true })).body, { on: true });
  const newcomer = await app.signIn("OE8NEW", { verified: false });
  await refused(app, 403, "not_verified", () => newcomer.post("/api/announce", { on: true }));
  const state = async () => {
    const { needsMaintenance, maintenanceReason } = (await app.visitor.get(`/api/caches/${cache.id}`)).body;
    return [needsMaintenance, maintenanceReason];
  };
  for (const call of ["OE5AAA", "OE6BBB"]) await (await app.signIn(call)).post(path, { kind: "DNF" });
  assert.deepEqual(await state(), [false, undefined]);
  await (await app.signIn("OE7CCC")).post(path, { kind: "DNF" });
  assert.deepEqual(await state(), [true, "dnf_streak"]);
  const position = { ...CACHE, accuracyM: 5, at: game.world.now() };
  assert.equal((await finder.post(path, { kind: "found", position, needsMaintenance: true })).body.tier, "B");
  assert.deepEqual(game.announced, [{ call: "OE2FND-7", code: cache.code, tier: "B" }]);
  assert.deepEqual(await state(), [true, "flagged"]);
  await refused(app, 409, "owner_only", () => finder.post(path, { kind: "maintenance", text: "done" }));
  await owner.post(path, { kind: "maintenance", text: "new box" });
  assert.deepEqual(await state(), [false, undefined]);
  game.close();
});

Deno.test("the log book pages newest first", async () => {
  const { game, app, finder, path } = await setUp();
  for (let i = 0; i < 5; i++) await finder.post(path, { kind: "note", text: `n${i}` });
  const texts = (body: { logs: { text: string }[] }) => body.logs.map((log) => log.text);
  const first = (await app.visitor.get(`${path}?limit=2`)).body;
  assert.deepEqual([texts(first), first.hasMore], [["n4", "n3"], true]);
  const last = (await app.visitor.get(`${path}?limit=3&cursor=${first.nextCursor}`)).body;
  assert.deepEqual([texts(last), last.hasMore, last.nextCursor], [["n2", "n1", "n0"], false, null]);
  game.close();
});

Deno.test("notes and DNFs have a pace that people never meet", async () => {
  const game = gameApp({ HIDE_DAILY_LIMIT: "0" });
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const caches: number[] = [];
  for (let i = 0; i < 4; i++) caches.push((await game.hide(owner)).id);
  const fresh = await app.signIn("OE2NEW", { verified: false });
  const say = (who: Client, cache: number, n: number, kind = "note") =>
    who.post(`/api/caches/${cache}/logs`, { kind, text: `number ${n}` });
  for (let n = 0; n < 10; n++) assert.equal((await say(fresh, caches[0]!, n)).status, 201);
  const here = await refused(app, 429, "log_limit", () => say(fresh, caches[0]!, 10));
  assert.deepEqual([here.body.limit, here.body.windowSec], [10, 86_400]);
  assert.match(here.body.error, /on one cache$/);
  for (let n = 0; n < 10; n++) assert.equal((await say(fresh, caches[1]!, n, "DNF")).status, 201);
  const all = await refused(app, 429, "log_limit", () => say(fresh, caches[2]!, 0));
  assert.equal(all.body.limit, 20);
  await refused(app, 429, "log_limit", () => say(fresh, caches[2]!, 0, "DNF"));
  // A find is no note, and what one writes in one's own book is nobody else's business.
  assert.equal((await say(fresh, caches[2]!, 0, "found")).status, 201);
  for (let n = 0; n < 12; n++) assert.equal((await say(owner, caches[0]!, n)).status, 201);
  const known = await app.signIn("OE3VER");
  for (let n = 0; n < 10; n++) assert.equal((await say(known, caches[0]!, n)).status, 201);
  await refused(app, 429, "log_limit", () => say(known, caches[0]!, 10));
  for (let n = 0; n < 10; n++) assert.equal((await say(known, caches[1]!, n)).status, 201);
  assert.equal((await say(known, caches[2]!, 0)).status, 201);
  game.world.pass(86_400);
  assert.equal((await say(fresh, caches[0]!, 99)).status, 201);
  game.close();
});

Deno.test("a draft of somebody else's and an unlisted cache by its number are told as unknown", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  const finder = await app.signIn("OE2FND");
  const log = (ref: string | number) => finder.post(`/api/caches/${ref}/logs`, { kind: "found" });
  const unknown = await refused(app, 404, "cache_not_found", () => log("CCC2222"));
  const draft = await game.hide(owner, { status: "draft" });
  for (const ref of [draft.id, draft.code]) {
    assert.deepEqual((await refused(app, 404, "cache_not_found", () => log(ref))).body, unknown.body);
  }
  const unlisted = await game.hide(owner, { unlisted: true });
  for (const ref of [unlisted.id, `0${unlisted.id}`, `00${unlisted.id}`]) {
    assert.deepEqual((await refused(app, 404, "cache_not_found", () => log(ref))).body, unknown.body);
  }
  assert.equal((await log(unlisted.code)).status, 201);
  game.close();
});

Deno.test("a find or a DNF may say that a cache needs a look, a note may not; its owner's maintenance ends it", async () => {
  const { game, app, owner, finder, path } = await setUp();
  const flag = async () => (await app.visitor.get(path.replace(/\/logs$/, ""))).body.needsMaintenance;
  assert.equal((await finder.post(path, { kind: "note", text: "odd", needsMaintenance: true })).status, 201);
  assert.equal(await flag(), false);
  assert.equal((await finder.post(path, { kind: "DNF", needsMaintenance: true })).status, 201);
  assert.equal(await flag(), true);
  assert.equal((await owner.post(path, { kind: "maintenance" })).status, 201);
  assert.equal(await flag(), false);
  game.close();
});

Deno.test("an owner is alerted of a DNF and of a log that says the cache needs a look, but not of his own", async () => {
  const { game, owner, finder, path } = await setUp();
  const alerts = () => game.alerts.splice(0).map(({ kind, accountId, call }) => [kind, accountId, call]);
  const mine = game.account("OE1OWN");
  await finder.post(path, { kind: "DNF" });
  assert.deepEqual(alerts(), [["cache_dnf", mine, "OE2FND-7"]]);
  await finder.post(path, { kind: "DNF", text: "lid broken", needsMaintenance: true });
  assert.deepEqual(alerts(), [["cache_dnf", mine, "OE2FND-7"], ["cache_maintenance", mine, "OE2FND-7"]]);
  await finder.post(path, { kind: "note", text: "nice", needsMaintenance: true });
  await owner.post(path, { kind: "maintenance", needsMaintenance: true });
  assert.deepEqual(alerts(), []);
  await finder.post(path, { kind: "found", needsMaintenance: true });
  assert.deepEqual(alerts().map(([kind]) => kind), ["cache_found", "cache_maintenance"]);
  game.close();
});
