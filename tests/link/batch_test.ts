/** Batches of records as mail. */
import assert from "node:assert/strict";
import { utf8 } from "../../src/base/mod.ts";
import {
  batchBid,
  fnv1a64,
  framesThatFit,
  isBatch,
  MAX_BATCH_FRAMES,
  readBatch,
  writeBatch,
} from "../../src/link/mod.ts";
import { encodeCbor } from "../../src/wire/mod.ts";
import { seeded } from "../wire/test_data.ts";
import { recordsOf } from "./records.ts";

const frames = recordsOf("cache", 3, seeded(1)).map(({ frame }) => frame);

Deno.test("the hash is FNV-1a's, the BID has twelve characters that a real BBS keeps", () => {
  // Vectors of the algorithm's authors.
  assert.equal(fnv1a64(utf8("")), 0xcbf29ce484222325n);
  assert.equal(fnv1a64(utf8("a")), 0xaf63dc4c8601ec8cn);
  assert.equal(fnv1a64(utf8("foobar")), 0x85944171f73967e8n);
  assert.equal(batchBid(0n), "000000000000");
  assert.equal(batchBid(36n ** 12n + 35n), "00000000000Z");
  assert.equal(batchBid(2n ** 64n - 1n).length, 12);
});

Deno.test("a batch comes back from its text, whatever mail systems do to blanks and line ends", () => {
  const { text, hash, bid, subject } = writeBatch(frames);
  assert.equal(subject, "federation batch (3)");
  assert.match(text, /^SVCFED1 3 [0-9A-F]{16}\n([A-Za-z0-9+/=]{64}\n)+[A-Za-z0-9+/=]{1,64}\n$/);
  assert.match(bid, /^[0-9A-Z]{12}$/);
  const mangled = text.replaceAll("\n", "\r\n");
  for (
    const body of [
      text,
      mangled,
      `\r\n  ${mangled}\r\n\r\n`,
      text.replaceAll("\n", " \n\n "),
      text.replace(hash, hash.toLowerCase()),
    ]
  ) {
    assert.ok(isBatch(body));
    assert.deepEqual(readBatch(body), { ok: true, batch: { frames, hash } });
  }
  assert.ok(!isBatch("SVCFED2 1 x") && !isBatch("hello SVCFED1 1 x"));
});

Deno.test("a batch is whole or not read at all", () => {
  const { text, hash } = writeBatch(frames);
  const problem = (body: string) => {
    const read = readBatch(body);
    return read.ok ? "read" : read.problem;
  };
  assert.match(problem(text.replace("SVCFED1 3 ", "SVCFED1 2 ")), /as many frames as its header says/);
  assert.match(problem(text.replace(hash, "0000000000000000")), /hash is not that/);
  assert.match(problem(text.replace("SVCFED1 3 ", "SVCFED1 0 ")), /1 to 1000 frames/);
  assert.match(problem(text.replace("SVCFED1 3 ", "SVCFED1 1001 ")), /1 to 1000 frames/);
  assert.match(problem(text.replace("SVCFED1 3 ", "SVCFED1 3 x ")), /no batch header/);
  assert.match(problem("SVCFED1 1 0000000000000000"), /hash is not that/);
  assert.match(problem(`SVCFED1 1 0\n${"!".repeat(64)}`), /not base64/);
  assert.match(problem(`SVCFED1 1 0\n${"A".repeat(1_400_004)}`), /too long/);
  const wrapped = (value: Parameters<typeof encodeCbor>[0]) => {
    const payload = encodeCbor(value), name = fnv1a64(payload).toString(16).padStart(16, "0");
    return `SVCFED1 1 ${name}\n${Buffer.from(payload).toString("base64")}\n`;
  };
  assert.match(problem(wrapped(["text"])), /not an array/);
  assert.match(problem(wrapped(7)), /not an array/);
  assert.throws(() => writeBatch([]), /1 to 900/);
  assert.throws(() => writeBatch(Array(901).fill(frames[0])), /1 to 900/);
  assert.equal(MAX_BATCH_FRAMES, 1000);
});

Deno.test("a batch is cut to what a message may hold", () => {
  const many = recordsOf("find", 300, seeded(2)).map(({ frame }) => frame);
  for (const bytes of [2000, 10_000, 64 * 1024]) {
    const count = framesThatFit(many, bytes);
    const size = (n: number) => writeBatch(many.slice(0, n)).text.replaceAll("\n", "\r\n").length;
    assert.ok(count > 1 && size(count) <= bytes && size(count + 1) > bytes - 16, `${count} in ${bytes}`);
  }
  assert.equal(framesThatFit(many, 100), 0);
  assert.equal(framesThatFit(Array(1000).fill(new Uint8Array(1)), 1e6), 900);
});

Deno.test("no damaged batch is read as another one", () => {
  const draw = seeded(5), { text } = writeBatch(frames);
  for (let n = 0; n < 3000; n++) {
    const at = Math.floor(draw() * text.length);
    const char = String.fromCharCode(32 + Math.floor(draw() * 95));
    const bad = draw() < 0.5
      ? text.slice(0, at) + char + text.slice(at + 1)
      : text.slice(0, at) + text.slice(at + 1);
    const read = readBatch(bad);
    if (read.ok) assert.deepEqual(read.batch.frames, frames);
  }
});
