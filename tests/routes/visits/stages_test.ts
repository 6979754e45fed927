/** Stages of mirrored caches: what their instance tells of them, what packs here have of it, and what stays there. */
import assert from "node:assert/strict";
import { unseal } from "../../../src/caches/stages/seal.ts";
import type { Answered } from "../../../src/caches/mod.ts";
import type { Client, TestApp } from "../../kit/app.ts";
import { CACHE, type GameApp, gameApp, north } from "../../kit/game.ts";
import { hidden } from "../federation/members.ts";
import { alone } from "../federation/neighbours.ts";

const THERE = "oe5.example", CODE = "04a2b3c4d5e6", GRID = "/api/offline/pack?grid=JN88";
const STAGES = [
  { n: 1, unlock: "geo", clue: "under the bench", ...north(300) },
  { n: 2, unlock: "nfc", clue: "well done", code: CODE, ...north(900) },
];

/** The neighbour with a cache of two stages. */
async function neighbour() {
  const app = alone(THERE), owner = await app.signIn("OE5OWN");
  const { code } = await hidden(owner, "Old mill");
  const set = (stages: object[]) => owner.post(`/api/caches/${code}/stages`, { stages });
  assert.equal((await set(STAGES)).status, 200);
  await app.caches.sealed();
  const { gid } = app.db.sql<{ code: string }, { gid: string }>("SELECT gid FROM cache WHERE code = :code")
    .get({ code })!;
  return { app, owner, code, gid, set };
}

const job = (app: TestApp) => app.jobs.find(({ name }) => name === "mirror-stages")!.run();

/** An instance with a mirror of that cache; `says` answers for the neighbour in its place. */
function mirroring(from: Client, gid: string, shown: string[] = [THERE]) {
  const questions: { instance: string; path: string; body: object }[] = [];
  const says: { answer?: Answered } = {};
  const game = gameApp({}, {
    game: () => ({
      origins: { shown: ({ unvetted }) => unvetted ? [THERE] : shown },
      bringVisit: async (instance, path, body) => {
        questions.push({ instance, path, body });
        return says.answer ?? { ...await from.post(path, { ...body }) };
      },
    }),
  });
  keep(game, gid, 1);
  return { ...game, questions, says };
}

function keep({ app }: GameApp, gid: string, v: number, origin = THERE): void {
  const body = {
    ...{ code: "OXP4471", title: "Old mill", type: "multi", size: "small", owner: "OE5OWN", country: "OE" },
    ...{
      difficultyX10: 15,
      terrainX10: 20,
      latE7: CACHE.lat * 1e7,
      lonE7: CACHE.lon * 1e7,
      status: "active",
    },
    ...{ createdAt: 5, updatedAt: 6 },
  };
  const record = { gid, origin, v, at: 1, body, isNew: false };
  app.db.writeNow((tx) => void app.caches.appliers.cache.apply(tx, record as never));
}

const packed = async ({ app }: GameApp) => (await app.visitor.get(GRID)).body.caches[0].stages;

Deno.test("stages of a mirror come into packs as its instance tells them: numbers, kinds and seals, and nothing else", async () => {
  const there = await neighbour();
  using _there = there.app;
  const here = mirroring(there.app.visitor, there.gid), { app } = here;
  const before = await app.visitor.get(GRID);
  assert.deepEqual(before.body.caches[0].stages, []);
  await job(app);
  assert.deepEqual(here.questions, [{
    instance: THERE,
    path: "/federation/stages",
    body: { caches: [there.gid] },
  }]);
  const pack = await app.visitor.get(GRID);
  assert.notEqual(pack.headers.get("etag"), before.headers.get("etag"));
  const [first, second] = pack.body.caches[0].stages;
  assert.deepEqual(first, { n: 1, unlock: "geo" });
  assert.equal((await unseal(second.sealed, CODE))?.clue, "well done");
  for (const secret of ["under the bench", "well done", CODE]) assert.ok(!pack.text.includes(secret), secret);
  const page = `/api/caches/${encodeURIComponent(there.gid)}`;
  assert.equal((await app.visitor.get(page)).body.stageCount, 2);
  const { stages } = (await app.visitor.get(`${page}/stages`)).body;
  assert.deepEqual(
    stages.map((
      { n, unlocked, lat, clue, offline }: Record<string, unknown>,
    ) => [n, unlocked, lat, clue, offline]),
    [[1, false, null, null, false], [2, false, null, null, true]],
  );
  assert.deepEqual(stages[1].sealed, second.sealed);
  here.close();
});

Deno.test("a cache's instance is asked once a day, at once where the record is new, and after an hour where it did not answer", async () => {
  const there = await neighbour();
  using _there = there.app;
  const here = mirroring(there.app.visitor, there.gid), { app, world } = here;
  here.says.answer = { status: 503, body: {} };
  const asks = async () => {
    const n = here.questions.length;
    await job(app);
    return here.questions.length - n;
  };
  assert.deepEqual([await asks(), await asks()], [1, 0]);
  world.pass(3599);
  assert.equal(await asks(), 0);
  world.pass(1);
  delete here.says.answer;
  assert.equal(await asks(), 1);
  assert.equal((await packed(here)).length, 2);
  world.pass(86_399);
  assert.equal(await asks(), 0);
  await there.set(STAGES.slice(0, 1));
  world.pass(1);
  assert.equal(await asks(), 1);
  assert.deepEqual(await packed(here), [{ n: 1, unlock: "geo" }]);
  keep(here, there.gid, 1);
  assert.equal(await asks(), 0, "the same version");
  keep(here, there.gid, 2);
  assert.equal(await asks(), 1);
  here.close();
});

Deno.test("what nobody asked about, strange stages and instances that are not trusted bring nothing", async () => {
  const there = await neighbour();
  using _there = there.app;
  const here = mirroring(there.app.visitor, there.gid), other = `${THERE}:cache:other`;
  keep(here, other, 1, "oe6.example");
  const open = { n: 1, unlock: "open" };
  const told = (stages: unknown, cache = there.gid): Answered => ({
    status: 200,
    body: { caches: [{ cache, stages }] },
  });
  for (
    const answer of [
      told([open], other),
      told([{ ...open, n: 51 }]),
      told([{ ...open, unlock: "magic" }]),
      told([{ ...open, sealed: { v: 1, iter: 2_000_001, salt: "a", iv: "a", data: "a" } }]),
      told(Array.from({ length: 51 }, () => open)),
      { ...told([open]), status: 404 },
    ]
  ) {
    here.says.answer = answer;
    await job(here.app);
    assert.equal(here.app.db.sql("SELECT 1 FROM mirror_stage WHERE stages <> '[]'").all().length, 0);
    here.world.pass(86_400);
  }
  here.says.answer = told([open]);
  await job(here.app);
  assert.deepEqual(await packed(here), [open]);
  assert.ok(here.questions.every(({ instance }) => instance === THERE));
  here.close();
  const unvetted = mirroring(there.app.visitor, there.gid, []);
  await job(unvetted.app);
  assert.deepEqual(unvetted.questions, []);
  unvetted.close();
});

Deno.test("told are stages of published caches alone; one whose seal is being made is told later", async () => {
  const there = await neighbour();
  using app = there.app;
  const told = async (...caches: string[]) =>
    (await app.visitor.post("/federation/stages", { caches })).body.caches as { cache: string }[];
  assert.deepEqual((await told(there.gid, there.gid, `${THERE}:cache:none`)).map(({ cache }) => cache), [
    there.gid,
  ]);
  await there.set([{ ...STAGES[1], n: 1, code: "04ffb3c4d5e7" }]);
  assert.deepEqual(await told(there.gid), []);
  await app.caches.sealed();
  assert.equal((await told(there.gid)).length, 1);
  assert.equal((await there.owner.patch(`/api/caches/${there.code}`, { scope: "local" })).status, 200);
  assert.deepEqual(await told(there.gid), []);
  for (const wrong of [[], Array.from({ length: 101 }, (_, n) => `${THERE}:cache:${n}`)]) {
    assert.equal((await app.visitor.post("/federation/stages", { caches: wrong })).status, 400);
  }
});
