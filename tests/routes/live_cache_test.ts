/** The live room is told of every change of a cache that the map shows, and of nothing that it does not show. */
import assert from "node:assert/strict";
import type { LiveCache } from "../../src/live/mod.ts";
import { appTest } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";

appTest("a changed cache is told, a hidden one never, an archived one once", {}, async (app) => {
  const told: LiveCache[] = [];
  app.live.hub.listen({ cache: (cache) => told.push(cache) });
  const { id, code } = await hide(app, "OE3XYZ", { title: "Bridge", lat: 48.2, lon: 16.37 });
  await app.db.write(() => {});
  const owner = await app.signIn("OE3XYZ");
  const change = async (body: Record<string, unknown>) => {
    told.splice(0);
    const { status, text } = await owner.patch(`/api/caches/${id}`, body);
    assert.equal(status, 200, text);
    return told.map((one) => [one.code, one.title, one.status]);
  };
  assert.deepEqual(told.map((one) => one.code), [code]);
  assert.deepEqual(await change({ title: "Old bridge" }), [[code, "Old bridge", "active"]]);
  assert.deepEqual(await change({ status: "disabled" }), [[code, "Old bridge", "disabled"]]);
  assert.deepEqual(await change({ unlisted: true }), []);
  assert.deepEqual(await change({ title: "Secret" }), []);
  assert.deepEqual(await change({ unlisted: false }), [[code, "Secret", "disabled"]]);
  assert.deepEqual(await change({ status: "archived" }), [[code, "Secret", "archived"]]);
  assert.deepEqual(await change({ title: "Gone" }), []);
});
