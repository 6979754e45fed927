/** Reading canonical bytes, and nothing else: what is canonical stands in cbor.ts. */
import {
  ARRAY,
  BYTES,
  type CborKey,
  type CborMap,
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

/** What decoding gives: the value, or the first thing that was not canonical. */
type Decoded = { ok: true; value: CborValue } | { ok: false; problem: string };

// ignoreBOM keeps a leading U+FEFF in the text: it would not survive decoding and encoding again otherwise.
const fromUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const { latin1Slice } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
};

/** Thrown inside the decoder only; `decodeCbor` turns it into a returned problem. */
class NotCanonical extends Error {}

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
