/** A log of the kind "look": a note that the cache needs a look. It reaches the owner, and ends with the owner's visit. */
import assert from "node:assert/strict";
import { refused, testApp } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";

async function scene() {
  const app = testApp();
  const { id, code } = await hide(app, "OE3OWN");
  const finder = await app.signIn("OE2FND"), owner = await app.signIn("OE3OWN");
  const path = `/api/caches/${code}/logs`;
  const visits = async () =>
    (await owner.get("/api/offline/pack?mine=1")).body.caches.find((one: { code: string }) =>
      one.code === code
    ).visit;
  const told = async () =>
    (await owner.get("/api/watch/alerts")).body.alerts.map(({ kind }: { kind: string }) => kind);
  return { app, id, finder, owner, path, visits, told };
}

Deno.test("who says that a cache needs a look turns its row and tells its owner, whose visit ends it", async () => {
  const { app, finder, owner, path, visits, told } = await scene();
  using _end = app;
  const log = (await finder.post(path, { kind: "look", text: "The lid is broken." })).body;
  assert.deepEqual([log.kind, log.look, log.tier, "needsMaintenance" in log], ["note", true, null, false]);
  assert.deepEqual(await visits(), ["flagged"]);
  assert.deepEqual(await told(), ["cache_maintenance"]);
  assert.equal((await app.visitor.get(path)).body.logs[0].look, true);
  assert.equal((await owner.post(path, { kind: "maintenance", text: "New lid." })).status, 201);
  assert.deepEqual(await visits() ?? [], []);
});

Deno.test("a note that ticks it besides is a note, and one without words is none", async () => {
  const { app, finder, path, visits, told } = await scene();
  using _end = app;
  const note = (await finder.post(path, { kind: "note", text: "Odd.", needsMaintenance: true })).body;
  assert.equal(note.look, undefined);
  assert.deepEqual([await visits() ?? [], await told()], [[], []]);
  await refused(app, 400, "note_needs_text", () => finder.post(path, { kind: "look", text: " " }));
});
