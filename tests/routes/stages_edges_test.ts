/** Stages at their edges: a list that is sent twice, readings just too old, and positions that nobody read. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { CACHE, gameApp, north } from "../kit/game.ts";

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN"), finder = await game.app.signIn("OE2FND");
  const cache = await game.hide(owner, { type: "multi" });
  const path = `/api/caches/${cache.id}/stages`;
  const close = async () => {
    await game.app.caches.sealed();
    game.close();
  };
  return { game, app: game.app, owner, finder, path, close };
}

Deno.test("stages that are sent again after a lost answer are those that are stored; another edit is not written over", async () => {
  const { app, owner, finder, path, close } = await setUp();
  const was = [{ n: 1, unlock: "open", clue: "first" }, { n: 2, unlock: "open", clue: "second" }];
  assert.equal((await owner.post(path, { stages: was })).status, 200);
  for (const n of [1, 2]) assert.equal((await finder.post(`${path}/${n}/unlock`, {})).status, 200);
  // The first one goes, so the second one is the first now.
  const edit = { stages: [{ n: 1, prevStageNo: 2, unlock: "open", clue: "second" }], was };
  const sent = await owner.post(path, edit);
  assert.equal(sent.status, 200, sent.text);
  assert.equal((await finder.post(`${path}/1/unlock`, {})).status, 200);
  const before = app.fingerprint();
  const again = await owner.post(path, edit);
  assert.deepEqual([again.status, again.body], [200, sent.body]);
  assert.equal(app.fingerprint(), before, "sending it again changed something");
  const other = { stages: [{ n: 1, unlock: "open", clue: "third" }], was };
  await refused(app, 409, "changed_meanwhile", () => owner.post(path, other));
  await close();
});

Deno.test("a reading opens a stage for 120 s before and after its time", async () => {
  const { game, app, owner, path, close } = await setUp();
  await owner.post(path, { stages: [{ n: 1, unlock: "geo", ...north(300) }] });
  for (const [i, off] of [121, -121].entries()) {
    const late = await app.signIn(`OE3LT${"AB"[i]}`);
    await refused(
      app,
      403,
      "no_geo",
      () =>
        late.post(`${path}/1/unlock`, { position: { ...CACHE, accuracyM: 9, at: game.world.now() - off } }),
    );
  }
  for (const [i, off] of [120, -120].entries()) {
    const good = await app.signIn(`OE4GD${"AB"[i]}`);
    const position = { ...CACHE, accuracyM: 9, at: game.world.now() - off };
    assert.equal((await good.post(`${path}/1/unlock`, { position })).status, 200, `${off}`);
  }
  await close();
});

Deno.test("a position that the ingest plane tells of a member opens no stage: nobody read it", async () => {
  const { game, app, owner, finder, path, close } = await setUp();
  await owner.post(path, { stages: [{ n: 1, unlock: "geo", ...north(300) }] });
  const position = { ...CACHE, accuracyM: 9, at: game.world.now() };
  await refused(
    app,
    403,
    "no_geo",
    () => app.ingest.post(`${path}/1/unlock`, { callsign: "OE2FND", position }),
  );
  assert.equal((await finder.post(`${path}/1/unlock`, { position })).status, 200);
  await close();
});
