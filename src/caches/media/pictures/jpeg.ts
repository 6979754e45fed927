/**
 * JPEG (ITU-T T.81 Annex B): kept are the picture, its colour profile and which way up it is; EXIF, XMP, IPTC, comments,
 * thumbnails and whatever follows the end go. Pure; bytes that are no segment stay as they are, since no reader looks there.
 */
import { joined } from "../../../base/mod.ts";
import { nameAt, type Picture, type Size, viewOf } from "./bytes.ts";
import { orientationOf, uprightTiff } from "./exif.ts";

const SOI = 0xd8, EOI = 0xd9, SOS = 0xda, COM = 0xfe, APP0 = 0xe0, APP1 = 0xe1, APP2 = 0xe2, APP14 = 0xee;
/** Markers without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= SOI);
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A JFIF header without its thumbnail ends here. */
const JFIF_BYTES = 18;
const EXIF = "Exif\0\0", ICC = "ICC_PROFILE\0";

/** What is kept of a JPEG file. A height that only follows later counts as the largest. */
export function readJpeg(bytes: Uint8Array): Picture {
  const view = viewOf(bytes), parts: Uint8Array[] = [bytes.subarray(0, 2)], sizes: Size[] = [];
  let at = 2, orientation = 1, keptTo = 2;
  const keep = (to: number) => {
    if (to > keptTo) parts.push(bytes.subarray(keptTo, to));
    keptTo = to;
  };
  while (at < bytes.length) {
    // Readers skip whatever is no marker, and fill bytes before one.
    if (bytes[at] !== 0xff || bytes[at + 1] === 0xff || bytes[at + 1] === 0) {
      at++;
      continue;
    }
    const marker = bytes[at + 1];
    if (marker === undefined) break;
    if (marker === EOI) {
      keep(at + 2);
      return { bytes: joined(withOrientation(parts, orientation)), sizes };
    }
    if (isBare(marker)) {
      at += 2;
      continue;
    }
    const length = at + 4 <= bytes.length ? view.getUint16(at + 2) : 0;
    if (length < 2) break;
    const end = Math.min(at + 2 + length, bytes.length), body = bytes.subarray(at + 4, end);
    if (isFrame(marker) && body.length >= 5) {
      const width = view.getUint16(at + 7), height = view.getUint16(at + 5);
      sizes.push({ width, height: height || 0xffff });
    }
    const kept = keptOf(marker, body);
    if (kept === undefined) {
      keep(at);
      keptTo = end;
      if (marker === APP1 && nameAt(body, 0, 6) === EXIF) orientation = orientationOf(body.subarray(6));
    } else if (kept < body.length) {
      keep(at);
      parts.push(
        Uint8Array.of(0xff, marker, 0, JFIF_BYTES - 2),
        body.subarray(0, kept - 2),
        Uint8Array.of(0, 0),
      );
      keptTo = end;
    }
    at = end;
    if (marker === SOS) { while (at < bytes.length && !endsScan(bytes, at)) at++; }
  }
  keep(bytes.length);
  return { bytes: joined(withOrientation(parts, orientation)), sizes };
}

/** Whether a marker stands here that is not part of a scan. */
const endsScan = (bytes: Uint8Array, at: number): boolean => {
  const next = bytes[at + 1] ?? 0;
  return bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7);
};

/** How many bytes of a segment's body are kept; `undefined`: the segment goes. */
function keptOf(marker: number, body: Uint8Array): number | undefined {
  if (marker === APP0) {
    if (nameAt(body, 0, 5) !== "JFIF\0") return undefined;
    return Math.min(body.length, JFIF_BYTES - 4);
  }
  if (marker === APP2) return nameAt(body, 0, 12) === ICC ? body.length : undefined;
  if (marker === APP14) return body.length; // how the colours were transformed
  if (marker === COM || (marker > APP0 && marker <= 0xef)) return undefined;
  return body.length;
}

/** The parts, and behind the beginning which way up the picture is where it is not upright. */
function withOrientation(parts: readonly Uint8Array[], orientation: number): readonly Uint8Array[] {
  if (orientation === 1) return parts;
  const tiff = uprightTiff(orientation), name = new TextEncoder().encode(EXIF);
  const head = Uint8Array.of(0xff, APP1, 0, 2 + name.length + tiff.length);
  return [parts[0]!, head, name, tiff, ...parts.slice(1)];
}
