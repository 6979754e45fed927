/**
 * A ZIP whose files are made while they are read: sizes and sums follow each file (APPNOTE 6.3, general purpose bit 3), so
 * that nothing stands in memory as a whole.
 */
import { chunked, markStream } from "../../http/mod.ts";

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

const FLAGS = 0x0808, DEFLATE = 8, VERSION = 20;
const encoder = new TextEncoder();

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

/** The pieces as bytes, with their size and sum noted as they go by. */
async function* counted(
  one: Written,
  pieces: Iterable<string>,
  crc32: (bytes: Uint8Array, before: number) => number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunked(pieces)) {
    one.sum = crc32(chunk, one.sum);
    one.size += chunk.length;
    yield chunk;
  }
}

async function* archive(files: readonly ZippedFile[], madeAt: number): AsyncGenerator<Uint8Array> {
  const { createDeflateRaw, crc32 } = await import("node:zlib");
  const { Readable } = await import("node:stream");
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
    for await (
      const chunk of Readable.from(counted(one, pieces, crc32)).pipe(createDeflateRaw({ level: 3 }))
    ) {
      one.packed += chunk.length;
      yield chunk;
    }
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
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void await pieces.return(undefined),
  }, { highWaterMark: 0 });
  return markStream(new Response(body, { headers: { "content-type": "application/zip", ...headers } }));
}
