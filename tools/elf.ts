/**
 * Just enough of ELF (System V ABI, 64-bit little-endian) to keep a compiled executable loadable. `deno compile` appends a
 * segment behind the base's file; where the base's last segment reaches past that, on kernels with 16 KiB pages (the Pi 5's
 * default) the two share a page and the program crashes at its start. Padding the base first keeps them apart.
 */

/** The largest page of the kernels that matter: 64 KiB. */
export const PAGE = 65_536;
const PT_LOAD = 1;

/** A loadable segment: where it lies in the file and in memory. */
export interface Segment {
  offset: number;
  address: number;
  fileSize: number;
  memorySize: number;
}

/** Loadable segments in the order of the file's table. Throws when it is no 64-bit little-endian ELF. */
export function loadSegments(file: Uint8Array): Segment[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0) !== 0x7f454c46 || file[4] !== 2 || file[5] !== 1) {
    throw new Error("not a 64-bit little-endian ELF file");
  }
  const number = (at: number) => Number(view.getBigUint64(at, true));
  const [table, size, count] = [number(32), view.getUint16(54, true), view.getUint16(56, true)];
  const segments: Segment[] = [];
  for (let i = 0; i < count; i++) {
    const at = table + i * size;
    if (view.getUint32(at, true) !== PT_LOAD) continue;
    segments.push({
      offset: number(at + 8),
      address: number(at + 16),
      fileSize: number(at + 32),
      memorySize: number(at + 40),
    });
  }
  return segments;
}

/** The base, padded to a whole page past the end of its highest segment in memory. */
export function padded(base: Uint8Array): Uint8Array {
  const segments = loadSegments(base);
  const [first] = segments;
  if (!first || first.address !== first.offset) {
    throw new Error("the first segment is not loaded where it lies in the file");
  }
  const end = Math.max(base.length, ...segments.map(({ address, memorySize }) => address + memorySize));
  const whole = new Uint8Array(Math.ceil(end / PAGE) * PAGE);
  whole.set(base);
  return whole;
}

/** Pairs of segments that share a page of `page` bytes in memory with different pages of the file: what crashes. */
export function clashes(file: Uint8Array, page = PAGE): string[] {
  const segments = loadSegments(file).sort((a, b) => a.address - b.address);
  return segments.flatMap((after, i) => {
    const before = segments[i - 1];
    if (!before) return [];
    const lastPage = Math.floor((before.address + before.memorySize - 1) / page);
    const firstPage = Math.floor(after.address / page);
    const sameBytes = after.address - before.address === after.offset - before.offset;
    return lastPage >= firstPage && !sameBytes
      ? [`segments at ${before.address} and ${after.address} share a page`]
      : [];
  });
}
