/** Photos beside logs: their writer's alone, within his quota, gone with the log. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";
import { count } from "../kit/people.ts";
import { wavHead } from "../kit/sound.ts";

/** A JPEG by its first bytes; `n` makes it another one. */
const photo = (n = 0, bytes = 40) => {
  const file = new Uint8Array(bytes);
  file.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, n]);
  return file;
};

async function setUp() {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN"), finder = await app.signIn("OE3FND");
  const cache = await game.hide(owner);
  const log = (await finder.post(`/api/caches/${cache.code}/logs`, { kind: "found", text: "TNX" })).body;
  return { game, app, owner, finder, cache, log, path: `/api/caches/${cache.code}/logs/${log.id}/media` };
}

Deno.test("a finder puts photos beside his log; the log book shows them, gallery and packs do not", async () => {
  const { game, app, finder, cache, log, path } = await setUp();
  const made = await finder.post(path, photo());
  assert.equal(made.status, 201, made.text);
  // The answer was lost: the same photo once more is the one that is there.
  const again = await finder.post(path, photo());
  assert.deepEqual([again.status, again.body], [200, made.body]);
  const { logs } = (await app.visitor.get(`/api/caches/${cache.code}/logs`)).body;
  assert.deepEqual(logs.map((one: { photos: unknown }) => one.photos), [[made.body]]);
  assert.deepEqual((await app.visitor.get(`/api/finds/${log.id}`)).body.log.photos, [made.body]);
  assert.equal((await app.visitor.get(made.body.url)).status, 200);
  assert.deepEqual((await app.visitor.get(`/api/caches/${cache.code}/media`)).body.media, []);
  const pack = (await app.visitor.get("/api/offline/pack?grid=JN88")).body;
  assert.deepEqual(pack.caches.map((one: { images: unknown[] }) => one.images), [[]]);
  const thumb = await finder.put(`/api/caches/${cache.code}/media/${made.body.id}/thumb`, photo(9));
  assert.equal(thumb.status, 200, thumb.text);
  assert.equal((await app.visitor.get(thumb.body.thumbUrl)).status, 200);
  game.close();
});

Deno.test("photos beside a log: refused to others, of other kinds, beyond four, and where there is no log", async () => {
  const { game, app, owner, finder, cache, path } = await setUp();
  const file = (await finder.post(path, photo())).body;
  await refused(app, 403, "log_not_yours", () => owner.post(path, photo(1)));
  await refused(app, 401, "no_credential", () => app.visitor.post(path, photo(1)));
  await refused(app, 415, "media_type", () => finder.post(path, "no photo"));
  const sound = new Uint8Array(100);
  sound.set(wavHead(sound.length));
  await refused(app, 415, "media_type", () => finder.post(path, sound));
  await refused(app, 413, "body_too_large", () => finder.post(path, photo(1, 2_000_001)));
  for (const log of ["999", "x", "0"]) {
    await refused(
      app,
      404,
      "log_not_found",
      () => finder.post(`/api/caches/${cache.code}/logs/${log}/media`, photo(1)),
    );
  }
  const other = await game.hide(owner);
  await refused(
    app,
    404,
    "log_not_found",
    () => finder.post(path.replace(cache.code, other.code), photo(1)),
  );
  // Not the cache's owner either: it is no photo of his.
  const one = `/api/caches/${cache.code}/media/${file.id}`;
  await refused(app, 403, "log_not_yours", () => owner.delete(one));
  await refused(app, 403, "log_not_yours", () => owner.put(`${one}/thumb`, photo(5)));
  for (const n of [1, 2, 3]) assert.equal((await finder.post(path, photo(n))).status, 201);
  await refused(app, 409, "media_count", () => finder.post(path, photo(4)));
  // The cache's own gallery has all its room still.
  for (let n = 0; n < 6; n++) {
    assert.equal((await owner.post(`/api/caches/${cache.code}/media`, photo(n))).status, 201);
  }
  assert.deepEqual((await finder.delete(one)).body, { ok: true });
  await refused(app, 404, "media_not_found", () => app.visitor.get(file.url));
  game.close();
});

Deno.test("photos of logs go with the log and with the person, and stay with them when the cache changes hands", async () => {
  const { game, app, finder, cache, log, path } = await setUp();
  const file = (await finder.post(path, photo())).body;
  const sysop = await app.sysop();
  const adopter = await app.signIn("OE5NEW");
  await sysop.post("/api/admin/adoptions", { code: cache.code, note: "moved away" });
  await adopter.post(`/api/caches/${cache.code}/adoption`, { inPlace: true });
  const { offered } = (await sysop.get("/api/admin/adoptions")).body;
  game.world.pass(15 * 86_400);
  const said = await sysop.post(`/api/admin/adoptions/requests/${offered[0].requests[0].id}/approve`, {});
  assert.equal(said.status, 200, said.text);
  assert.equal(count(app, "media", `account_id = ${game.account("OE3FND")}`), 1);
  await app.db.write((tx) => app.caches.remove(tx, "log", String(log.id), "spam"));
  assert.equal(count(app, "media", "1"), 0);
  await refused(app, 404, "media_not_found", () => app.visitor.get(file.url));
  await refused(app, 404, "log_not_found", () => finder.post(path, photo(1)));
  game.close();
});

Deno.test("a photo of a cache that is sent again with once=1 is there once", async () => {
  const { game, owner, cache } = await setUp();
  const path = `/api/caches/${cache.code}/media`;
  const made = await owner.post(`${path}?once=1`, photo());
  assert.equal(made.status, 201, made.text);
  const again = await owner.post(`${path}?once=1`, photo());
  assert.deepEqual([again.status, again.body.id], [200, made.body.id]);
  assert.equal((await owner.post(path, photo())).status, 201);
  game.close();
});
