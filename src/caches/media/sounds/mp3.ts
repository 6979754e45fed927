/**
 * MP3: frames of MPEG audio (ISO/IEC 11172-3, 13818-3), and around them tags of several kinds (ID3, APE, Lyrics3), which say for
 * themselves how long they are, or do not. So what stays are the frames, and nothing between them.
 */
import { joined } from "../../../base/mod.ts";

/** Kilobits a second by index: MPEG 1 layers I, II and III, MPEG 2 and 2.5 layer I, and their layers II and III. */
const RATES = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
/** Samples a second of MPEG 1, by index; MPEG 2 has half of it and 2.5 a quarter. */
const SAMPLES = [44_100, 48_000, 32_000] as const;
const ID3_HEAD = 10;

/** Bytes of the frame that begins here; 0 where none does. */
function frameAt(bytes: Uint8Array, at: number): number {
  const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first !== 0xff || second === undefined || third === undefined || (second & 0xe0) !== 0xe0) return 0;
  const version = second >> 3 & 3, layer = 4 - (second >> 1 & 3);
  const rate = third >> 4, samples = SAMPLES[third >> 2 & 3];
  if (version === 1 || layer === 4 || rate === 0 || rate === 15 || samples === undefined) return 0;
  const isFirst = version === 3, table = isFirst ? layer - 1 : layer === 1 ? 3 : 4;
  const perSecond = samples / (isFirst ? 1 : version === 2 ? 2 : 4), padding = third >> 1 & 1;
  const bits = RATES[table]![rate]! * 1000;
  if (layer === 1) return (Math.floor(12 * bits / perSecond) + padding) * 4;
  return Math.floor((layer === 3 && !isFirst ? 72 : 144) * bits / perSecond) + padding;
}

/** Where what follows a tag of ID3v2 begins (id3.org, version 2.4, 3.1): its size has seven bits a byte. */
function behindTag(bytes: Uint8Array, at: number): number {
  if (
    bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33 || at + ID3_HEAD > bytes.length
  ) {
    return at;
  }
  const size = [6, 7, 8, 9].reduce((sum, n) => sum * 128 + (bytes[at + n]! & 127), 0);
  return at + ID3_HEAD + size + ((bytes[at + 5]! & 0x10) === 0 ? 0 : ID3_HEAD);
}

/** The sound without its notes; `undefined` where no two frames follow each other. */
export function cleanMp3(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const frames: Uint8Array[] = [];
  for (let at = 0, isRunning = false; at < bytes.length;) {
    const behind = behindTag(bytes, at);
    if (behind > at) {
      at = behind;
      isRunning = false;
      continue;
    }
    const size = frameAt(bytes, at), end = at + size;
    // Two bytes look like a frame by chance: one that begins after something else has to be followed by another.
    const isFrame: boolean = size > 0 && end <= bytes.length && (isRunning || frameAt(bytes, end) > 0);
    if (isFrame) frames.push(bytes.subarray(at, end));
    at = isFrame ? end : at + 1;
    isRunning = isFrame;
  }
  return frames.length === 0 ? undefined : joined(frames);
}
