/** A log is its writer's: mended for a day, taken back at any time. */
import assert from "node:assert/strict";
import { toBase64Url } from "../../src/base/mod.ts";
import { readSigningKey, signDocument } from "../../src/wire/mod.ts";
import { refused } from "../kit/app.ts";
import { CACHE, gameApp } from "../kit/game.ts";

const DAY_S = 86_400;

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const cache = await game.hide(owner);
  const finder = await game.app.signIn("OE2FND");
  const path = `/api/caches/${cache.code}/logs`;
  const book = async () => (await game.app.visitor.get(path)).body.logs;
  return { game, app: game.app, owner, finder, cache, path, book };
}
const AT_CACHE = (at: number) => ({ ...CACHE, accuracyM: 5, at });

Deno.test("a writer mends the text within a day: marked, worth the same, and peers get the next version", async () => {
  const { game, app, finder, path, book } = await setUp();
  using _end = app;
  const made = (await finder.post(path, { text: "Fuond it", position: AT_CACHE(game.world.now()) })).body;
  assert.equal(made.tier, "B");
  const gid = game.published.at(-1)!.gid;
  const [seen] = (await finder.get(path)).body.logs;
  assert.deepEqual(seen.own, { mendableUntil: made.createdAt + DAY_S });
  assert.equal((await book())[0].own, undefined);
  game.world.pass(DAY_S);
  const mended = await finder.patch(`${path}/${made.id}`, { text: "Found it" });
  assert.equal(mended.status, 200, mended.text);
  assert.deepEqual(
    [mended.body.text, mended.body.editedAt, mended.body.tier, mended.body.foundAt],
    ["Found it", game.world.now(), "B", made.foundAt],
  );
  const told = game.published.at(-1)!;
  assert.deepEqual([told.kind, told.gid, told.v, told.body.text], ["find", gid, 2, "Found it"]);
  assert.deepEqual(
    (await book()).map((log: { text: string; editedAt: number }) => [log.text, log.editedAt]),
    [[
      "Found it",
      game.world.now(),
    ]],
  );
  // The same text again is no change.
  game.world.pass(-10);
  assert.equal(
    (await finder.patch(`${path}/${made.id}`, { text: "Found it" })).body.editedAt,
    mended.body.editedAt,
  );
  assert.equal(game.published.at(-1), told);
});

Deno.test("a mended log leaves without its signature, which was under the text as it was written", async () => {
  const { game, app, finder, cache, path } = await setUp();
  using _end = app;
  game.world.pass(60);
  const key = readSigningKey(toBase64Url(app.world.random(32)))!;
  const keyed = await finder.post("/keys/register", { callsign: "OE2FND", publicKey: key.publicKey });
  assert.equal(keyed.status, 200, keyed.text);
  game.world.pass(60);
  const at = game.world.now();
  const document = {
    at,
    cache: cache.code,
    call: "OE2FND",
    instance: "localhost",
    kind: "note",
    text: "one",
  };
  const sig = signDocument("svc-log/1", { ...document, key: key.publicKey }, key);
  const signed = { key: key.publicKey, sig, at };
  const made = await finder.post(path, { kind: "note", text: "one", signed });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(game.published.at(-1)!.body.signed, signed);
  await finder.patch(`${path}/${made.body.id}`, { text: "two" });
  const { body } = game.published.at(-1)!;
  assert.deepEqual([body.text, body.signed], ["two", undefined]);
});

Deno.test("a text is not mended by others, after a day, to nothing where it is all, or where there is no such log", async () => {
  const { game, app, owner, finder, path } = await setUp();
  using _end = app;
  const note = (await finder.post(path, { kind: "note", text: "Wet" })).body;
  const elsewhere = await game.hide(owner, { title: "Elsewhere" });
  const mend = (text = "x") => ({ text });
  const log = `${path}/${note.id}`;
  await refused(app, 401, "no_session", () => app.visitor.patch(log, mend()));
  await refused(app, 403, "log_not_yours", () => owner.patch(log, mend()));
  await refused(app, 400, "note_needs_text", () => finder.patch(log, mend("  ")));
  await refused(app, 400, "invalid_body", () => finder.patch(log, mend("x".repeat(2001))));
  for (const bad of ["0", "999", "x", "1e3"]) {
    await refused(app, 404, "log_not_found", () => finder.patch(`${path}/${bad}`, mend()));
  }
  await refused(app, 404, "log_not_found", () => finder.patch(`/api/caches/NOSUCH/logs/${note.id}`, mend()));
  await refused(
    app,
    404,
    "log_not_found",
    () => finder.patch(`/api/caches/${elsewhere.code}/logs/${note.id}`, mend()),
  );
  game.world.pass(DAY_S + 1);
  await refused(app, 409, "log_mend_late", () => finder.patch(log, mend()));
});

Deno.test("a log taken back is gone with what it counted for, here and at peers, and the cache can be found again", async () => {
  const { game, app, owner, finder, cache, path, book } = await setUp();
  using _end = app;
  const found = { text: "Found", position: AT_CACHE(game.world.now()) };
  const made = (await finder.post(path, found)).body;
  const { gid } = game.published.at(-1)!;
  const log = `${path}/${made.id}`;
  const finds = async () => (await app.visitor.get(`/api/caches/${cache.code}`)).body.finds;
  assert.equal(await finds(), 1);
  // The week that ends now is the last one of the year.
  const year = async () => (await finder.get("/api/my/year")).body;
  assert.deepEqual(await year(), { weeks: [{ week: 51, finds: 1, byRadio: 0 }] });
  await refused(app, 401, "no_session", () => app.visitor.delete(log));
  await refused(app, 403, "log_not_yours", () => owner.delete(log));
  const gone = await finder.delete(log);
  assert.deepEqual([gone.status, gone.body], [200, { ok: true }]);
  assert.deepEqual(game.withdrawn.at(-1), { gid, bounded: true });
  assert.deepEqual(await book(), []);
  assert.equal(await finds(), 0);
  assert.deepEqual((await finder.get("/api/my/logged")).body.found, []);
  assert.deepEqual(await year(), { weeks: [] });
  assert.equal((await app.visitor.get(`/api/finds/${made.id}`)).status, 404);
  await refused(app, 404, "log_not_found", () => finder.delete(log));
  await refused(app, 404, "log_not_found", () => finder.patch(log, { text: "x" }));
  game.world.pass(7200);
  const again = await finder.post(path, { ...found, position: AT_CACHE(game.world.now()) });
  assert.equal(again.status, 201, again.text);
  assert.equal(await finds(), 1);
});
