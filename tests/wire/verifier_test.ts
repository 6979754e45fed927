/** Verifying aside: the verdicts of verifyBytes, whoever reaches them. */
import assert from "node:assert/strict";
import { Point } from "@noble/ed25519";
import { type Check, readSigningKey, Verifier } from "../../src/wire/mod.ts";
import { concat, sha256, toBase64Url, utf8 } from "../../src/base/mod.ts";
import { dataLines, hexBytes } from "./test_data.ts";

const NONE = new Uint8Array(0);
const PREFIX = utf8("of one kind\n");

/** Signatures of three people; every seventh is spoilt in one of several ways. */
function signatures(n: number): { checks: Check[]; sound: boolean[] } {
  const people = ["a", "b", "c"].map((name) => readSigningKey(toBase64Url(sha256(name)))!);
  const sound: boolean[] = [];
  const checks = Array.from({ length: n }, (_, i): Check => {
    const person = people[i % 3]!;
    const data = utf8(`record ${i} ${"x".repeat(i % 50)}`);
    const sig = person.sign(concat(PREFIX, data));
    const spoil = i % 7 === 3 ? i % 4 : -1;
    sound.push(spoil === -1);
    if (spoil === 0) sig[9]! ^= 1;
    if (spoil === 1) return { key: people[(i + 1) % 3]!.publicKey, data, sig };
    if (spoil === 2) return { key: person.publicKey, data: utf8("other"), sig };
    if (spoil === 3) return { key: "A".repeat(43), data, sig: sig.subarray(0, 63) };
    return { key: person.publicKey, data, sig };
  });
  return { checks, sound };
}

Deno.test("the verifier gives every Wycheproof verdict, many at once", async () => {
  const vectors = dataLines("ed25519_wycheproof.txt", 5);
  const checks = vectors.map(([key, message, sig]) => ({
    key: toBase64Url(hexBytes(key!)),
    data: message === "-" ? new Uint8Array() : hexBytes(message!),
    sig: hexBytes(sig!),
  }));
  const verifier = new Verifier();
  const verdicts = await verifier.verify(NONE, checks);
  verifier.close();
  assert.deepEqual(verdicts, vectors.map(([, , , verdict]) => verdict === "valid"));
});

Deno.test("the verifier judges few and many, one request after another, with and without a hand from here", async () => {
  const verifier = new Verifier();
  const asked = [0, 1, 31, 32, 33, 500, 129].map(signatures);
  const all = Promise.all(asked.map(({ checks }) => verifier.verify(PREFIX, checks)));
  assert.deepEqual(await verifier.lendHand(all), asked.map(({ sound }) => sound));
  const { checks, sound } = signatures(200);
  assert.deepEqual(await verifier.verify(PREFIX, checks), sound);
  verifier.close();
});

Deno.test("under a key of small order nothing holds, among few and among many", async () => {
  // With the neutral point for a key, R = 5 B and S = 5 hold over anything: S B = R + h times nothing.
  const neutral = Uint8Array.from({ length: 32 }, (_, i) => i === 0 ? 1 : 0);
  const sig = concat(Point.BASE.multiply(5n).toBytes(), Uint8Array.of(5), new Uint8Array(31));
  const weak = { key: toBase64Url(neutral), data: utf8("anything"), sig };
  const verifier = new Verifier();
  assert.deepEqual(await verifier.verify(PREFIX, [weak]), [false]);
  const { checks, sound } = signatures(200);
  assert.deepEqual(await verifier.verify(PREFIX, [...checks, weak]), [...sound, false]);
  verifier.close();
});

Deno.test("a closed verifier answers nothing that was under way, and verifies anew when it is asked again", async () => {
  const verifier = new Verifier();
  const { checks, sound } = signatures(300);
  const asked = verifier.verify(PREFIX, checks);
  await Promise.resolve();
  verifier.close();
  await assert.rejects(asked, /was closed/);
  assert.deepEqual(await verifier.verify(PREFIX, checks), sound);
  verifier.close();
});

Deno.test("where no thread can be started, everything is verified on this one", async () => {
  const real = globalThis.Worker;
  class Broken extends EventTarget {
    onerror: ((event: Event) => void) | undefined;
    postMessage() {
      queueMicrotask(() => this.onerror?.(new Event("error", { cancelable: true })));
    }
    terminate() {}
  }
  globalThis.Worker = Broken as unknown as typeof Worker;
  const verifier = new Verifier();
  try {
    const { checks, sound } = signatures(100);
    assert.deepEqual(await verifier.verify(PREFIX, checks), sound);
    assert.deepEqual(await verifier.verify(PREFIX, checks), sound);
  } finally {
    globalThis.Worker = real;
    verifier.close();
  }
});
