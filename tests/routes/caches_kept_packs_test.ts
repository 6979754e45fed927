/** Packs are kept gzipped: the same bytes until something in them changes, and never another pack's. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { KeptPacks } from "../../src/caches/offline/kept_packs.ts";
import { gameApp } from "../kit/game.ts";

const bytes = (length: number) => new Uint8Array(length);

Deno.test("a pack that is asked for again is the one that went out before, until its square changes", async () => {
  const game = gameApp();
  const { app } = game;
  const owner = await app.signIn("OE1OWN");
  for (let n = 0; n < 4; n++) await game.hide(owner, { description: "d".repeat(400) });
  const get = async (query: string, encoding = "gzip") => {
    const asked = new Request(`http://localhost/api/offline/pack?${query}`, {
      headers: { host: "localhost", "accept-encoding": encoding },
    });
    const answer = await app.handler(asked), { headers } = answer, bytes = await answer.bytes();
    const packed = headers.get("content-encoding");
    const body = JSON.parse(new TextDecoder().decode(packed ? gunzipSync(bytes) : bytes));
    return { body, encoding: packed, tag: headers.get("etag"), vary: headers.get("vary") };
  };
  const first = await get("grid=JN88");
  assert.deepEqual([first.encoding, first.body.caches.length], ["gzip", 4]);
  game.world.pass(60);
  const again = await get("grid=JN88");
  assert.deepEqual(again, first);
  const plain = await get("grid=JN88", "identity");
  assert.deepEqual({ ...plain.body, builtAt: first.body.builtAt }, first.body);
  assert.deepEqual([plain.encoding, plain.tag, plain.vary], [null, first.tag, first.vary]);
  assert.equal((await get("grid=JN88&types=virtual")).body.caches.length, 0);
  assert.equal((await get("grid=JN88DE")).body.grid, "JN88DE");
  await game.hide(owner);
  const changed = await get("grid=JN88");
  assert.equal(changed.body.caches.length, 5);
  assert.equal(changed.body.builtAt, game.world.now());
  assert.notEqual(changed.tag, first.tag);
  game.close();
});

Deno.test("what was asked for longest ago makes room, and what is larger than the room is not kept", () => {
  const packs = new KeptPacks(100), of = (grid: string) => ({ grid, types: [] });
  for (const grid of ["A", "B", "C"]) packs.keep(of(grid), { version: "1", packed: bytes(30) });
  assert.equal(packs.of(of("A"), "1")?.length, 30);
  packs.keep(of("D"), { version: "1", packed: bytes(40) });
  assert.deepEqual(["A", "B", "C", "D"].map((grid) => packs.of(of(grid), "1")?.length), [
    30,
    undefined,
    30,
    40,
  ]);
  assert.equal(packs.of(of("A"), "2"), undefined);
  packs.keep(of("A"), { version: "2", packed: bytes(101) });
  assert.deepEqual(["1", "2"].map((version) => packs.of(of("A"), version)), [undefined, undefined]);
});
