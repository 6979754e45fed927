import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { Point, verifyAsync } from "@noble/ed25519";
import {
  fingerprintOf,
  isCanonicalSignature,
  isPublicKey,
  readFingerprint,
  readSigningKey,
  showFingerprint,
  verifyBytes,
  verifyText,
} from "../../src/wire/mod.ts";
import { concat, toBase64Url, toHex, utf8 } from "../../src/base/mod.ts";
import { dataLines, hexBytes } from "./test_data.ts";

Deno.test("verifyBytes() gives every Wycheproof verdict", () => {
  const vectors = dataLines("ed25519_wycheproof.txt", 5);
  assert.equal(vectors.length, 151);
  for (const [key, message, sig, verdict, what] of vectors) {
    const bytes = message === "-" ? new Uint8Array() : hexBytes(message!);
    assert.equal(verifyBytes(toBase64Url(hexBytes(key!)), bytes, hexBytes(sig!)), verdict === "valid", what);
  }
});

Deno.test("readSigningKey() makes the keys and signatures of RFC 8032 7.1, and noble verifies them", async () => {
  const vectors = dataLines("ed25519_rfc8032.txt", 5);
  assert.equal(vectors.length, 3);
  for (const [seed, publicKey, message, sig, name] of vectors) {
    const bytes = message === "-" ? new Uint8Array() : hexBytes(message!);
    const key = readSigningKey(toBase64Url(hexBytes(seed!)))!;
    assert.equal(key.publicKey, toBase64Url(hexBytes(publicKey!)), name);
    assert.equal(toHex(key.sign(bytes)), sig, name);
    assert.equal(
      await verifyAsync(hexBytes(sig!), bytes, hexBytes(publicKey!), { zip215: false }),
      true,
      name,
    );
    assert.equal(verifyBytes(key.publicKey, bytes, hexBytes(sig!)), true, name);
  }
  for (const bad of ["", "x", seed + "A", seed.slice(0, 42), `${seed.slice(0, 42)}=`]) {
    assert.equal(readSigningKey(bad), undefined);
  }
});

/** The eight points of small order and every other way to write them: y up to p + 18 and the sign bit of x = 0. */
function smallOrderEncodings(): string[] {
  const p = 2n ** 255n - 19n;
  const encodings: string[] = [];
  for (
    const y of [
      "01",
      "ec" + "ff".repeat(30) + "7f",
      "00",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ]
  ) {
    const canonical = BigInt("0x" + toHex(hexBytes(y.padEnd(64, "0")).reverse()));
    for (const value of [canonical, canonical + p]) {
      if (value >= 2n ** 255n) continue;
      for (const sign of [0n, 1n]) {
        encodings.push(toHex(hexBytes((value | (sign << 255n)).toString(16).padStart(64, "0")).reverse()));
      }
    }
  }
  return encodings;
}

Deno.test("isPublicKey() refuses every encoding of every small-order point", () => {
  const encodings = smallOrderEncodings();
  assert.equal(encodings.length, 14);
  for (const encoding of encodings) {
    assert.equal(isPublicKey(toBase64Url(hexBytes(encoding))), false, encoding);
    assert.equal(isCanonicalSignature(hexBytes(encoding + "00".repeat(32))), false, `R ${encoding}`);
  }
});

Deno.test("isPublicKey() refuses keys that are off the curve, not canonical, of mixed order or not a key", () => {
  const torsion = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
  const mixed = Point.BASE.multiply(12345n).add(torsion);
  assert.ok(!mixed.isSmallOrder() && !mixed.isTorsionFree());
  assert.equal(isPublicKey(toBase64Url(mixed.toBytes())), false);
  assert.equal(isPublicKey(toBase64Url(Point.BASE.multiply(12345n).toBytes())), true);
  const offCurve = "0200000000000000000000000000000000000000000000000000000000000000";
  assert.equal(isPublicKey(toBase64Url(hexBytes(offCurve))), false);
  const y3PlusP = "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";
  assert.equal(isPublicKey(toBase64Url(hexBytes(y3PlusP))), false);
  for (const text of ["", "A".repeat(42), "A".repeat(44), "!".repeat(43), "A".repeat(42) + "="]) {
    assert.equal(isPublicKey(text), false);
  }
});

const seed = toBase64Url(hexBytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));

Deno.test("verifyBytes() refuses the identity key with the signature that node:crypto takes", () => {
  const identity = "01" + "00".repeat(31);
  const forged = hexBytes("01" + "00".repeat(63));
  const object = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: toBase64Url(hexBytes(identity)) },
    format: "jwk",
  });
  assert.equal(verify(null, utf8("anything"), object, forged), true, "the reason for the check");
  assert.equal(verifyBytes(toBase64Url(hexBytes(identity)), utf8("anything"), forged), false);
});

Deno.test("verifyBytes() refuses S plus the group order and every flipped bit", () => {
  const key = readSigningKey(seed)!;
  const message = utf8("svc");
  const sig = key.sign(message);
  assert.equal(verifyBytes(key.publicKey, message, sig), true);
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = BigInt("0x" + toHex(sig.slice(32).reverse())) + order;
  const high = Uint8Array.from(sig);
  high.set(hexBytes(s.toString(16).padStart(64, "0")).reverse(), 32);
  assert.equal(verifyBytes(key.publicKey, message, high), false);
  for (let bit = 0; bit < 512; bit += 7) {
    const flipped = Uint8Array.from(sig);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    assert.equal(verifyBytes(key.publicKey, message, flipped), false, `bit ${bit}`);
  }
});

Deno.test("a signature whose R carries torsion is refused: verification is cofactorless", () => {
  // Made with a known scalar, so that S fits the hash over the changed R: [8]R' = [8]R, but R' is another point.
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const little = (value: bigint) => hexBytes(value.toString(16).padStart(64, "0")).reverse();
  const secret = 123456789n, nonce = 987654321n;
  const torsion = Point.fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
  const key = Point.BASE.multiply(secret).toBytes();
  const message = utf8("torsion");
  const signed = (r: Point) => {
    const bytes = r.toBytes();
    const digest = createHash("sha512").update(bytes).update(key).update(message).digest();
    const k = BigInt("0x" + toHex(Uint8Array.from(digest).reverse())) % order;
    return concat(bytes, little((nonce + k * secret) % order));
  };
  const text = toBase64Url(key);
  const good = signed(Point.BASE.multiply(nonce)), bad = signed(Point.BASE.multiply(nonce).add(torsion));
  assert.deepEqual([good, bad].map((sig) => verifyBytes(text, message, sig)), [true, false]);
});

Deno.test("verifyText() takes only an unpadded base64url signature of exactly that text", () => {
  const key = readSigningKey(seed)!;
  const sig = key.signText("hello");
  assert.equal(verifyText(key.publicKey, "hello", sig), true);
  assert.equal(verifyText(key.publicKey, "hello ", sig), false);
  assert.equal(verifyText(key.publicKey, "hello", `${sig}==`), false);
  assert.equal(verifyText(key.publicKey, "hello", ""), false);
  assert.equal(verifyText("", "hello", sig), false);
});

Deno.test("fingerprints are shown in groups and read however they were typed", () => {
  const fingerprint = fingerprintOf(readSigningKey(seed)!.publicKey);
  assert.match(fingerprint, /^[0-9a-f]{16}$/);
  const shown = showFingerprint(fingerprint);
  assert.match(shown, /^[0-9a-f]{4}( [0-9a-f]{4}){3}$/);
  for (const typed of [shown, shown.toUpperCase(), fingerprint.match(/../g)!.join(":"), ` ${fingerprint} `]) {
    assert.equal(readFingerprint(typed), fingerprint);
  }
  assert.equal(readFingerprint(fingerprint.slice(1)), undefined);
});
