/**
 * GIF (89a specification): kept are the frames, how often they are repeated and the colour profile; comments, texts and
 * other applications' blocks, XMP among them, go. Pure.
 */
import { joined } from "../../../base/mod.ts";
import { nameAt, type Picture, type Size, viewOf } from "./bytes.ts";

const EXTENSION = 0x21, IMAGE = 0x2c, TRAILER = 0x3b;
const GRAPHIC = 0xf9, APPLICATION = 0xff;
const APPLICATIONS = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);
const HEAD = 13;

/** Bytes of a colour table, by the packed field of its descriptor. */
const tableBytes = (packed: number): number => packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;

/** What is kept of a GIF file. */
export function readGif(bytes: Uint8Array): Picture {
  if (bytes.length < HEAD) return { bytes: bytes.slice(), sizes: [] };
  const view = viewOf(bytes);
  const sizeAt = (at: number): Size => ({
    width: view.getUint16(at, true),
    height: view.getUint16(at + 2, true),
  });
  const sizes = [sizeAt(6)];
  let at = HEAD + tableBytes(bytes[10]!);
  const parts: Uint8Array[] = [bytes.subarray(0, at)];
  /** Behind the blocks of data that begin here; each says its length, the last one is empty. */
  const afterBlocks = (from: number): number => {
    let next = from;
    while (next < bytes.length && bytes[next] !== 0) next += bytes[next]! + 1;
    return next + 1;
  };
  while (at < bytes.length) {
    const from = at, kind = bytes[at]!;
    if (kind === TRAILER) {
      parts.push(bytes.subarray(at, at + 1));
      return { bytes: joined(parts), sizes };
    }
    if (kind === IMAGE && at + 10 <= bytes.length) {
      sizes.push(sizeAt(at + 5));
      at = afterBlocks(at + 11 + tableBytes(bytes[at + 9]!));
      parts.push(bytes.subarray(from, at));
    } else if (kind === EXTENSION) {
      const label = bytes[at + 1]!;
      at = afterBlocks(at + 2);
      const kept = label === GRAPHIC ||
        label === APPLICATION && APPLICATIONS.has(nameAt(bytes, from + 3, 11));
      if (kept) parts.push(bytes.subarray(from, at));
    } else {
      parts.push(bytes.subarray(from)); // no block begins so: readers stop here
      break;
    }
  }
  return { bytes: joined(parts), sizes };
}
