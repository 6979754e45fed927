/** Files as others sent them: plain, gzipped, or in a ZIP (APPNOTE 6.3), unpacked piece by piece and all under one purse. */
import type { Purse } from "./purse.ts";
import { textOfBytes } from "./text_of_bytes.ts";

/** A package that cannot be opened; the message says why, for whoever sent it. */
export class UnreadablePackage extends Error {}

/** What was sent: the files that are wanted, and the names of those that are left, with why. */
export interface Unpacked {
  files: { name: string; pieces: AsyncIterable<Uint8Array> }[];
  left: { name: string; why: "kind" | "package" | "packing" | "secret" | "system" }[];
}

const LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50;
/** Bytes of the end of a ZIP, and of it with the longest comment. */
const END_BYTES = 22, END_MOST = END_BYTES + 65_535;
/** What is packed by Deflate, and what lies there as it is; how others are called. */
const STORED = 0, DEFLATED = 8;
const PACKINGS: Readonly<Record<number, string>> = {
  9: "Deflate64",
  12: "bzip2",
  14: "LZMA",
  93: "Zstandard",
  95: "XZ",
  99: "AES",
};
const isPackage = (name: string): boolean => /\.(zip|gz|bz2|7z|rar|tar|xz)$/.test(name);
/** Beside each file a Mac puts one of its own. */
const isOfSystem = (name: string): boolean =>
  /(^|\/)(__macosx\/|\._|\.ds_store$|thumbs\.db$|desktop\.ini$)/.test(name);

/** The files in what was sent; `wanted` chooses by name, in lower case. One that is in no package has no name. */
export function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  purse: Purse,
  wanted: (name: string) => boolean,
): Unpacked {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 4 && view.getUint16(0) === 0x1f8b) {
    purse.spend("bytes", bytes.length);
    return { files: [{ name: "", pieces: opened(bytes, "gzip", purse) }], left: [] };
  }
  if (bytes.length >= END_BYTES && (view.getUint32(0, true) === LOCAL || view.getUint32(0, true) === END)) {
    purse.spend("bytes", bytes.length);
    try {
      return zipped(bytes, view, purse, wanted);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new UnreadablePackage("a ZIP that contradicts itself", { cause });
    }
  }
  const packing = startsWith(bytes, "BZh") ? "bzip2" : startsWith(bytes, "7z\xbc\xaf") ? "7z" : undefined;
  if (packing) {
    throw new UnreadablePackage(`packed as ${packing}, which is not read here: GPX, .gz and ZIP are`);
  }
  return { files: [{ name: "", pieces: purse.pieces([bytes]) }], left: [] };
}

const startsWith = (bytes: Uint8Array, sign: string): boolean =>
  [...sign].every((one, at) => bytes[at] === one.charCodeAt(0));

async function* opened(
  packed: Uint8Array<ArrayBuffer>,
  format: "gzip" | "deflate-raw",
  purse: Purse,
): AsyncGenerator<Uint8Array> {
  try {
    const pieces = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format));
    yield* purse.pieces(pieces, "out");
  } catch (cause) {
    if (cause instanceof TypeError) throw new UnreadablePackage("a file that is not whole", { cause });
    throw cause;
  }
}

/** The files that the list at the end of a ZIP names (APPNOTE 4.3.12). No two of them may share a byte: such packages are made to burst. */
function zipped(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  purse: Purse,
  wanted: (name: string) => boolean,
): Unpacked {
  let end = bytes.length - END_BYTES;
  while (end >= Math.max(0, bytes.length - END_MOST) && view.getUint32(end, true) !== END) end--;
  if (end < 0 || view.getUint32(end, true) !== END) throw new UnreadablePackage("a ZIP without its end");
  const count = view.getUint16(end + 10, true), list = view.getUint32(end + 16, true);
  if (count === 0xffff || list === 0xffffffff) {
    throw new UnreadablePackage("a ZIP in parts or of the large kind (ZIP64)");
  }
  const done: Unpacked = { files: [], left: [] }, taken: [from: number, to: number][] = [];
  for (let at = list, n = 0; n < count; n++) {
    if (view.getUint32(at, true) !== CENTRAL || at >= end) throw new RangeError();
    purse.spend("items", 1);
    const flags = view.getUint16(at + 8, true), method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true), local = view.getUint32(at + 42, true);
    const nameBytes = view.getUint16(at + 28, true);
    const { text } = textOfBytes(bytes.subarray(at + 46, at + 46 + nameBytes));
    const name = purse.keep(text, 200), called = name.toLowerCase();
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (called.endsWith("/")) continue;
    const why = isOfSystem(called)
      ? "system" as const
      : isPackage(called)
      ? "package" as const
      : !wanted(called)
      ? "kind" as const
      : (flags & 1) !== 0
      ? "secret" as const
      : undefined;
    if (why) {
      done.left.push({ name, why });
      continue;
    }
    if (method !== STORED && method !== DEFLATED) {
      throw new UnreadablePackage(
        `${name} is packed as ${PACKINGS[method] ?? `number ${method}`}, which is not read here: Deflate is`,
      );
    }
    if (view.getUint32(local, true) !== LOCAL) throw new RangeError();
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (from + size > list) throw new RangeError();
    taken.push([local, from + size]);
    const packed = bytes.subarray(from, from + size);
    done.files.push({
      name,
      pieces: method === STORED ? purse.pieces([packed], "out") : opened(packed, "deflate-raw", purse),
    });
  }
  taken.sort(([a], [b]) => a - b);
  if (taken.some(([from], n) => n > 0 && from < taken[n - 1]![1])) {
    throw new UnreadablePackage("a ZIP whose files share their bytes");
  }
  return done;
}
