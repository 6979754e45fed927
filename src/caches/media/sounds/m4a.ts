/**
 * M4A: boxes within each other (ISO/IEC 14496-12). What tells of who recorded it becomes free space of the same size, so that
 * every place within the file stays where the player looks for it.
 */
import { nameAt, viewOf } from "../pictures/bytes.ts";

/** Boxes looked at in all; a sound has a few dozen. */
const BOXES_MOST = 10_000;
/** Boxes that hold others, and boxes that hold notes: names, places, programs, and what nobody knows. */
const HOLDERS = ["moov", "trak", "mdia", "minf", "edts", "dinf", "stbl", "mvex", "moof", "traf"];
const NOTES = ["udta", "meta", "uuid", "free", "skip", "wide", "Xtra", "pnot", "loci"];
/** Boxes that begin with when something was made and changed. */
const DATED = ["mvhd", "tkhd", "mdhd"];
/** Where the name stands in a `hdlr`. */
const HANDLER_NAME = 24;

/** The sound without its notes; `undefined` where its boxes do not fit into each other. */
export function cleanM4a(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const clean = Uint8Array.from(bytes), view = viewOf(clean);
  let left = BOXES_MOST, hasSound = false;
  const walk = (from: number, end: number): boolean => {
    for (let at = from; at + 8 <= end;) {
      if (left-- <= 0) return false;
      const said = view.getUint32(at), name = nameAt(clean, at + 4), isLarge = said === 1;
      const size = said === 0
        ? end - at
        : isLarge && at + 16 <= end
        ? Number(view.getBigUint64(at + 8))
        : said;
      const inside = at + (isLarge ? 16 : 8), next = at + size;
      if (inside > next || next > end) return false;
      if (HOLDERS.includes(name)) {
        if (!walk(inside, next)) return false;
      } else if (NOTES.includes(name)) {
        clean.set([0x66, 0x72, 0x65, 0x65], at + 4); // free
        clean.fill(0, inside, next);
      } else if (DATED.includes(name)) {
        const bytesOfDates = clean[inside] === 1 ? 16 : 8;
        clean.fill(0, inside + 4, Math.min(next, inside + 4 + bytesOfDates));
      } else if (name === "hdlr") clean.fill(0, Math.min(next, inside + HANDLER_NAME), next);
      else if (name === "mdat") hasSound = true;
      at = next;
    }
    return true;
  };
  return walk(0, clean.length) && hasSound ? clean : undefined;
}
