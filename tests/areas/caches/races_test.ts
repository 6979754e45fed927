/** Requests that race for the same limit: exactly as many win as the limit lets. */
import assert from "node:assert/strict";
import type { Reply } from "../../kit/app.ts";
import { CACHE, gameApp, north } from "../../kit/game.ts";
import { wavHead } from "../../kit/sound.ts";

const statuses = (replies: Reply[]) => replies.map((reply) => reply.status).sort((a, b) => a - b);
const all = (n: number, act: (i: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: n }, (_, i) => act(i)));

Deno.test("daily limit: twelve hides at once, five stand", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC");
  const replies = await all(12, (i) => alice.post("/api/caches", { title: `c${i}`, ...CACHE }));
  assert.deepEqual(statuses(replies), [201, 201, 201, 201, 201, ...Array(7).fill(429)]);
  assert.equal((await alice.get("/api/my/hides")).body.used, 5);
  game.close();
});

Deno.test("one draft sent by two pages at once becomes one cache", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC");
  const draft = { title: "Old mill", draft: "0123456789abcdef".repeat(2), ...CACHE };
  const replies = await all(3, () => alice.post("/api/caches", draft));
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1);
  assert.equal((await alice.get("/api/my/hides")).body.used, 1);
  const other = await (await game.app.signIn("OE2BOB")).post("/api/caches", draft);
  assert.notEqual(other.body.id, replies[0]!.body.id, "a draft is its member's own");
  game.close();
});

Deno.test("move limit: a move and the first find at once never leave the cache beyond its pin", async () => {
  for (const order of ["move first", "find first"]) {
    const game = gameApp();
    const alice = await game.app.signIn("OE1ABC");
    const bob = await game.app.signIn("OE2BOB");
    const cache = await game.hide(alice);
    const move = () => alice.patch(`/api/caches/${cache.id}`, north(5000));
    const find = () => bob.post(`/api/caches/${cache.id}/logs`, { kind: "found" });
    const [moved] = order === "move first"
      ? await Promise.all([move(), find()])
      : (await Promise.all([find(), move()])).reverse();
    const { lat, lon, own } = (await alice.get(`/api/caches/${cache.id}`)).body;
    assert.deepEqual({ lat, lon }, own.move.pinned, `${order}: the pin is where it was found`);
    assert.equal(moved!.status, lat === CACHE.lat ? 409 : 200);
    game.close();
  }
});

Deno.test("move limit: many small moves at once end within the limit", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC");
  const bob = await game.app.signIn("OE2BOB");
  const cache = await game.hide(alice);
  await bob.post(`/api/caches/${cache.id}/logs`, { kind: "found" });
  const replies = await all(20, (i) => alice.patch(`/api/caches/${cache.id}`, north(10 * (i + 1))));
  assert.deepEqual(statuses(replies), [...Array(10).fill(200), ...Array(10).fill(409)]);
  game.close();
});

/** A valid WAV of exactly so many bytes, each different. */
function sound(bytes: number, seed: number): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(bytes);
  wav.set(wavHead(wav.length));
  new DataView(wav.buffer).setUint32(44, seed);
  return wav;
}

Deno.test("quotas: ten uploads at once, six stand, and no file stays behind", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC");
  const cache = await game.hide(alice);
  const replies = await all(10, (i) => alice.post(`/api/caches/${cache.id}/media`, sound(1000, i)));
  assert.deepEqual(statuses(replies), [...Array(6).fill(201), ...Array(4).fill(409)]);
  assert.equal(filesIn(`${game.app.dataDir}/media`), 6);
  game.close();
});

Deno.test("quotas: bytes of the cache and of the instance are exact, equal files included", async () => {
  const game = gameApp({ MEDIA_QUOTA_MB: "11", HIDE_DAILY_LIMIT: "0" });
  const alice = await game.app.signIn("OE1ABC");
  const one = await game.hide(alice), two = await game.hide(alice);
  const upload = (id: number) => (i: number) =>
    alice.post(`/api/caches/${id}/media`, sound(2_500_000, i % 2));
  // Four of 2.5 MB fill a cache's 10 MB; the instance has room for no fifth.
  assert.deepEqual(statuses(await all(6, upload(one.id))), [201, 201, 201, 201, 413, 413]);
  assert.deepEqual(statuses(await all(3, upload(two.id))), [413, 413, 413]);
  assert.equal(filesIn(`${game.app.dataDir}/media`), 2, "equal files lie there once");
  assert.equal((await alice.post(`/api/caches/${two.id}/media`, sound(1_000_000, 9))).status, 201);
  const { media } = (await alice.get(`/api/caches/${one.id}/media`)).body;
  for (const item of media) await alice.delete(`/api/caches/${one.id}/media/${item.id}`);
  assert.equal(filesIn(`${game.app.dataDir}/media`), 1, "files go with their last row");
  game.close();
});

/** A JPEG of exactly so many bytes, each different. */
function picture(bytes: number, seed: number): Uint8Array<ArrayBuffer> {
  const jpeg = new Uint8Array(bytes);
  jpeg.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, seed]);
  return jpeg;
}

Deno.test("quotas: what replaces a clip or a small picture takes its room, and the old file goes", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC");
  const bob = await game.app.signIn("OE2BOB");
  const cache = await game.hide(alice, { type: "multi" });
  const path = `/api/caches/${cache.id}`;
  const files = () => filesIn(`${game.app.dataDir}/media`);
  await alice.post(`${path}/stages`, { stages: [{ n: 1, unlock: "audio" }] });
  const photo = (await alice.post(`${path}/media`, picture(100, 1))).body.id;
  // 10 MB to the byte: three sounds, a photo with its small picture, a clip.
  for (const i of [1, 2, 3]) await alice.post(`${path}/media`, sound(2_450_000, i));
  const thumb = (seed: number) => alice.put(`${path}/media/${photo}/thumb`, picture(150_000, seed));
  const clip = (seed: number) => alice.put(`${path}/stages/1/media`, sound(2_499_900, seed));
  assert.equal((await thumb(2)).status, 200);
  const first = await clip(4);
  assert.equal(first.status, 200, first.text);
  assert.equal((await alice.post(`${path}/media`, picture(20, 9))).status, 413, "it is full");
  assert.equal(files(), 6);
  assert.equal((await thumb(3)).status, 200);
  const second = await clip(5);
  assert.equal(second.status, 200);
  assert.equal(files(), 6);
  assert.equal((await alice.get(first.body.url)).status, 404);
  assert.equal((await alice.delete(`${path}/media/${second.body.id}`)).status, 404, "a clip is no picture");
  // A photo beside a log counts for its log alone, with its small picture.
  const { body: log } = await bob.post(`${path}/logs`, { kind: "DNF" });
  const beside = await bob.post(`${path}/logs/${log.id}/media`, picture(200, 6));
  assert.equal(beside.status, 201, beside.text);
  assert.equal((await bob.put(`${path}/media/${beside.body.id}/thumb`, picture(90, 7))).status, 200);
  assert.equal(files(), 8);
  await alice.delete(`${path}/media/${photo}`);
  assert.equal(files(), 6, "a photo goes with its small picture");
  game.close();
});

function filesIn(folder: string): number {
  let n = 0;
  try {
    for (const entry of Deno.readDirSync(folder)) {
      n += entry.isDirectory ? filesIn(`${folder}/${entry.name}`) : 1;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return n;
}

Deno.test("double unlock: one unlock, one try", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC");
  const bob = await game.app.signIn("OE2BOB");
  const cache = await game.hide(alice, { type: "multi" });
  await alice.post(`/api/caches/${cache.id}/stages`, {
    stages: [{ n: 1, unlock: "nfc", code: "04a2b3c4" }],
  });
  const replies = await all(
    8,
    () => bob.post(`/api/caches/${cache.id}/stages/1/unlock`, { code: "04A2B3C4" }),
  );
  assert.deepEqual(statuses(replies), Array(8).fill(200));
  const count = (table: string) =>
    game.app.db.sql<never, { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()!.n;
  assert.deepEqual([count("stage_unlock"), count("nfc_try")], [1, 1]);
  const wrong = await all(15, () => bob.post(`/api/caches/${cache.id}/stages/1/unlock`, { code: "x" }));
  assert.deepEqual(statuses(wrong), Array(15).fill(200), "what is open stays open");
  const carol = await game.app.signIn("OE3CAR");
  const guesses = await all(
    15,
    (i) => carol.post(`/api/caches/${cache.id}/stages/1/unlock`, { code: `guess${i}` }),
  );
  assert.deepEqual(statuses(guesses), [...Array(10).fill(403), ...Array(5).fill(429)]);
  game.close();
});

Deno.test("double log: the same find ten times is one, ten different ones that count too", async () => {
  const game = gameApp();
  const alice = await game.app.signIn("OE1ABC");
  const bob = await game.app.signIn("OE2BOB");
  const cache = await game.hide(alice);
  const path = `/api/caches/${cache.id}/logs`;
  const same = await all(10, () => bob.post(path, { kind: "found", text: "same" }));
  assert.deepEqual(statuses(same), [...Array(9).fill(200), 201]);
  const carol = await game.app.signIn("OE3CAR");
  const position = { ...CACHE, accuracyM: 5, at: game.world.now() };
  const different = await all(10, (i) => carol.post(path, { kind: "found", text: `text ${i}`, position }));
  assert.deepEqual(statuses(different), [201, ...Array(9).fill(409)]);
  const { logs } = (await game.app.visitor.get(path)).body;
  assert.equal(logs.length, 2);
  assert.equal(game.published.filter((one) => one.kind === "find").length, 2);
  game.close();
});
