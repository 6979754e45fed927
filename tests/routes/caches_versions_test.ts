/** Edits from phones: nothing of somebody else's version is overwritten unseen, and nothing sent twice is done twice. */
import assert from "node:assert/strict";
import { refused } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";
import { count } from "../kit/people.ts";

const DRAFT = "0123456789abcdef0123456789abcdef";

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const cache = await game.hide(owner);
  return { game, app: game.app, owner, cache, path: `/api/caches/${cache.code}` };
}

Deno.test("a change of an old version is refused with the newer one; the newer one may be changed", async () => {
  const { game, app, owner, cache, path } = await setUp();
  const read = cache.updatedAt;
  const first = await owner.patch(path, { title: "From the desktop", ifUpdatedAt: read });
  assert.equal(first.status, 200, first.text);
  // Within the same second, and a second time.
  assert.ok(first.body.updatedAt > (read as number));
  const late = { title: "From the phone", ifUpdatedAt: read };
  const refusal = await refused(app, 409, "changed_meanwhile", () => owner.patch(path, late));
  assert.equal(refusal.body.newer.title, "From the desktop");
  assert.equal(refusal.body.newer.own.move.limitM, first.body.own.move.limitM, "as its owner sees it");
  const second = await owner.patch(path, { ...late, ifUpdatedAt: first.body.updatedAt });
  assert.equal(second.body.title, "From the phone");
  // The answer was lost: the same once more is no conflict with oneself.
  assert.equal((await owner.patch(path, { ...late, ifUpdatedAt: first.body.updatedAt })).status, 200);
  assert.equal((await owner.patch(path, { hint: "Unconditional" })).status, 200);
  game.close();
});

Deno.test("a draft becomes one cache, however often it is sent and by however many at once", async () => {
  const { game, app, owner } = await setUp();
  const body = { title: "Drafted", lat: 48.3, lon: 16.4, draft: DRAFT };
  const before = count(app, "cache", "1");
  const both = await Promise.all([owner.post("/api/caches", body), owner.post("/api/caches", body)]);
  assert.equal(both[0].body.code, both[1].body.code);
  const again = await owner.post("/api/caches", { ...body, title: "Another title" });
  assert.deepEqual([again.status, again.body.code, again.body.title], [200, both[0].body.code, "Drafted"]);
  assert.equal(count(app, "cache", "1"), before + 1);
  const other = await app.signIn("OE3OTH");
  assert.equal((await other.post("/api/caches", body)).status, 201, "a name is its phone's own");
  await refused(app, 400, undefined, () => owner.post("/api/caches", { ...body, draft: "short" }));
  game.close();
});

Deno.test("stages edited from an old list are refused with the newer one; a reorder sent twice is done once", async () => {
  const { game, app, owner, path } = await setUp();
  const one = { n: 1, unlock: "open", clue: "One" },
    two = { n: 2, unlock: "nfc", clue: "Two", code: "k3-x9-qq" };
  const made = await owner.post(`${path}/stages`, { stages: [one, two], was: [] });
  assert.equal(made.status, 200, made.text);
  const swapped = [{ ...two, n: 1, prevStageNo: 2 }, { ...one, n: 2, prevStageNo: 1 }];
  const clues = async () =>
    (await owner.get(`${path}/stages`)).body.stages.map((stage: { clue: string }) => stage.clue);
  for (let i = 0; i < 2; i++) {
    const done = await owner.post(`${path}/stages`, { stages: swapped, was: [one, two] });
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(await clues(), ["Two", "One"]);
  }
  const refusal = await refused(
    app,
    409,
    "changed_meanwhile",
    () => owner.post(`${path}/stages`, { stages: [one], was: [one, two] }),
  );
  assert.deepEqual(refusal.body.newer.map((stage: { clue: string }) => stage.clue), ["Two", "One"]);
  assert.equal((await owner.post(`${path}/stages`, { stages: [] })).status, 200);
  game.close();
});
