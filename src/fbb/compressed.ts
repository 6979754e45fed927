/**
 * A compressed body: CRC (version 1 only), length of the text, LZHUF data; both numbers little-endian. Resume offsets
 * count in these bytes, the first six of which tell one version of a message from another.
 */
import { encodeLzhuf } from "./lzhuf/encode.ts";
import { decodeLzhuf } from "./lzhuf/decode.ts";

/** Bytes of the CRC and the length: what a resumed transfer repeats. */
export const FINGERPRINT = 6;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1) & 0xffff;
  return crc;
});

/** CRC-16 with polynomial 0x1021 and start 0 (XMODEM). */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc << 8 & 0xff00) ^ TABLE[crc >> 8 ^ byte]!;
  return crc;
}

/** The body as it goes out: with a CRC for B1, without for B0. */
export function compress(text: Uint8Array, version: 0 | 1): Uint8Array<ArrayBuffer> {
  const data = encodeLzhuf(text);
  const start = version === 1 ? 2 : 0;
  const whole = new Uint8Array(start + 4 + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(start, text.length, true);
  whole.set(data, start + 4);
  if (version === 1) view.setUint16(0, crc16(whole.subarray(2)), true);
  return whole;
}

/**
 * The text of a received body, or a code that says why there is none. `most` bounds the text's length before
 * anything is allocated.
 */
export function expand(
  packed: Uint8Array,
  version: 0 | 1,
  most: number,
): Uint8Array<ArrayBuffer> | "bad_data" | "too_long" {
  const start = version === 1 ? 2 : 0;
  if (packed.length < start + 4) return "bad_data";
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  if (version === 1 && view.getUint16(0, true) !== crc16(packed.subarray(2))) return "bad_data";
  const size = view.getUint32(start, true);
  if (size > most) return "too_long";
  return decodeLzhuf(packed.subarray(start + 4), size) ?? "bad_data";
}
