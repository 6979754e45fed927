/**
 * Deterministic CBOR: the RFC 8949 section 4.2 subset of FED "Envelope". Pure.
 *
 * Values are safe integers, text, bytes, booleans, null, arrays and maps with integer or text keys. A decoder here
 * accepts exactly the bytes that the encoder would write for the same value and nothing else: no floats, tags,
 * indefinite lengths, other simple values, longer heads than needed, unsorted or repeated keys, text that is not
 * UTF-8, integers beyond 2^53 - 1, bytes left over, nesting past `MAX_DEPTH`.
 */

export type CborKey = number | string;
export type CborMap = Map<CborKey, CborValue>;
export type CborValue = number | string | boolean | null | Uint8Array | CborValue[] | CborMap;

/** Levels of arrays and maps inside one another. Deeper input is refused, so that recursion stays bounded. */
export const MAX_DEPTH = 32;

/** What decoding gives: the value, or the first thing that was not canonical. */
export type Decoded = { ok: true; value: CborValue } | { ok: false; problem: string };

const UINT = 0, NEGATIVE = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5;
const FALSE = 0xf4, TRUE = 0xf5, NULL = 0xf6;

const toUtf8 = new TextEncoder();
// ignoreBOM keeps a leading U+FEFF in the text: it would not survive decoding and encoding again otherwise.
const fromUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

/** Thrown inside the decoder only; `decodeCbor` turns it into a returned problem. */
class NotCanonical extends Error {}

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
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Room that one call leaves to the next; after a page of megabytes it becomes small again. */
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

class Reader {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new NotCanonical("ends inside an item");
    this.at++;
    return byte;
  }

  /** The head's argument, in its shortest form only. */
  argument(info: number): number {
    if (info < 24) return info;
    if (info > 27) throw new NotCanonical(info === 31 ? "indefinite length" : "reserved head");
    const width = 1 << (info - 24);
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + this.byte();
    if (value > Number.MAX_SAFE_INTEGER) throw new NotCanonical("integer beyond 2^53 - 1");
    const shortest = value < 24 ? 0 : value < 0x100 ? 1 : value < 0x10000 ? 2 : value < 0x100000000 ? 4 : 8;
    if (shortest !== width) throw new NotCanonical("head longer than needed");
    return value;
  }

  /** A length, checked against the bytes that are left before anything is allocated for it. */
  length(info: number, bytesEach: number): number {
    const length = this.argument(info);
    if (length * bytesEach > this.bytes.length - this.at) {
      throw new NotCanonical("length past the end");
    }
    return length;
  }

  take(length: number): Uint8Array {
    const from = this.at;
    this.at += length;
    return this.bytes.subarray(from, this.at);
  }

  text(length: number): string {
    const { bytes, at } = this;
    const end = this.at = at + length;
    let i = at;
    while (i < end && bytes[i]! < 0x80) i++;
    // Nearly every text is ASCII, and a decoder call costs several times as much.
    if (i === end) return latin1Slice.call(bytes, at, end);
    try {
      return fromUtf8.decode(bytes.subarray(at, end));
    } catch {
      throw new NotCanonical("text is not UTF-8");
    }
  }

  value(depth: number): CborValue {
    const first = this.byte();
    const info = first & 0x1f;
    switch (first >>> 5) {
      case UINT:
        return this.argument(info);
      case NEGATIVE: {
        const argument = this.argument(info);
        if (argument === Number.MAX_SAFE_INTEGER) throw new NotCanonical("integer beyond 2^53 - 1");
        return -1 - argument;
      }
      case BYTES:
        // A view, not a copy: a page of 500 frames would be copied three times over. Whoever keeps bytes copies them.
        return this.take(this.length(info, 1));
      case TEXT:
        return this.text(this.length(info, 1));
      case ARRAY: {
        if (depth >= MAX_DEPTH) throw new NotCanonical(`more than ${MAX_DEPTH} levels`);
        const length = this.length(info, 1);
        const items: CborValue[] = [];
        for (let i = 0; i < length; i++) items.push(this.value(depth + 1));
        return items;
      }
      case MAP:
        if (depth >= MAX_DEPTH) throw new NotCanonical(`more than ${MAX_DEPTH} levels`);
        return this.map(this.length(info, 2), depth);
      default:
        if (first === FALSE) return false;
        if (first === TRUE) return true;
        if (first === NULL) return null;
        if (first >>> 5 === 6) throw new NotCanonical("tag");
        throw new NotCanonical(info >= 25 && info <= 27 ? "float" : "simple value");
    }
  }

  map(length: number, depth: number): CborMap {
    const map: CborMap = new Map();
    let before = -1, beforeEnd = -1;
    for (let i = 0; i < length; i++) {
      const from = this.at;
      const major = (this.bytes[from] ?? 0xff) >>> 5;
      if (major !== UINT && major !== NEGATIVE && major !== TEXT) {
        throw new NotCanonical("map key neither integer nor text");
      }
      const key = this.value(depth + 1) as CborKey;
      if (before >= 0 && !this.#isSorted(before, beforeEnd, from, this.at)) {
        throw new NotCanonical("map keys unsorted or repeated");
      }
      [before, beforeEnd] = [from, this.at];
      map.set(key, this.value(depth + 1));
    }
    return map;
  }

  /** Whether the bytes of one key come before those of the next (RFC 8949 4.2.1). */
  #isSorted(a: number, aEnd: number, b: number, bEnd: number): boolean {
    const { bytes } = this;
    for (; a < aEnd && b < bEnd; a++, b++) {
      const difference = bytes[a]! - bytes[b]!;
      if (difference !== 0) return difference < 0;
    }
    return aEnd - a < bEnd - b;
  }
}

/** Reads exactly one canonical item that fills all the bytes. Never throws for bad input. */
export function decodeCbor(bytes: Uint8Array): Decoded {
  const reader = new Reader(bytes);
  try {
    const value = reader.value(0);
    if (reader.at !== bytes.length) return { ok: false, problem: "bytes left over" };
    return { ok: true, value };
  } catch (error) {
    if (error instanceof NotCanonical) return { ok: false, problem: error.message };
    throw error;
  }
}
