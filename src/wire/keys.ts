/**
 * Ed25519 keys and signatures (RFC 8032), the same rule everywhere: cofactorless verification of a canonical S
 * under a canonical key of full order. Libraries differ on the edges (node:crypto accepts the identity as a key),
 * so keys are checked as points once, and every signature's R and S as bytes each time.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { Point } from "@noble/ed25519";
import { fromBase64Url, pgpWords, sha256Hex, toBase64Url, toHex, utf8 } from "../base/mod.ts";

/** Group order, little endian: S must lie below it (RFC 8032 5.1.7). */
const ORDER = Uint8Array.from(
  "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010".match(/../g)!,
  (pair) => parseInt(pair, 16),
);

/** The y coordinates of the eight points of small order, sign bit cleared. */
const SMALL_ORDER_Y = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

/** Whether the coordinate in 32 bytes, sign bit aside, lies below p = 2^255 - 19. */
function isBelowField(bytes: Uint8Array): boolean {
  if ((bytes[31]! & 0x7f) !== 0x7f) return true;
  for (let i = 30; i > 0; i--) if (bytes[i] !== 0xff) return true;
  return bytes[0]! < 0xed;
}

/** Whether 32 bytes are a canonical encoding of a point outside the small-order subgroup, by bytes alone. */
function isPlausiblePoint(bytes: Uint8Array): boolean {
  if (!isBelowField(bytes)) return false;
  // Every small-order y starts with one of these bytes; hex is made only for those (5 in 256).
  const first = bytes[0]!;
  if (first > 1 && first !== 0x26 && first !== 0xc7 && first !== 0xec) return true;
  const y = Uint8Array.from(bytes);
  y[31]! &= 0x7f;
  return !SMALL_ORDER_Y.has(toHex(y));
}

/** Whether 32 bytes from `at` on, little endian, lie below the group order. */
function isBelowOrder(bytes: Uint8Array, at: number): boolean {
  for (let i = 31; i >= 0; i--) {
    const difference = bytes[at + i]! - ORDER[i]!;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Whether R is a canonical point of more than small order and S lies below the group order. */
export const isCanonicalSignature = (sig: Uint8Array): boolean =>
  sig.length === 64 && isPlausiblePoint(sig.subarray(0, 32)) && isBelowOrder(sig, 32);

/** The raw 32 bytes of a public key that may be stored, or `undefined`: not canonical, off the curve, or not full order. */
export function readPublicKey(text: string): Uint8Array<ArrayBuffer> | undefined {
  const raw = text.length === 43 ? fromBase64Url(text) : undefined;
  if (raw === undefined || raw.length !== 32 || !isPlausiblePoint(raw)) return undefined;
  try {
    return Point.fromBytes(raw, false).isTorsionFree() ? raw : undefined;
  } catch {
    return undefined; // off the curve
  }
}

/** Whether the text is a public key that this instance may store and verify under. */
export const isPublicKey = (text: string): boolean => keyObject(text) !== undefined;

/** Keys already checked as points, newest last; `null` for those that failed. Bounded: callers may be hostile. */
const known = new Map<string, KeyObject | null>();
const KNOWN_KEYS = 4096;

function keyObject(text: string): KeyObject | undefined {
  const before = known.get(text);
  if (before !== undefined) return before ?? undefined;
  if (text.length !== 43) return undefined;
  const raw = readPublicKey(text);
  const key = raw === undefined ? null : createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: text },
    format: "jwk",
  });
  if (known.size >= KNOWN_KEYS) known.delete(known.keys().next().value!);
  known.set(text, key);
  return key ?? undefined;
}

/** Whether `sig` is a signature of `data` under the base64url key. False for every malformed key or signature. */
export function verifyBytes(key: string, data: Uint8Array, sig: Uint8Array): boolean {
  if (!isCanonicalSignature(sig)) return false;
  const object = keyObject(key);
  return object !== undefined && verify(null, data, object, sig);
}

/** Whether a base64url signature signs a text's UTF-8, as in request headers and JSON bodies. */
export function verifyText(key: string, text: string, sig: string): boolean {
  const bytes = sig.length === 86 ? fromBase64Url(sig) : undefined;
  return bytes !== undefined && verifyBytes(key, utf8(text), bytes);
}

/** A signing key. The seed stays inside. */
export interface SigningKey {
  /** base64url of the raw public key, 43 characters. */
  readonly publicKey: string;
  sign(data: Uint8Array): Uint8Array<ArrayBuffer>;
  /** base64url signature of a text's UTF-8. */
  signText(text: string): string;
}

/** DER of a PKCS #8 Ed25519 private key up to the seed (RFC 8410). */
const PKCS8_HEAD = Uint8Array.from([
  0x30,
  0x2e,
  0x02,
  0x01,
  0x00,
  0x30,
  0x05,
  0x06,
  0x03,
  0x2b,
  0x65,
  0x70,
  0x04,
  0x22,
  0x04,
  0x20,
]);

/** The signing key of a 32-byte seed in base64url (43 characters); `undefined` where the text is no such seed. */
export function readSigningKey(seed: string): SigningKey | undefined {
  const raw = seed.length === 43 ? fromBase64Url(seed) : undefined;
  if (raw === undefined || raw.length !== 32) return undefined;
  const der = Buffer.concat([PKCS8_HEAD, raw]);
  const secret = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(secret).export({ format: "jwk" }).x!;
  const signBytes = (data: Uint8Array) => Uint8Array.from(sign(null, data, secret));
  return {
    publicKey,
    sign: signBytes,
    signText: (text) => toBase64Url(signBytes(utf8(text))),
  };
}

/** First 16 hex digits of the SHA-256 of the raw key (FED "Peer"). The key must be well formed. */
export function fingerprintOf(key: string): string {
  const raw = fromBase64Url(key);
  if (raw === undefined) throw new TypeError("Cannot take the fingerprint of a malformed key");
  return sha256Hex(raw).slice(0, 16);
}

/** The fingerprint in groups of four, to be read aloud and compared: `3f2a 9c01 77de b04e`. */
export const showFingerprint = (fingerprint: string): string => fingerprint.match(/.{1,4}/g)?.join(" ") ?? "";

/** The fingerprint in eight words of the PGP word list, for the air: two words for each group of four digits. */
export const spokenFingerprint = (fingerprint: string): string[] =>
  pgpWords(Uint8Array.from(fingerprint.match(/../g) ?? [], (pair) => parseInt(pair, 16)));

/** A fingerprint as people type it (any case, blanks, colons, dashes), as 16 hex digits; `undefined` where the text is no fingerprint. */
export function readFingerprint(text: string): string | undefined {
  const digits = text.replace(/[\s:-]/g, "").toLowerCase();
  return /^[0-9a-f]{16}$/.test(digits) ? digits : undefined;
}
