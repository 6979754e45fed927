/** The vectors are what the handbook says they are. */
import assert from "node:assert/strict";
import vectors from "../../src/conform/vectors/frames.json" with { type: "json" };
import packets from "../../src/conform/vectors/packets.json" with { type: "json" };
import { fromBase64Url } from "../../src/base/mod.ts";
import {
  CacheRecord,
  fingerprintOf,
  readFrame,
  readSigningKey,
  signedBytes,
  verifyBytes,
} from "../../src/wire/mod.ts";

const { key, seed, fingerprint, good, unverified, refused } = vectors;
const frameOf = (text: string) => {
  const read = readFrame(fromBase64Url(text)!);
  assert.ok(read.ok, text);
  return read.frame;
};

Deno.test("the good frame reads and verifies, the others read and do not, the rest is refused unread", () => {
  assert.equal(readSigningKey(seed)!.publicKey, key);
  assert.equal(fingerprintOf(key), fingerprint);
  for (const { bytes, payload } of good) {
    const frame = frameOf(bytes);
    assert.deepEqual(frame.payload, fromBase64Url(payload));
    assert.ok(verifyBytes(key, signedBytes(frame.payload), frame.sig));
    assert.ok(CacheRecord.read(frame.body).ok);
  }
  for (const { bytes, name } of unverified) {
    const frame = frameOf(bytes);
    assert.ok(!verifyBytes(key, signedBytes(frame.payload), frame.sig), name);
  }
  for (const { bytes, name } of refused) assert.ok(!readFrame(fromBase64Url(bytes)!).ok, name);
  assert.equal(refused.length, 20, "the handbook says twenty");
});

Deno.test("packets have good ones on both sides of each bad one", () => {
  const taken = packets.packets.map((one) => one.taken);
  assert.ok(taken[0] && taken.at(-1) && taken.filter((one) => !one).length >= 2, String(taken));
});
