/** Writing the one canonical encoding of a value: what may be written stands in cbor.ts. */
import {
  ARRAY,
  BYTES,
  type CborKey,
  type CborValue,
  FALSE,
  MAP,
  MAX_DEPTH,
  NEGATIVE,
  NULL,
  TEXT,
  TRUE,
  UINT,
} from "./cbor.ts";

const toUtf8 = new TextEncoder();

/** Grows as it is written to, and is used again by the next call: making a buffer costs more than filling it. */
class Sink {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(4096);
  length = 0;

  room(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  head(major: number, argument: number): void {
    this.room(9);
    const { bytes } = this;
    const top = major << 5;
    let at = this.length;
    if (argument < 24) {
      bytes[at++] = top | argument;
    } else if (argument < 0x100) {
      bytes[at++] = top | 24;
      bytes[at++] = argument;
    } else if (argument < 0x10000) {
      bytes[at++] = top | 25;
      bytes[at++] = argument >>> 8;
      bytes[at++] = argument & 0xff;
    } else {
      const high = Math.floor(argument / 0x100000000);
      bytes[at++] = top | (high > 0 ? 27 : 26);
      if (high > 0) {
        for (let shift = 24; shift >= 0; shift -= 8) bytes[at++] = (high >>> shift) & 0xff;
      }
      for (let shift = 24; shift >= 0; shift -= 8) bytes[at++] = (argument >>> shift) & 0xff;
    }
    this.length = at;
  }

  raw(more: Uint8Array): void {
    this.room(more.length);
    this.bytes.set(more, this.length);
    this.length += more.length;
  }
}

/** Up to this many characters are copied one by one, if they are ASCII: nearly every text is. */
const SHORT_TEXT = 64;

/** Writes a short ASCII text; false, with nothing written, for any other. */
function writeAscii(sink: Sink, text: string): boolean {
  const { length } = text;
  if (length > SHORT_TEXT) return false;
  const before = sink.length;
  sink.head(TEXT, length);
  sink.room(length);
  const { bytes } = sink;
  const at = sink.length;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      sink.length = before;
      return false;
    }
    bytes[at + i] = code;
  }
  sink.length = at + length;
  return true;
}

function writeText(sink: Sink, text: string): void {
  if (writeAscii(sink, text)) return;
  if (!text.isWellFormed()) throw new TypeError("Cannot encode text with a lone surrogate");
  const bytes = toUtf8.encode(text);
  sink.head(TEXT, bytes.length);
  sink.raw(bytes);
}

function writeInteger(sink: Sink, value: number): void {
  if (!Number.isSafeInteger(value)) throw new TypeError(`Cannot encode ${value}: not a safe integer`);
  if (value >= 0) sink.head(UINT, value);
  else sink.head(NEGATIVE, -1 - value);
}

function write(sink: Sink, value: CborValue, depth: number): void {
  if (typeof value === "number") return writeInteger(sink, value);
  if (typeof value === "string") return writeText(sink, value);
  if (value === null || typeof value === "boolean") {
    sink.room(1);
    sink.bytes[sink.length++] = value === null ? NULL : value ? TRUE : FALSE;
    return;
  }
  if (value instanceof Uint8Array) {
    sink.head(BYTES, value.length);
    return sink.raw(value);
  }
  if (depth >= MAX_DEPTH) throw new TypeError(`Cannot encode more than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) {
    sink.head(ARRAY, value.length);
    for (const item of value) write(sink, item, depth + 1);
    return;
  }
  if (!(value instanceof Map)) throw new TypeError(`Cannot encode ${typeof value}`);
  const entries = [...value].map(([key, item]) => ({ key: encodeKey(key), item }));
  entries.sort((a, b) => compareBytes(a.key, b.key));
  sink.head(MAP, entries.length);
  for (const { key, item } of entries) {
    sink.raw(key);
    write(sink, item, depth + 1);
  }
}

/** Encoded keys: records have a few dozen. Bounded, since other callers may bring any. */
const keys = new Map<CborKey, Uint8Array>();
const KEYS_MOST = 1000;

function encodeKey(key: CborKey): Uint8Array {
  const known = keys.get(key);
  if (known) return known;
  const sink = new Sink();
  if (typeof key === "number") writeInteger(sink, key);
  else writeText(sink, key);
  const bytes = sink.bytes.slice(0, sink.length);
  if (keys.size >= KEYS_MOST) keys.clear();
  keys.set(key, bytes);
  return bytes;
}

/** Bytewise lexicographic order (RFC 8949 4.2.1): negative when `a` comes first. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Bytes of buffer that one call leaves for the next; after a page of megabytes the buffer is made small again. */
const SCRATCH_MOST = 65_536;
const scratch = new Sink();

/** The one canonical encoding of a value. Throws TypeError for what the subset cannot carry (a defect of the caller). */
export function encodeCbor(value: CborValue): Uint8Array<ArrayBuffer> {
  scratch.length = 0;
  write(scratch, value, 0);
  const bytes = scratch.bytes.slice(0, scratch.length);
  if (scratch.bytes.length > SCRATCH_MOST) scratch.bytes = new Uint8Array(SCRATCH_MOST);
  return bytes;
}
