/**
 * A compressed transfer: header `01 n subject 00 offset 00`, data blocks `02 n …` (n = 0 stands for 256), end
 * `04 sum`, where the sum makes all data bytes add to 0 modulo 256. A resumed one sends the six bytes of CRC and length
 * in a block of their own before the rest.
 */
import { concat } from "../base/mod.ts";
import { FINGERPRINT } from "./compressed.ts";
import { toLatin1 } from "./text.ts";

export const SOH = 1, STX = 2, EOT = 4;
/** Longest subject in the header. */
const MAX_SUBJECT = 80;
/** Bytes in the blocks that we send. */
const BLOCK = 250;

const byteSum = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + byte & 0xff, 0);

/** What F6FBB and the header's NUL let pass: no controls, at most 80 bytes, not cut inside a character; never empty. */
export function subjectBytes(subject: Uint8Array): Uint8Array {
  const clean = subject.filter((byte) => byte >= 0x20 && byte !== 0x7f);
  let most = MAX_SUBJECT;
  while (clean.length > most && most > MAX_SUBJECT - 4 && (clean[most]! & 0xc0) === 0x80) most--;
  return clean.length === 0 ? toLatin1("(no subject)") : clean.subarray(0, most);
}

/** A whole transfer in pieces of bounded size, from `offset` of the packed body on (0, or at least FINGERPRINT). */
export function* writeBlocks(subject: Uint8Array, packed: Uint8Array, offset: number): Generator<Uint8Array> {
  const title = subjectBytes(subject);
  const head = concat(title, Uint8Array.of(0), toLatin1(String(offset).padStart(6)), Uint8Array.of(0));
  yield concat(Uint8Array.of(SOH, head.length), head);
  const repeated = offset > 0 ? packed.subarray(0, FINGERPRINT) : new Uint8Array();
  if (repeated.length > 0) yield concat(Uint8Array.of(STX, repeated.length), repeated);
  for (let at = offset; at < packed.length; at += BLOCK) {
    const part = packed.subarray(at, at + BLOCK);
    yield concat(Uint8Array.of(STX, part.length), part);
  }
  yield Uint8Array.of(EOT, -(byteSum(repeated) + byteSum(packed.subarray(offset))) & 0xff);
}

interface BlockHeader {
  subject: Uint8Array<ArrayBuffer>;
  offset: number;
}

/** The inside of a header (behind its length byte), or undefined. The offset is padded with blanks, or not. */
export function readBlockHeader(head: Uint8Array): BlockHeader | undefined {
  const nul = head.indexOf(0);
  if (nul < 0 || nul > MAX_SUBJECT || head.at(-1) !== 0) return undefined;
  const digits = [...head.subarray(nul + 1, head.length - 1)].map((byte) => String.fromCharCode(byte)).join(
    "",
  );
  if (!/^ *[0-9]{1,6}$/.test(digits)) return undefined;
  return { subject: head.slice(0, nul), offset: Number(digits) };
}
