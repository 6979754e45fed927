/**
 * A ZIP whose files are made while they are read: sizes and sums follow each file (APPNOTE 6.3, general purpose bit 3), so
 * that nothing stands in memory as a whole.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import { bytesInTurns, CHUNK, gathered } from "../../http/mod.ts";

/** A file of the archive, in pieces of text. Names are ASCII. */
interface ZippedFile {
  name: string;
  pieces: Iterable<string>;
}
interface Written {
  name: Uint8Array;
  at: number;
  sum: number;
  packed: number;
  size: number;
}

const FLAGS = 0x0808, DEFLATE = 8, VERSION = 20, LEVEL = 3;
/** Characters that are packed at once. */
const PORTION = 4 * CHUNK;
const encoder = new TextEncoder(), NOTHING = new Uint8Array();

/** Little endian numbers, each with its bytes. */
function numbers(...of: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const made = new Uint8Array(of.reduce((sum, [, bytes]) => sum + bytes, 0)),
    view = new DataView(made.buffer);
  let at = 0;
  for (const [value, bytes] of of) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return made;
}

/** Date and time as MS-DOS has them, two seconds apart at best. */
function dosTime(at: number): [time: number, date: number] {
  const when = new Date(at * 1000);
  return [
    when.getUTCHours() << 11 | when.getUTCMinutes() << 5 | when.getUTCSeconds() >> 1,
    Math.max(0, when.getUTCFullYear() - 1980) << 9 | when.getUTCMonth() + 1 << 5 | when.getUTCDate(),
  ];
}

/** The pieces as bytes, some chunks of a turn each at once: what is packed together is smaller. Between the turns it gives nothing. */
function* portions(pieces: Iterable<string>): Generator<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  try {
    for (let text = "", isOver = false; !isOver;) {
      const { text: more, done } = gathered(iterator);
      text += more;
      isOver = done;
      if (done || text.length >= PORTION) {
        yield encoder.encode(text);
        text = "";
      } else yield NOTHING;
    }
  } finally {
    iterator.return?.();
  }
}

/** A file packed, with its sizes and sum noted as it goes by. */
function* packed(one: Written, pieces: Iterable<string>): Generator<Uint8Array> {
  const pack = (bytes: Uint8Array, finishFlush: number) => {
    const chunk = deflateRawSync(bytes, { level: LEVEL, finishFlush });
    one.packed += chunk.length;
    return chunk;
  };
  for (const bytes of portions(pieces)) {
    one.sum = crc32(bytes, one.sum);
    one.size += bytes.length;
    // Each by itself up to a flush, after which the next may follow: a stream of the runtime takes longer for as much.
    yield bytes.length === 0 ? bytes : pack(bytes, constants.Z_SYNC_FLUSH);
  }
  yield pack(NOTHING, constants.Z_FINISH);
}

function* archive(files: readonly ZippedFile[], madeAt: number): Generator<Uint8Array> {
  const [time, date] = dosTime(madeAt), written: Written[] = [];
  let at = 0;
  for (const { name, pieces } of files) {
    const one: Written = { name: encoder.encode(name), at, sum: 0, packed: 0, size: 0 };
    yield* [
      numbers([0x04034b50, 4], [VERSION, 2], [FLAGS, 2], [DEFLATE, 2], [time, 2], [date, 2], [0, 4], [0, 4], [
        0,
        4,
      ], [
        one.name.length,
        2,
      ], [0, 2]),
      one.name,
    ];
    yield* packed(one, pieces);
    yield numbers([0x08074b50, 4], [one.sum, 4], [one.packed, 4], [one.size, 4]);
    at += 30 + one.name.length + one.packed + 16;
    written.push(one);
  }
  let size = 0;
  for (const one of written) {
    const head = numbers(
      [0x02014b50, 4],
      ...[VERSION, VERSION, FLAGS, DEFLATE, time, date].map((value) => [value, 2] as const),
      ...[one.sum, one.packed, one.size].map((value) => [value, 4] as const),
      ...[one.name.length, 0, 0, 0, 0].map((value) => [value, 2] as const),
      [0, 4],
      [one.at, 4],
    );
    yield* [head, one.name];
    size += head.length + one.name.length;
  }
  const count = written.length;
  yield numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]);
}

/** The archive as an answer. It is made only as fast as somebody takes it. */
export function zipped(
  files: readonly ZippedFile[],
  madeAt: number,
  headers: Record<string, string>,
): Response {
  const pieces = archive(files, madeAt);
  const next = () => {
    const { value, done } = pieces.next();
    return { bytes: value ?? NOTHING, done: done === true };
  };
  const body = bytesInTurns(next, () => void pieces.return(undefined));
  return new Response(body as BodyInit, { headers: { "content-type": "application/zip", ...headers } });
}
