/** Random and mutated bytes into the decoders: no crash, and whatever is taken is the one canonical encoding. */
import assert from "node:assert/strict";
import {
  decodeCbor,
  encodeCbor,
  encodePage,
  readFrame,
  readPage,
  readSigningKey,
  signFrame,
} from "../../src/wire/mod.ts";
import { sameBytes } from "../../src/base/mod.ts";
import { seeded } from "./test_data.ts";

/** Inputs to try; 10 million is the long form: FUZZ_CBOR=10000000. */
const ROUNDS = Number(Deno.env.get("FUZZ_CBOR") ?? 100_000);
const SEED = Number(Deno.env.get("FUZZ_SEED") ?? 2026);

const key = readSigningKey("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")!;
const frame = signFrame({
  type: 5,
  gid: "a.b:tombstone:5",
  origin: "a.b",
  v: 5,
  at: 1_780_000_000,
  body: new Map<string, string | number>([["gid", "a.b:cache:1"], ["deletedAt", 1_780_000_000], ["upTo", 4]]),
}, key);
const seeds = [
  frame,
  encodePage({
    instance: "a.b",
    nextCursor: 9,
    complete: false,
    frames: [frame],
    hops: [0],
    held: 9,
    gaps: [3],
  }),
  encodeCbor(
    new Map<string | number, null | boolean | number[]>([[1, null], [-1, true], ["a", [
      1,
      2,
      300,
      70_000,
      -5,
    ]]]),
  ),
];

Deno.test(`decodeCbor() survives ${ROUNDS} hostile inputs and takes only canonical ones (seed ${SEED})`, () => {
  const draw = seeded(SEED);
  const byte = () => Math.floor(draw() * 256);
  let taken = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let bytes: Uint8Array;
    if (draw() < 0.5) {
      bytes = Uint8Array.from({ length: Math.floor(draw() * 24) }, byte);
    } else {
      const base = seeds[Math.floor(draw() * seeds.length)]!;
      const from = draw() < 0.7 ? 0 : Math.floor(draw() * base.length);
      bytes = base.slice(from, draw() < 0.8 ? base.length : Math.floor(draw() * base.length));
      for (let edits = Math.floor(draw() * 4); edits > 0 && bytes.length > 0; edits--) {
        bytes[Math.floor(draw() * bytes.length)] = byte();
      }
    }
    const read = decodeCbor(bytes);
    if (read.ok) {
      taken++;
      assert.ok(sameBytes(encodeCbor(read.value), bytes), Buffer.from(bytes).toString("hex"));
    }
    readFrame(bytes);
    readPage(bytes);
  }
  assert.ok(taken > ROUNDS / 100, `${taken} taken: the mutations are too wild to prove the identity`);
});
