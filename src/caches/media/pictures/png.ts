/**
 * PNG (W3C PNG, third edition): kept are the chunks that say how the picture looks; texts, times, EXIF and what nobody
 * registered go, but for which way up it is. Pure.
 */
import { crc32 } from "node:zlib";
import { joined } from "../../../base/mod.ts";
import { nameAt, type Picture, type Size, viewOf } from "./bytes.ts";
import { orientationOf, uprightTiff } from "./exif.ts";

const KEPT = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI"],
  ...["sBIT", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT"],
]);
const SIGNATURE = 8;

/** What is kept of a PNG file. */
export function readPng(bytes: Uint8Array): Picture {
  const view = viewOf(bytes), parts: Uint8Array[] = [bytes.subarray(0, SIGNATURE)], sizes: Size[] = [];
  let at = SIGNATURE;
  while (at + 8 <= bytes.length) {
    const name = nameAt(bytes, at + 4), end = at + 12 + view.getUint32(at);
    const chunk = bytes.subarray(at, Math.min(end, bytes.length));
    if (name === "IHDR" && chunk.length >= 16) {
      sizes.push({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) });
    }
    if (name === "fcTL" && chunk.length >= 20) {
      sizes.push({ width: view.getUint32(at + 12), height: view.getUint32(at + 16) });
    }
    const orientation = name === "eXIf" ? orientationOf(chunk.subarray(8, chunk.length - 4)) : 1;
    if (KEPT.has(name)) parts.push(chunk);
    else if (orientation !== 1) parts.push(chunkOf("eXIf", uprightTiff(orientation)));
    if (name === "IEND" || end > bytes.length) return { bytes: joined(parts), sizes };
    at = end;
  }
  parts.push(bytes.subarray(at));
  return { bytes: joined(parts), sizes };
}

/** A chunk with its length and checksum. */
function chunkOf(name: string, body: Uint8Array): Uint8Array {
  const chunk = joined([new Uint8Array(4), new TextEncoder().encode(name), body, new Uint8Array(4)]);
  const view = viewOf(chunk);
  view.setUint32(0, body.length);
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, chunk.length - 4)));
  return chunk;
}
