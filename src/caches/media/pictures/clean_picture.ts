/**
 * A picture as it is stored: without what cameras and programs noted in it (place, time, device, names, thumbnails), and not
 * larger than phones can draw. Nothing is decoded, so not a pixel changes.
 */
import { gameFailure } from "../../errors.ts";
import { readAvif } from "./avif.ts";
import type { Picture } from "./bytes.ts";
import { readGif } from "./gif.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { readWebp } from "./webp.ts";

/** Most pixels of a picture, and of one side. */
const PIXELS_MOST = 40_000_000;
const SIDE_MOST = 12_000;

const READERS: Readonly<Record<string, (bytes: Uint8Array) => Picture | undefined>> = {
  jpg: readJpeg,
  png: readPng,
  webp: readWebp,
  gif: readGif,
  avif: readAvif,
};

/**
 * The bytes to store of a picture of a kind that is taken, by its ending. Throws where a size that its header states is too
 * large, and where its notes cannot be found. A file that states no size is not drawn by anybody, and passes.
 */
export function cleanPicture(bytes: Uint8Array, ext: string): Uint8Array<ArrayBuffer> {
  const picture = READERS[ext]!(bytes);
  if (!picture) throw gameFailure.media_type({}, "This picture cannot be read");
  for (const { width, height } of picture.sizes) {
    if (width * height <= PIXELS_MOST && width <= SIDE_MOST && height <= SIDE_MOST) continue;
    throw gameFailure.media_dimensions({ width, height, limit: PIXELS_MOST, limitSide: SIDE_MOST });
  }
  return picture.bytes;
}
