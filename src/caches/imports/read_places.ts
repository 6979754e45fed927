/** Which reader a catalogue's file needs. */
import { concat } from "../../base/mod.ts";
import { type Purse, TextOfBytes, unpack, UnreadablePackage } from "../../foreign/mod.ts";
import { type ImportedRow, UnreadableFile } from "./place.ts";
import { readCsv } from "./read_csv.ts";
import { readGpx } from "./read_gpx.ts";
import type { ImportSource } from "./sources.ts";

/** The rows of a catalogue, and at their end how many letters were not what the file says it is written in. */
interface Places {
  rows: AsyncGenerator<ImportedRow>;
  odd: () => number;
}

/** A package is held whole, so that its list at the end is found. */
const PACKAGE_BYTES = 20 << 20;
const isPackage = ([first, second]: Uint8Array): boolean =>
  (first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b);

/**
 * The places of a file: GPX or CSV, by its first byte that is not white space, or a package of them. `today` is yyyy-mm-dd.
 * Throws `UnreadableFile`.
 */
export async function readPlaces(
  bytes: AsyncIterable<Uint8Array>,
  source: ImportSource,
  today: string,
  purse: Purse,
): Promise<Places> {
  const pieces = bytes[Symbol.asyncIterator](), first = await pieces.next();
  const head = first.done ? new Uint8Array(0) : first.value;
  const whole = putBack(head, pieces);
  if (isPackage(head)) return await readPackage(whole, source, today, purse);
  return readFile(head, purse.pieces(whole), source, today, purse);
}

/** A stream whole again of which the first piece was looked at; it ends with its reader. */
async function* putBack(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function readFile(
  head: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
  source: ImportSource,
  today: string,
  purse: Purse,
): Places {
  // A byte order mark, or UTF-16, may stand before the bracket.
  const lead = head.slice(0, 64).find((byte) =>
    ![0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 9, 10, 13, 32].includes(byte)
  );
  const isXml = lead === 0x3c, encoding = new TextOfBytes({ xml: isXml });
  return {
    rows: isXml ? readGpx(pieces, source, purse, encoding) : readCsv(pieces, source, today, encoding),
    odd: () => encoding.odd,
  };
}

/** Pocket queries and what sites give for download are packages; the stages of a pocket query (`-wpts.gpx`) are no caches. */
async function readPackage(
  bytes: AsyncIterable<Uint8Array>,
  source: ImportSource,
  today: string,
  purse: Purse,
): Promise<Places> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    if ((size += chunk.length) > PACKAGE_BYTES) {
      throw new UnreadableFile(`a package of more than ${PACKAGE_BYTES} bytes: unpack it`);
    }
  }
  let odd = 0;
  async function* rows() {
    try {
      const { files, left } = unpack(
        concat(...chunks),
        purse,
        (name) => /\.(gpx|csv)$/.test(name) && !name.endsWith("-wpts.gpx"),
      );
      if (files.length === 0) {
        throw new UnreadableFile(`a package without GPX or CSV in it${left[0] ? `: ${left[0].name}` : ""}`);
      }
      for (const { pieces } of files) {
        const iterator = pieces[Symbol.asyncIterator](), first = await iterator.next();
        if (first.done) continue;
        const read = readFile(first.value, putBack(first.value, iterator), source, today, purse);
        yield* read.rows;
        odd += read.odd();
      }
    } catch (error) {
      if (error instanceof UnreadablePackage) throw new UnreadableFile(error.message, { cause: error });
      throw error;
    }
  }
  return { rows: rows(), odd: () => odd };
}
