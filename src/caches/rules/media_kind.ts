/**
 * What an upload is: by its bytes, never by what the sender calls it. API "Caches, logs, media": photos JPEG, PNG, WebP,
 * GIF, AVIF; sounds MP3, Ogg, WAV, M4A. Anything else, SVG and HTML included, is refused.
 */
import { isSoundAlone } from "./mp4_tracks.ts";

export type MediaKind = "image" | "audio";
export interface MediaType {
  kind: MediaKind;
  /** As served. */
  contentType: string;
  /** The ending of the stored key. */
  ext: string;
}

const TAKEN: Record<string, MediaType> = {
  "image/jpeg": { kind: "image", contentType: "image/jpeg", ext: "jpg" },
  "image/png": { kind: "image", contentType: "image/png", ext: "png" },
  "image/apng": { kind: "image", contentType: "image/png", ext: "png" },
  "image/webp": { kind: "image", contentType: "image/webp", ext: "webp" },
  "image/gif": { kind: "image", contentType: "image/gif", ext: "gif" },
  "image/avif": { kind: "image", contentType: "image/avif", ext: "avif" },
  "audio/mpeg": { kind: "audio", contentType: "audio/mpeg", ext: "mp3" },
  "audio/ogg": { kind: "audio", contentType: "audio/ogg", ext: "ogg" },
  "audio/ogg; codecs=opus": { kind: "audio", contentType: "audio/ogg", ext: "ogg" },
  "audio/wav": { kind: "audio", contentType: "audio/wav", ext: "wav" },
  "audio/x-m4a": { kind: "audio", contentType: "audio/mp4", ext: "m4a" },
  "audio/mp4": { kind: "audio", contentType: "audio/mp4", ext: "m4a" },
};

/** MB are 10^6 bytes, kB 10^3 (API "Limits", Media). */
export const PHOTO_BYTES = 2_000_000;
export const SOUND_BYTES = 3_000_000;
export const THUMB_BYTES = 150_000;
export const CACHE_BYTES = 10_000_000;
export const CACHE_ITEMS = 6;
/** Photos beside one log at most. */
export const LOG_PHOTOS = 4;

/** The kind of an upload; `undefined` for a file of a kind that is not taken. */
export async function mediaType(bytes: Uint8Array): Promise<MediaType | undefined> {
  const found = await (await import("file-type")).fileTypeFromBuffer(bytes);
  if (!found) return undefined;
  // Recorders write sounds under the general brands of MP4 too (`mp42`, `isom`).
  return TAKEN[found.mime] ??
    (found.mime === "video/mp4" && isSoundAlone(bytes) ? TAKEN["audio/mp4"] : undefined);
}

/** Largest size of one item of a kind, bytes. */
export const sizeLimit = (kind: MediaKind): number => kind === "image" ? PHOTO_BYTES : SOUND_BYTES;

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const KEY = new RegExp(
  `^cache/[1-9][0-9]{0,14}/(media/${UUID}(\\.thumb)?|stage/[1-9][0-9]{0,2}/clue-[0-9a-f]{12})\\.[a-z0-9]{3,4}$`,
);

/** Whether a text has the shape of a stored key; anything else is 404 without a look at the disk. */
export const isMediaKey = (key: string): boolean => KEY.test(key);
