/** Stages: setting, opening, hiding what is locked; clips; unlocks and the move limit when stages change. */
import assert from "node:assert/strict";
import { MIGRATIONS } from "../../src/db/mod.ts";
import { unseal } from "../../src/caches/stages/seal.ts";
import { type Client, refused } from "../kit/app.ts";
import { CACHE, type GameApp, gameApp, north } from "../kit/game.ts";
import { wavHead } from "../kit/sound.ts";

/** Waits for what is being sealed aside, then closes. */
async function closed(game: GameApp): Promise<void> {
  await game.app.caches.sealed();
  game.close();
}

const WAV = new Uint8Array(2000);
WAV.set(wavHead(WAV.length));
const STRONG = "04a2b3c4d5e6";

async function setUp() {
  const game = gameApp();
  const owner = await game.app.signIn("OE1OWN");
  const finder = await game.app.signIn("OE2FND");
  const cache = await game.hide(owner, { type: "multi" });
  const path = `/api/caches/${cache.id}`;
  const set = (stages: object[], by: Client = owner) => by.post(`${path}/stages`, { stages });
  const unlock = (n: number, body: object = {}, by: Client = finder) =>
    by.post(`${path}/stages/${n}/unlock`, { ...body });
  return { game, app: game.app, owner, finder, cache, path, set, unlock };
}

const THREE = [
  { n: 1, unlock: "geo", ...north(300), clue: "under the bench", radiusM: 40 },
  { n: 2, unlock: "audio", ...north(600), clue: "listen" },
  { n: 3, unlock: "nfc", code: STRONG, ...north(900), clue: "well done" },
];

Deno.test("the owner sets stages; others see numbers and kinds, and what they opened", async () => {
  const { game, app, owner, finder, set, unlock, path } = await setUp();
  const made = await set(THREE);
  assert.equal(made.status, 200, made.text);
  assert.deepEqual(made.body.offline, [
    { n: 1, offline: false, reason: "a stage of kind geo is opened by the gateway" },
    { n: 2, offline: false, reason: "a stage of kind audio is opened by the gateway" },
    { n: 3, offline: true },
  ]);
  const seen = async (who: Client) => (await who.get(`${path}/stages`)).body.stages;
  assert.deepEqual(await seen(app.visitor), [
    {
      n: 1,
      unlock: "geo",
      unlocked: false,
      clue: null,
      mediaUrl: null,
      radiusM: 40,
      lat: null,
      lon: null,
      offline: false,
      offlineReason: "a stage of kind geo is opened by the gateway",
    },
    {
      n: 2,
      unlock: "audio",
      unlocked: false,
      clue: "listen",
      mediaUrl: null,
      radiusM: 60,
      lat: null,
      lon: null,
      offline: false,
      offlineReason: "a stage of kind audio is opened by the gateway",
    },
    {
      n: 3,
      unlock: "nfc",
      unlocked: false,
      clue: null,
      mediaUrl: null,
      radiusM: 60,
      lat: null,
      lon: null,
      offline: true,
    },
  ]);
  assert.equal((await seen(owner))[2].code, STRONG);
  assert.equal(
    (await unlock(1, { position: { ...north(20), accuracyM: 9, at: game.world.now() } })).status,
    200,
  );
  const [first] = await seen(finder);
  assert.deepEqual([first.unlocked, first.clue, first.code], [true, "under the bench", undefined]);
  assert.equal((await seen(app.visitor))[0].unlocked, false);
  await refused(app, 403, "cache_not_yours", () => set(THREE, finder));
  await refused(app, 400, "bad_stages", () => set([{ n: 2 }]));
  await refused(app, 400, "bad_stages", () => set([{ n: 1 }, { n: 1 }]));
  await refused(app, 400, "bad_stages", () => set([{ n: 1, prevStageNo: 3 }, { n: 2, prevStageNo: 3 }]));
  await refused(app, 400, "invalid_body", () => set([{ n: 1, lat: 48 }]));
  await closed(game);
});

Deno.test("stages open in order, each in its way", async () => {
  const { game, app, set, unlock } = await setUp();
  await set(THREE);
  const at = () => ({ accuracyM: 9, at: game.world.now() });
  await refused(app, 401, "no_credential", () => unlock(1, {}, app.visitor));
  await refused(app, 400, "stage_zero", () => unlock(0));
  await refused(app, 404, "stage_not_found", () => unlock(4));
  await refused(app, 403, "previous_stage", () => unlock(2));
  await refused(app, 403, "no_geo", () => unlock(1));
  const far = await refused(app, 403, "too_far", () => unlock(1, { position: { ...north(61), ...at() } }));
  assert.deepEqual([far.body.distanceM, far.body.radiusM], [61, 60]);
  await refused(
    app,
    403,
    "no_geo",
    () => unlock(1, { position: { ...CACHE, ...at(), at: game.world.now() - 121 } }),
  );
  const one = await unlock(1, { position: { ...north(59), ...at() } });
  const { lat, lon } = north(300);
  assert.deepEqual(one.body, {
    unlocked: true,
    n: 1,
    lat: Math.round(lat * 1e7) / 1e7,
    lon,
    clue: "under the bench",
    mediaUrl: null,
  });
  assert.equal((await unlock(2)).status, 200);
  await refused(app, 403, "no_code", () => unlock(3));
  const wrong = await unlock(3, { code: "04a2b3c4d5e7" });
  assert.deepEqual([wrong.status, wrong.body.reason, wrong.body.triesLeft], [403, "bad_code", 9]);
  assert.equal((await unlock(3, { code: ` ${STRONG.toUpperCase()} ` })).body.clue, "well done");
  await closed(game);
});

Deno.test("NFC codes: 10 tries an hour a finder, 60 a stage; a stage without one says so", async () => {
  const { game, app, set, unlock } = await setUp();
  await set([{ n: 1, unlock: "nfc" }]);
  await refused(app, 409, "no_tag", () => unlock(1, { code: "x" }));
  await set([{ n: 1, unlock: "nfc", code: STRONG }]);
  for (let i = 0; i < 10; i++) assert.equal((await unlock(1, { code: `wrong${i}` })).status, 403);
  const limited = await refused(app, 429, "limited", () => unlock(1, { code: STRONG }));
  assert.equal(limited.headers.get("retry-after"), "3600");
  for (let who = 0; who < 5; who++) {
    const guest = await app.signIn(`OE5G${"ABCDE"[who]}A`);
    for (let i = 0; i < 10; i++) assert.equal((await unlock(1, { code: `w${i}` }, guest)).status, 403);
  }
  const last = await app.signIn("OE6LST");
  await refused(app, 429, "limited", () => unlock(1, { code: STRONG }, last));
  game.world.pass(3601);
  assert.equal((await unlock(1, { code: STRONG }, await app.signIn("OE6LST"))).status, 200);
  await closed(game);
});

Deno.test("a strong code opened at the last stage makes the find Tier B, a weak one does not", async () => {
  for (const [code, bits, tier] of [["x7kq9mvt", 41, "B"], ["x7kq9mv", 36, null]] as const) {
    const { game, set, unlock, finder, path } = await setUp();
    await set([{ n: 1, unlock: "nfc", code, ...north(5000) }]);
    await unlock(1, { code });
    const { body } = await finder.post(`${path}/logs`, { kind: "found" });
    assert.equal(body.tier, tier, body.why.sentence);
    assert.ok(body.why.sentence.includes(`${bits} bits`), body.why.sentence);
    await closed(game);
  }
});

Deno.test("a staged cache is judged at its last stage", async () => {
  const { game, set, unlock, finder, path } = await setUp();
  await set([{ n: 1, unlock: "open", ...north(900) }]);
  await unlock(1);
  game.heard("OE2FND", north(930));
  const { body } = await finder.post(`${path}/logs`, { kind: "found" });
  assert.match(
    body.why.sentence,
    /^Radio-verified: OE1XYZ-10 heard OE2FND directly, 30 m from the last stage/,
  );
  await closed(game);
});

Deno.test("changed stages drop unlocks from the first change on; clips follow renumbering", async () => {
  const { game, app, owner, finder, set, unlock, path } = await setUp();
  const open = (n: number, over: object = {}) => ({ n, unlock: "open", clue: `clue ${n}`, ...over });
  await set([open(1), open(2), open(3)]);
  for (const n of [1, 2, 3]) await unlock(n);
  const put = await owner.put(`${path}/stages/3/media`, WAV);
  assert.equal(put.status, 200, put.text);
  const unlocked = async () =>
    (await finder.get(`${path}/stages`)).body.stages.map((stage: { unlocked: boolean }) => stage.unlocked);
  await set([open(1), open(2, { clue: "other" }), open(3)]);
  assert.deepEqual(await unlocked(), [true, false, false]);
  await set([open(1), open(2, { prevStageNo: 3, clue: "clue 3" })]);
  const stages = (await owner.get(`${path}/stages`)).body.stages;
  assert.match(stages[1].mediaUrl, new RegExp(`/stage/2/clue-[0-9a-f]{12}\\.wav$`));
  assert.equal((await owner.get(stages[1].mediaUrl)).status, 200);
  await refused(app, 404, "media_not_found", () => finder.get(stages[1].mediaUrl));
  await refused(app, 404, "media_not_found", () => app.visitor.get(stages[1].mediaUrl));
  await unlock(2);
  const heard = await finder.get(stages[1].mediaUrl);
  assert.deepEqual([heard.status, heard.headers.get("cache-control")], [200, "private, no-store"]);
  await set([open(1)]);
  await refused(app, 404, "media_not_found", () => owner.get(stages[1].mediaUrl));
  await refused(app, 404, "stage_not_found", () => owner.put(`${path}/stages/2/media`, WAV));
  await refused(app, 415, "media_type", () => owner.put(`${path}/stages/1/media`, "no sound"));
  await closed(game);
});

Deno.test("found stages stay near where they were found, by number or prevStageNo", async () => {
  const { game, app, set, unlock, finder, owner, path } = await setUp();
  const a = { n: 1, unlock: "open", ...north(300) }, b = { n: 2, unlock: "open", ...north(600) };
  await set([a, b]);
  await unlock(1);
  await unlock(2);
  await finder.post(`${path}/logs`, { kind: "found" });
  const pins = (await owner.get(path)).body.own.move.stagePins;
  assert.deepEqual(pins.map((pin: { n: number }) => pin.n), [1, 2]);
  assert.equal((await set([{ ...a, ...north(390) }, b])).status, 200);
  const far = await refused(app, 409, "move_limit", () => set([{ ...a, ...north(450) }, b]));
  assert.equal(far.body.stage, 1);
  await refused(app, 409, "move_limit", () => set([a]));
  await refused(app, 409, "move_limit", () => set([a, { n: 2, unlock: "open" }]));
  const swapped = [{ ...b, n: 1, prevStageNo: 2 }, { ...a, n: 2, prevStageNo: 1 }];
  assert.equal((await set(swapped)).status, 200);
  assert.deepEqual(
    (await owner.get(path)).body.own.move.stagePins.map((pin: { n: number; lat: number }) => [
      pin.n,
      Math.round((pin.lat - 48.2) * 111_195),
    ]),
    [[1, 600], [2, 300]],
  );
  // A new stage before the found ones: those that name where they come from keep their pins, the new one has none.
  const inserted = [
    { n: 1, unlock: "open", ...north(5000) },
    { ...b, n: 2, prevStageNo: 1 },
    { ...a, n: 3, prevStageNo: 2 },
  ];
  assert.equal((await set(inserted)).status, 200);
  await refused(
    app,
    409,
    "move_limit",
    () => set([inserted[0]!, { ...inserted[1]!, prevStageNo: undefined, ...north(5000) }, inserted[2]!]),
  );
  assert.equal((await set([{ ...b, n: 1, prevStageNo: 2 }, { ...a, n: 2, prevStageNo: 3 }])).status, 200);
  const placed = await app.operator.post(`/api/admin/caches/${path.split("/").at(-1)}/place`, {
    ...north(2000),
    stageNo: 2,
  });
  assert.equal(placed.status, 200, placed.text);
  assert.equal((await set([{ ...b, n: 1 }, { n: 2, unlock: "open", ...north(2050) }])).status, 200);
  await closed(game);
});

Deno.test("a strong NFC stage is sealed under its code in packs, whatever the case of the code", async () => {
  const { game, app, owner, set, path } = await setUp();
  await set(THREE);
  await owner.put(`${path}/stages/3/media`, WAV);
  // Nobody waits for a seal: a pack that is built meanwhile lacks it, and is new when it is there.
  const early = await app.visitor.get("/api/offline/pack?grid=JN88");
  assert.equal(early.body.caches[0].stages.length, 3);
  await app.caches.sealed();
  const pack = await app.visitor.get("/api/offline/pack?grid=JN88");
  assert.notEqual(pack.headers.get("etag"), early.headers.get("etag"));
  const stages = JSON.parse(pack.text).caches[0].stages;
  assert.deepEqual(stages.slice(0, 2), [{ n: 1, unlock: "geo" }, { n: 2, unlock: "audio" }]);
  const opened = await unseal(stages[2].sealed, STRONG.toUpperCase());
  const { lat, lon } = north(900);
  assert.deepEqual({ ...opened, mediaUrl: opened?.mediaUrl?.split("/stage/")[0] }, {
    lat: Math.round(lat * 1e7) / 1e7,
    lon,
    clue: "well done",
    mediaUrl: `/api/media/cache/${path.split("/").at(-1)}`,
  });
  assert.equal(await unseal(stages[2].sealed, "04a2b3c4d5e7"), undefined);
  for (const secret of ["under the bench", "well done", STRONG, String(lat)]) {
    assert.ok(!pack.text.includes(secret), `${secret} is in the pack`);
  }
  // Another clip is sealed anew.
  const other = await owner.put(`${path}/stages/3/media`, WAV.with(100, 1));
  await app.visitor.get("/api/offline/pack?grid=JN88");
  await app.caches.sealed();
  const { sealed } = (await app.visitor.get("/api/offline/pack?grid=JN88")).body.caches[0].stages[2];
  assert.equal((await unseal(sealed, STRONG))?.mediaUrl, other.body.url);
  await closed(game);
});

Deno.test("an older version's seals are in no pack after the migration: weak codes lose theirs, strong ones get more rounds", async () => {
  const { game, app, owner, set, path } = await setUp();
  await set(THREE);
  await app.caches.sealed();
  const other = await game.hide(owner, { type: "multi", title: "Weak" });
  await owner.post(`/api/caches/${other.id}/stages`, {
    stages: [{ n: 1, unlock: "nfc", code: "geocaching" }],
  });
  await app.caches.sealed();
  // As they stood before: any code of ten letters counted 47 bits, and a seal took 20,000 rounds.
  const old = JSON.stringify({ v: 1, iter: 20_000, salt: "AAAA", iv: "AAAA", data: "old seal" });
  app.db.writeNow((tx) =>
    app.db.sql<{ old: string }>("UPDATE stage SET sealed = :old, bits = 47 WHERE unlock = 'nfc'").run(tx, {
      old,
    })
  );
  app.db.writeNow((tx) => app.db.exec(tx, "DELETE FROM cache_pack"));
  const pack = () => app.visitor.get("/api/offline/pack?grid=JN88");
  const before = await pack();
  assert.equal(before.text.split("old seal").length, 3);

  const migration = MIGRATIONS.find(({ number }) => number === 100)!;
  app.db.writeNow((tx) => app.db.exec(tx, migration.sql));
  const between = await pack();
  assert.notEqual(between.headers.get("etag"), before.headers.get("etag"), "a phone fetches the pack anew");
  assert.ok(!between.text.includes("sealed"));
  await app.caches.sealed();
  const after = JSON.parse((await pack()).text).caches;
  const stagesOf = (id: unknown) => after.find((one: { id: number }) => one.id === id).stages;
  assert.equal(stagesOf(other.id)[0].sealed, undefined);
  const [, , { sealed }] = stagesOf(Number(path.split("/").at(-1)));
  assert.equal(sealed.iter, 600_000);
  assert.equal((await unseal(sealed, STRONG))?.clue, "well done");
  await closed(game);
});

Deno.test("stages are set sixty times an hour at most", async () => {
  const { game, app, set } = await setUp();
  for (let n = 0; n < 60; n++) assert.equal((await set([{ n: 1, clue: `${n}` }])).status, 200);
  await refused(app, 429, "rate_limited", () => set([]));
  game.world.pass(3601);
  assert.equal((await set([])).status, 200);
  await closed(game);
});
