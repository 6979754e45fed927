/** Pages on a circuit: compressed with the shared dictionary where both sides have it, plain otherwise. */
import { deflate, Inflate } from "pako";
import { DEFLATE_DICT1, DEFLATE_DICT1_FINGERPRINT, MAX_PAGE_BYTES } from "../wire/mod.ts";
import type { Compression } from "./caps.ts";

/**
 * The bytes of a P line. Plain deflate can be agreed on but is not used: two short windows a page gain little, and
 * no implementation sends it.
 */
export const packPage = (page: Uint8Array, compress: Compression): Uint8Array =>
  compress === "deflateDict1" ? deflate(page, { level: 9, dictionary: DEFLATE_DICT1 }) : page;

/** Adler-32, by which a zlib stream names its dictionary. */
function adler32(bytes: Uint8Array): number {
  let a = 1, b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}
const OUR_ID = adler32(DEFLATE_DICT1);

type Unpacked = { ok: true; page: Uint8Array } | { ok: false; problem: string };

class TooLong extends Error {}

/**
 * A page's bytes again. Data packed with another dictionary are refused with a reason; nothing is unpacked past 4
 * MiB.
 */
export function unpackPage(packed: Uint8Array, compress: Compression): Unpacked {
  if (compress !== "deflateDict1") return { ok: true, page: packed };
  const refused = (problem: string): Unpacked => ({ ok: false, problem });
  if (packed.length < 6) return refused("compressed page is too short");
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  // Bit 5 of the second byte says that a dictionary was used; its Adler-32 follows.
  if ((packed[1]! & 0x20) === 0 || view.getUint32(2) !== OUR_ID) {
    return refused(`page was compressed with another dictionary than ${DEFLATE_DICT1_FINGERPRINT}`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflate = new Inflate({ dictionary: DEFLATE_DICT1, chunkSize: 65_536 });
  inflate.onData = (part) => {
    if (typeof part === "string") throw new TypeError("bytes were asked for");
    length += part.length;
    if (length > MAX_PAGE_BYTES) throw new TooLong();
    parts.push(part.slice());
  };
  try {
    inflate.push(packed, true);
  } catch (error) {
    if (error instanceof TooLong) return refused("page is larger than 4 MiB");
    throw error;
  }
  if (inflate.err !== 0 || !inflate.ended) return refused("compressed page is damaged");
  return { ok: true, page: Uint8Array.from(Buffer.concat(parts)) };
}
