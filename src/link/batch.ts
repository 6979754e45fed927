/**
 * Batches of records as mail (FED "Store-and-forward"): a header line, then base64 of a CBOR array of frames. The
 * network's BIDs have 12 characters, too few for 64 bits, so the header carries the whole hash and the message's BID a
 * part of it.
 */
import { decodeCbor, encodeCbor } from "../wire/mod.ts";

const BATCH_MAGIC = "SVCFED1";
/** Frames in one batch that is read, and in one that is made (FED "Limits"). */
export const MAX_BATCH_FRAMES = 1000, MAX_PACKED_FRAMES = 900;
/** Characters of base64 that are read. */
const MAX_BASE64 = 1_400_000;
const COLUMNS = 64;

const MASK = (1n << 64n) - 1n;

/** FNV-1a with 64 bits. */
export function fnv1a64(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = (hash ^ BigInt(byte)) * 0x100000001b3n & MASK;
  return hash;
}

const showHash = (hash: bigint): string => hash.toString(16).toUpperCase().padStart(16, "0");

/** The message's BID: 12 characters of A-Z and 0-9, which real BBS software keeps as they are. */
export const batchBid = (hash: bigint): string =>
  (hash % 36n ** 12n).toString(36).toUpperCase().padStart(12, "0");

interface Batch {
  frames: Uint8Array[];
  /** The whole hash of the payload, 16 upper-case hexadecimal digits: batches are told apart by it. */
  hash: string;
}

/** CBOR's head of an array of up to 65,535 items, and of a byte string of a frame's length. */
const HEAD = 3;

/**
 * How many of the frames, from the first on, make a batch whose text has at most `bytes` bytes (with line ends of two
 * characters, as the network makes them). Mail systems bound a message, so one batch seldom holds all that waits.
 */
export function framesThatFit(frames: readonly Uint8Array[], bytes: number): number {
  const lineOf = (payload: number) => {
    const base64 = Math.ceil(payload / 3) * 4;
    return base64 + 2 * Math.ceil(base64 / COLUMNS);
  };
  let payload = HEAD, count = 0;
  for (const frame of frames.slice(0, MAX_PACKED_FRAMES)) {
    payload += HEAD + frame.length;
    if (`${BATCH_MAGIC} ${MAX_PACKED_FRAMES} `.length + 18 + lineOf(payload) > bytes) break;
    count++;
  }
  return count;
}

export interface WrittenBatch {
  /** Body of the message: lines ended by LF, the last one too. */
  text: string;
  hash: string;
  bid: string;
  subject: string;
}

/** A batch as a message. At most `MAX_PACKED_FRAMES` frames; more is a mistake of the caller. */
export function writeBatch(frames: readonly Uint8Array[]): WrittenBatch {
  if (frames.length === 0 || frames.length > MAX_PACKED_FRAMES) {
    throw new RangeError(`a batch has 1 to ${MAX_PACKED_FRAMES} frames, not ${frames.length}`);
  }
  const payload = encodeCbor([...frames]);
  const hash = fnv1a64(payload), shown = showHash(hash);
  const base64 = Buffer.from(payload).toString("base64");
  const lines = [`${BATCH_MAGIC} ${frames.length} ${shown}`];
  for (let at = 0; at < base64.length; at += COLUMNS) lines.push(base64.slice(at, at + COLUMNS));
  return {
    text: `${lines.join("\n")}\n`,
    hash: shown,
    bid: batchBid(hash),
    subject: `federation batch (${frames.length})`,
  };
}

type BatchRead = { ok: true; batch: Batch } | { ok: false; problem: string };

/** Whether a text says that it is a batch. */
export const isBatch = (text: string): boolean => text.trimStart().startsWith(`${BATCH_MAGIC} `);

/**
 * Reads a body: blanks and line ends may stand anywhere, as mail systems add and change them. Whole or not at all: the
 * hash of the payload must be the header's.
 */
export function readBatch(text: string): BatchRead {
  const refused = (problem: string): BatchRead => ({ ok: false, problem });
  if (text.length > MAX_BASE64 * 2) return refused("batch is too long");
  const start = text.trimStart();
  const end = start.search(/[\r\n]/);
  const words = (end < 0 ? start : start.slice(0, end)).trim().split(/ +/);
  if (words.length !== 3 || words[0] !== BATCH_MAGIC) return refused("no batch header");
  const count = /^[0-9]{1,4}$/.test(words[1]!) ? Number(words[1]) : 0;
  if (count < 1 || count > MAX_BATCH_FRAMES) return refused(`a batch has 1 to ${MAX_BATCH_FRAMES} frames`);
  const base64 = end < 0 ? "" : start.slice(end).replace(/\s+/g, "");
  if (base64.length > MAX_BASE64) return refused("batch is too long");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return refused("not base64");
  const payload = Uint8Array.from(Buffer.from(base64, "base64"));
  const hash = showHash(fnv1a64(payload));
  if (hash !== words[2]!.toUpperCase()) return refused("the batch's hash is not that of its content");
  const decoded = decodeCbor(payload);
  if (!decoded.ok || !Array.isArray(decoded.value)) return refused("not an array of frames");
  const frames: Uint8Array[] = [];
  for (const frame of decoded.value) {
    if (!(frame instanceof Uint8Array)) return refused("not an array of frames");
    frames.push(frame);
  }
  return frames.length === count
    ? { ok: true, batch: { frames, hash } }
    : refused("the batch does not hold as many frames as its header says");
}
