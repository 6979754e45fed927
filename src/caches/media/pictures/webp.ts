/**
 * WebP (RFC 9649): kept are pictures, frames, transparency and the colour profile; EXIF, XMP and unknown chunks go, but for
 * which way up the picture is. Pure.
 */
import { joined } from "../../../base/mod.ts";
import { nameAt, type Picture, type Size, viewOf } from "./bytes.ts";
import { orientationOf, uprightTiff } from "./exif.ts";

const KEPT = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Flags of VP8X. */
const HAS_EXIF = 0x08, HAS_XMP = 0x04;
const HEAD = 12, FRAME_HEAD = 16;

interface Chunk {
  name: string;
  body: Uint8Array;
  /** With its head and the byte that makes its length even. */
  whole: Uint8Array;
}

/** What is kept of a WebP file. */
export function readWebp(bytes: Uint8Array): Picture {
  const chunks = chunksOf(bytes, HEAD), sizes = chunks.flatMap(sizesOf);
  const exif = chunks.find(({ name }) => name === "EXIF")?.body;
  const orientation = exif ? orientationOf(withoutName(exif)) : 1;
  const extended = chunks.some(({ name }) => name === "VP8X");
  const kept = chunks.filter(({ name }) => KEPT.has(name)).map((chunk) => {
    if (chunk.name !== "VP8X" || chunk.body.length === 0) return chunk.whole;
    const own = chunk.whole.slice();
    own[8] = own[8]! & ~(HAS_EXIF | HAS_XMP) | (orientation === 1 ? 0 : HAS_EXIF);
    return own;
  });
  if (extended && orientation !== 1) kept.push(chunkOf("EXIF", uprightTiff(orientation)));
  const whole = joined([bytes.subarray(0, HEAD), ...kept]);
  if (whole.length >= HEAD) viewOf(whole).setUint32(4, whole.length - 8, true);
  return { bytes: whole, sizes };
}

function chunksOf(bytes: Uint8Array, from: number): Chunk[] {
  const view = viewOf(bytes), chunks: Chunk[] = [];
  for (let at = from; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true), end = Math.min(at + 8 + size, bytes.length);
    const next = Math.min(end + size % 2, bytes.length);
    chunks.push({
      name: nameAt(bytes, at),
      body: bytes.subarray(at + 8, end),
      whole: bytes.subarray(at, next),
    });
    at = next;
  }
  return chunks;
}

/** The sizes that a chunk states: of the canvas, of a frame and of what is in it, or of a picture. */
function sizesOf({ name, body }: Chunk): Size[] {
  const view = viewOf(body);
  const three = (at: number) => view.getUint16(at, true) | body[at + 2]! << 16;
  if (name === "VP8X" && body.length >= 10) return [{ width: three(4) + 1, height: three(7) + 1 }];
  if (name === "VP8 " && body.length >= 10) {
    return [{ width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }];
  }
  if (name === "VP8L" && body.length >= 5) {
    const bits = view.getUint32(1, true);
    return [{ width: (bits & 0x3fff) + 1, height: (bits >>> 14 & 0x3fff) + 1 }];
  }
  if (name === "ANMF" && body.length >= FRAME_HEAD) {
    const inner = chunksOf(body, FRAME_HEAD).filter((chunk) => chunk.name !== "ANMF").flatMap(sizesOf);
    return [{ width: three(6) + 1, height: three(9) + 1 }, ...inner];
  }
  return [];
}

/** Some writers put the name of JPEG's segment before the block. */
const withoutName = (exif: Uint8Array): Uint8Array => nameAt(exif, 0) === "Exif" ? exif.subarray(6) : exif;

function chunkOf(name: string, body: Uint8Array): Uint8Array {
  const chunk = joined([
    new TextEncoder().encode(name),
    new Uint8Array(4),
    body,
    new Uint8Array(body.length % 2),
  ]);
  viewOf(chunk).setUint32(4, body.length, true);
  return chunk;
}
