/** Finds in a batch that a member's own device signed: no older than the key that signed them. */
import assert from "node:assert/strict";
import { signDocument } from "../../../src/wire/mod.ts";
import { newKey } from "../../kit/boxes.ts";
import { gameApp } from "../../kit/game.ts";

Deno.test("a find in a device's batch is timed by the device, but never before its key was registered", async () => {
  const game = gameApp();
  const { app, world } = game;
  const [older, newer] = await (async () => {
    const owner = await app.signIn("OE1OWN");
    return [await game.hide(owner), await game.hide(owner)];
  })();
  world.pass(3600);
  const finder = await app.signIn("OE2FND");
  const key = newKey();
  const registered = await finder.post("/keys/register", { callsign: "OE2FND-7", publicKey: key.publicKey });
  assert.ok(registered.status < 300, registered.text);
  const registeredAt = world.now();
  world.pass(600);
  const post = async (cache: string, at: number) => {
    const finds = [{ call: "OE2FND-9", cache, kind: "found", at, via: "app" }];
    const document = { at: world.now(), call: "OE2FND-7", key: key.publicKey, finds };
    const { body } = await app.visitor.post("/ingest", {
      ...document,
      sig: signDocument("svc-ing/1", document, key),
    });
    assert.deepEqual([body.accepted, body.rejected], [1, []]);
    return (await finder.get(`/api/caches/${cache}/logs`)).body.logs[0];
  };
  const early = await post(older.code, registeredAt - 1);
  assert.deepEqual([early.foundAt, early.fieldTimeRejected], [world.now(), "before_key"]);
  const good = await post(newer.code, registeredAt);
  assert.deepEqual([good.foundAt, good.fieldTimeRejected], [registeredAt, undefined]);
  game.close();
});
