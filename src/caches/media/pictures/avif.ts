/**
 * AVIF (ISO/IEC 23008-12 in ISO/IEC 14496-12): EXIF and XMP are overwritten with zeros where they lie, since all places of a
 * file are counted from its beginning. Which way up the picture is stands in its properties, never in EXIF. Pure.
 */
import { nameAt, type Picture, type Size, viewOf } from "./bytes.ts";

/** Boxes looked at in all; a picture has a few dozen. */
const BOXES_MOST = 4000;
/** Boxes that hold boxes, each with the bytes before the first of them. */
const INSIDE: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0, moov: 0, trak: 0 };
/** Boxes that hold notes of cameras and programs. */
const NOTES = new Set(["uuid", "udta"]);

interface Box {
  name: string;
  at: number;
  /** Where its own bytes begin, and where the box ends. */
  from: number;
  end: number;
}

/** What is kept of an AVIF file. `undefined` where it cannot be told where its notes lie. */
export function readAvif(given: Uint8Array): Picture | undefined {
  const bytes = given.slice(), view = viewOf(bytes), sizes: Size[] = [];
  let left = BOXES_MOST;
  const boxesOf = function* (from: number, to: number): Generator<Box> {
    for (let at = from; at + 8 <= to && left-- > 0;) {
      const stated = view.getUint32(at), large = stated === 1 && at + 16 <= to;
      const size = large ? Number(view.getBigUint64(at + 8)) : stated === 0 ? to - at : stated;
      const head = large ? 16 : 8;
      if (size < head || at + size > to) return;
      yield { name: nameAt(bytes, at + 4), at, from: at + head, end: at + size };
      at += size;
    }
  };
  const noted: { items: Set<number>; iloc?: Box; idat?: Box } = { items: new Set() };
  const walk = (from: number, to: number, isTop: boolean): void => {
    for (const box of boxesOf(from, to)) {
      const { name, at, end } = box;
      if (name === "ispe" && box.from + 12 <= end) {
        sizes.push({ width: view.getUint32(box.from + 4), height: view.getUint32(box.from + 8) });
      } else if (name === "tkhd" && end - box.from >= 8) {
        sizes.push({ width: view.getUint16(end - 8), height: view.getUint16(end - 4) });
      } else if (NOTES.has(name)) {
        bytes.set(new TextEncoder().encode("free"), at + 4);
        bytes.fill(0, box.from, end);
      } else if (name === "iinf") noteItems(box);
      else if (name === "iloc") noted.iloc = box;
      else if (name === "idat") noted.idat = box;
      const inside = INSIDE[name];
      if (inside !== undefined && (isTop || name !== "meta")) walk(box.from + inside, end, false);
    }
  };
  /** Notes which items are EXIF or text. */
  const noteItems = ({ from, end }: Box): void => {
    const first = from + (bytes[from] === 0 ? 6 : 8);
    for (const { name, from: at, end: to } of boxesOf(first, end)) {
      const version = bytes[at]!, id = version === 3 ? 4 : 2;
      if (name !== "infe" || version < 2 || at + 4 + id + 6 > to) continue;
      if (!["Exif", "mime", "uri "].includes(nameAt(bytes, at + 4 + id + 2))) continue;
      noted.items.add(id === 4 ? view.getUint32(at + 4) : view.getUint16(at + 4));
    }
  };
  try {
    walk(0, bytes.length, true);
    if (noted.items.size > 0) {
      for (const { from, to } of extentsOf(view, noted)) {
        if (to > bytes.length) return undefined;
        bytes.fill(0, from, to);
      }
    }
    return { bytes, sizes };
  } catch (error) {
    if (error instanceof RangeError) return undefined; // a number beyond the end
    throw error;
  }
}

/** Where the noted items lie (box `iloc`). Throws RangeError where that is not in the file. */
function extentsOf(
  view: DataView,
  { items, iloc, idat }: { items: ReadonlySet<number>; iloc?: Box; idat?: Box },
): { from: number; to: number }[] {
  if (!iloc) throw new RangeError("no iloc");
  const extents: { from: number; to: number }[] = [];
  let at = iloc.from;
  const take = (bytes: number): number => {
    if (at + bytes > iloc.end) throw new RangeError("iloc ends");
    const value = bytes === 0
      ? 0
      : bytes === 2
      ? view.getUint16(at)
      : bytes === 4
      ? view.getUint32(at)
      : Number(view.getBigUint64(at));
    at += bytes;
    return value;
  };
  const version = view.getUint8(at);
  at += 4;
  const packed = take(2);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [12, 8, 4, 0].map((shift) =>
    packed >> shift & 15
  );
  const wide = version < 2 ? 2 : 4;
  for (let count = take(wide); count > 0; count--) {
    const id = take(wide), method = version === 0 ? 0 : take(2) & 15;
    take(2); // of which file: another one is not sent with it
    const base = take(baseBytes!);
    for (let parts = take(2); parts > 0; parts--) {
      if (version > 0) take(indexBytes!);
      const from = base + take(offsetBytes!) + (method === 1 ? idat?.from ?? Infinity : 0);
      const length = take(lengthBytes!);
      if (items.has(id) && method < 2) extents.push({ from, to: length === 0 ? Infinity : from + length });
    }
  }
  return extents;
}
