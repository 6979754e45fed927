/** The GPX files in what was sent: as they are, gzipped, or in a ZIP as pocket queries come. Unpacked piece by piece. */
import { UnreadableFinds } from "./read_finds.ts";

/** Files of one ZIP that are looked at. */
const FILES_MOST = 20;

const streamOf = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Blob([bytes]).stream();

/** Each GPX file as a stream. Stages of a pocket query (`-wpts.gpx`) are no caches. */
export function gpxFiles(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array>[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 4 && view.getUint16(0) === 0x1f8b) {
    return [streamOf(bytes).pipeThrough(new DecompressionStream("gzip"))];
  }
  if (bytes.length > 22 && view.getUint32(0, true) === 0x04034b50) return zipped(bytes, view);
  return [streamOf(bytes)];
}

/** The files that the list at the end of a ZIP names (APPNOTE 4.3.12); whatever contradicts itself is refused. */
function zipped(bytes: Uint8Array<ArrayBuffer>, view: DataView): ReadableStream<Uint8Array>[] {
  let end = bytes.length - 22;
  while (end >= Math.max(0, bytes.length - 65_558) && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw new UnreadableFinds("a ZIP without its end");
  const files: ReadableStream<Uint8Array>[] = [];
  const count = Math.min(view.getUint16(end + 10, true), FILES_MOST);
  try {
    for (let at = view.getUint32(end + 16, true), n = 0; n < count; n++) {
      if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError();
      const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true);
      const [name, more, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
        number,
        number,
        number,
      ];
      const local = view.getUint32(at + 42, true);
      const called = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)).toLowerCase();
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      at += 46 + name + more + comment;
      if (!called.endsWith(".gpx") || called.endsWith("-wpts.gpx")) continue;
      if (method !== 0 && method !== 8) throw new RangeError();
      const packed = streamOf(bytes.subarray(from, from + size));
      files.push(method === 0 ? packed : packed.pipeThrough(new DecompressionStream("deflate-raw")));
    }
  } catch (cause) {
    if (cause instanceof RangeError) throw new UnreadableFinds("a ZIP that contradicts itself", { cause });
    throw cause;
  }
  return files;
}
