/**
 * Tars as POSIX has them (ustar), written and read as a stream: whole backups, and the bundles that the program comes as. Written
 * are plain files that their owner alone reads; who reads sees each name and size before its bytes.
 */
import { concat } from "../base/mod.ts";

/** What everything in a tar fills whole, in bytes. */
const BLOCK = 512;
/** Largest file that the header can say, in bytes: eleven octal digits. */
const LARGEST = 8 ** 11 - 1;

const encoder = new TextEncoder();

/** Splits a name for the header's two fields; undefined where it is too long for them. */
function splitName(name: string): { name: string; prefix: string } | undefined {
  if (name.length <= 100) return { name, prefix: "" };
  for (let at = name.indexOf("/"); at >= 0; at = name.indexOf("/", at + 1)) {
    if (at <= 155 && name.length - at - 1 <= 100) {
      return { name: name.slice(at + 1), prefix: name.slice(0, at) };
    }
  }
  return undefined;
}

/** The header of a plain file that its owner alone reads. */
export function headerOf(name: string, size: number, mtime: number): Uint8Array<ArrayBuffer> {
  const split = splitName(name);
  if (!split || size > LARGEST) throw new RangeError(`${name} does not fit into a tar`);
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => header.set(encoder.encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put(0, split.name);
  put(100, `${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`);
  put(124, `${octal(size, 11)}\0${octal(Math.max(0, Math.floor(mtime)), 11)}\0`);
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\0" + "00");
  put(345, split.prefix);
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return header;
}

/** What fills the last block of a file. */
export const padding = (size: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array((BLOCK - size % BLOCK) % BLOCK);
/** What ends an archive. */
export const ending = (): Uint8Array<ArrayBuffer> => new Uint8Array(2 * BLOCK);

/** A tar of a few small files in memory. */
export function packSmall(
  files: readonly { name: string; bytes: Uint8Array }[],
  mtime: number,
): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap(({ name, bytes }) => [
    headerOf(name, bytes.length, mtime),
    bytes,
    padding(bytes.length),
  ]);
  return concat(...parts, ending());
}

/** Where a tar is read from: fills the buffer as far as there is something; 0 at the end. */
type Source = (into: Uint8Array) => Promise<number>;

/** A tar that cannot be read as one. */
export class TarError extends Error {}

/** A file or a folder within a tar. What is not read of it is skipped. */
export interface Entry {
  /** With all folders before it; a folder's may end with a slash. */
  name: string;
  kind: "file" | "folder";
  /** Whether its owner may run it. */
  executable: boolean;
  size: number;
  /** Its bytes, piece by piece; the same buffer each time. Throws `TarError` where it is cut off. */
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

const KINDS: Record<string, Entry["kind"]> = { "0": "file", "\0": "file", "5": "folder" };

const field = (header: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...header.subarray(from, from + length)).split("\0", 1)[0]!;
const octal = (header: Uint8Array, from: number, length: number): number =>
  parseInt(field(header, from, length).trim(), 8);

async function fill(read: Source, into: Uint8Array): Promise<boolean> {
  for (let at = 0; at < into.length;) {
    const got = await read(into.subarray(at));
    if (got === 0) return false;
    at += got;
  }
  return true;
}

const PIECE = 1 << 18;

/**
 * What stands in a tar, in order. Throws `TarError` for anything but plain files, and folders where they are wanted, and for
 * one that is cut.
 */
export async function* entriesOf(read: Source, { folders = false } = {}): AsyncGenerator<Entry> {
  const header = new Uint8Array(BLOCK), buffer = new Uint8Array(PIECE);
  for (;;) {
    if (!await fill(read, header)) throw new TarError("it is cut off");
    if (header.every((byte) => byte === 0)) return;
    const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
    if (octal(header, 148, 8) !== sum) throw new TarError("it is no tar, or damaged");
    const prefix = field(header, 345, 155), short = field(header, 0, 100);
    const name = prefix === "" ? short : `${prefix}/${short}`;
    const kind = KINDS[String.fromCharCode(header[156]!)], size = octal(header, 124, 12);
    if (kind !== "file" && !(kind && folders)) throw new TarError(`${name} is no plain file`);
    if (!(size >= 0)) throw new TarError(`${name} has no size`);
    let left = size;
    const pieces = async function* () {
      while (left > 0) {
        const got = await read(buffer.subarray(0, Math.min(left, PIECE)));
        if (got === 0) throw new TarError("it is cut off");
        left -= got;
        yield buffer.subarray(0, got);
      }
    };
    yield { name, kind, executable: (octal(header, 100, 8) & 0o100) !== 0, size, pieces };
    for await (const _ of pieces()) { /* what was not read is skipped */ }
    if (!await fill(read, new Uint8Array((BLOCK - size % BLOCK) % BLOCK))) {
      throw new TarError("it is cut off");
    }
  }
}

/** Reads bytes that are there already. */
export function sourceOf(bytes: Uint8Array): Source {
  let at = 0;
  return (into) => {
    const part = bytes.subarray(at, at + into.length);
    into.set(part);
    at += part.length;
    return Promise.resolve(part.length);
  };
}

/** Reads what comes piece by piece; throws what its stream throws. */
export function sourceOfPieces(pieces: AsyncIterator<Uint8Array>): Source {
  let rest = new Uint8Array(0);
  return async (into) => {
    while (rest.length === 0) {
      const { value, done } = await pieces.next();
      if (done) return 0;
      rest = Uint8Array.from(value);
    }
    const part = rest.subarray(0, into.length);
    into.set(part);
    rest = rest.subarray(part.length);
    return part.length;
  };
}
