/**
 * The one thing of EXIF that is kept: which way up a picture is (TIFF tag 0x0112, CIPA DC-008 4.6.5). Cameras turn the
 * note, not the pixels, so a photo without it would lie on its side.
 */
import { viewOf } from "./bytes.ts";

const ORIENTATION = 0x0112, SHORT = 3;

/** Which way up, 1 to 8, as a TIFF block says; 1, upright, where it says nothing that can be read. */
export function orientationOf(tiff: Uint8Array): number {
  if (tiff.length < 8) return 1;
  const view = viewOf(tiff), order = view.getUint16(0), little = order === 0x4949;
  if ((!little && order !== 0x4d4d) || view.getUint16(2, little) !== 42) return 1;
  const at = view.getUint32(4, little);
  if (at + 2 > tiff.length) return 1;
  const entries = Math.min(view.getUint16(at, little), Math.floor((tiff.length - at - 2) / 12));
  for (let i = 0; i < entries; i++) {
    const entry = at + 2 + 12 * i;
    if (view.getUint16(entry, little) !== ORIENTATION || view.getUint16(entry + 2, little) !== SHORT) {
      continue;
    }
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A TIFF block that says which way up and nothing else. */
export const uprightTiff = (orientation: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.of(
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8], // big-endian, the directory follows at 8
    ...[0, 1], // one entry
    ...[0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0], // no further directory
  );
