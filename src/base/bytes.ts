/** Bytes and their texts. Pure. */
import { createHash, timingSafeEqual } from "node:crypto";

const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Base64url without padding: the form of every key, signature and digest on the wire. */
export const toBase64Url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64url");

/**
 * Bytes of an unpadded base64url text, or `undefined` when it is not exactly that: other alphabets, padding, white
 * space and stray trailing bits are refused, so that one value has one text.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, "base64url"));
  return toBase64Url(bytes) === text ? bytes : undefined;
}

/** Lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");

/** SHA-256 of bytes or of a text's UTF-8. */
export const sha256 = (data: Uint8Array | string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash("sha256").update(data).digest());

/** SHA-256 in lower-case hexadecimal. */
export const sha256Hex = (data: Uint8Array | string): string =>
  createHash("sha256").update(data).digest("hex");

/** Compares two secrets in constant time, whatever their lengths: their digests are compared. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** Compares bytes; not in constant time, so not for secrets. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The parts, one after the other: a list, since a call takes only so many arguments and a file may have more parts. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A few parts, one after the other. */
export const concat = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => joined(parts);
