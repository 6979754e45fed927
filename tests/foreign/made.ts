/** Files of the kinds that readers are given, made in memory. */
import { crc32, deflateRawSync } from "node:zlib";

export interface Zipped {
  name: string;
  bytes: Uint8Array;
}

/** The files, deflated, with the list at the end. */
export function zipOf(files: readonly Zipped[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [], list: Uint8Array[] = [];
  let at = 0;
  const numbers = (...of: [value: number, bytes: number][]) =>
    Uint8Array.from(
      of.flatMap(([value, bytes]) => [...Array(bytes).keys()].map((n) => value >>> 8 * n & 255)),
    );
  for (const { name, bytes } of files) {
    const called = new TextEncoder().encode(name), packed = deflateRawSync(bytes), sum = crc32(bytes);
    const facts: [number, number][] = [[8, 2], [0, 4], [sum, 4], [packed.length, 4], [bytes.length, 4], [
      called.length,
      2,
    ]];
    const head = numbers([0x04034b50, 4], [20, 2], [0x800, 2], ...facts, [0, 2]);
    list.push(
      numbers([0x02014b50, 4], [20, 2], [20, 2], [0x800, 2], ...facts, [0, 2], [0, 2], [0, 4], [0, 4], [
        at,
        4,
      ]),
      called,
    );
    parts.push(head, called, packed);
    at += head.length + called.length + packed.length;
  }
  const size = list.reduce((sum, { length }) => sum + length, 0), n = files.length;
  const end = numbers([0x06054b50, 4], [0, 4], [n, 2], [n, 2], [size, 4], [at, 4], [0, 2]);
  const all = [...parts, ...list, end],
    whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const part of all) {
    whole.set(part, to);
    to += part.length;
  }
  return whole;
}

/** A file of own finds with one waypoint that has more in it. */
export const gpxOf = (more: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `<?xml version="1.0"?><gpx version="1.0"><name>My Finds</name><wpt lat="48" lon="16"><name>GC1</name>${more}</wpt></gpx>`,
  );
