/**
 * Ogg: pages of packets (RFC 3533). The packets that say what a sound is called, by whom and where stand between the first one and
 * the tones, in Vorbis, Opus, Speex and FLAC alike; empty ones take their place, and pages are numbered and summed anew.
 */
import { concat, joined } from "../../../base/mod.ts";
import { nameAt, viewOf } from "../pictures/bytes.ts";

const HEAD = 27, CONTINUED = 1, FIRST = 2, SEGMENTS_MOST = 255;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? sum << 1 ^ 0x04c11db7 : sum << 1;
  return sum >>> 0;
});

/** The sum of a page whose own sum is zero (RFC 3533 6). */
function sumOf(page: Uint8Array): number {
  let sum = 0;
  for (const byte of page) sum = (sum << 8 ^ TABLE[sum >>> 24 ^ byte]!) >>> 0;
  return sum;
}

interface Page {
  head: Uint8Array;
  lacing: Uint8Array;
  body: Uint8Array;
}

/** One sound of a file: how many packets stand before its tones, and what takes the place of each. */
interface Stream {
  number: number;
  /** Packets of the head that are still to come; the FLAC's last one says so itself. */
  left: number;
  emptied(packet: Uint8Array): { packet: Uint8Array; isLast: boolean };
  parts: Uint8Array[];
  done: Uint8Array[];
}

const NO_COMMENTS = new Uint8Array(8);
const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** What follows the first packet of a stream; `undefined` for a kind that is not known. */
function kindOf(first: Uint8Array): Pick<Stream, "left" | "emptied"> | undefined {
  const emptied = (name: string, end: number[] = []) => (packet: Uint8Array) => ({
    packet: nameAt(packet, 0, name.length) === name
      ? concat(ascii(name), NO_COMMENTS, Uint8Array.from(end))
      : packet,
    isLast: false,
  });
  if (nameAt(first, 1, 6) === "vorbis") return { left: 2, emptied: emptied("\x03vorbis", [1]) };
  if (nameAt(first, 0, 8) === "OpusHead") return { left: 1, emptied: emptied("OpusTags") };
  if (nameAt(first, 0, 8) === "Speex   ") {
    return { left: 1, emptied: () => ({ packet: NO_COMMENTS, isLast: true }) };
  }
  if (nameAt(first, 1, 4) !== "FLAC") return undefined;
  // A block of FLAC: whether it is the last, its kind, its size. 3 and 0 are of the tones; a comment has to be there.
  const COMMENT = 4, PADDING = 1, TONES = [0, 3, 5];
  return {
    left: Infinity,
    emptied(packet) {
      const kind = packet[0]! & 127, last = packet[0]! & 128;
      const isComment = kind === COMMENT;
      return {
        packet: TONES.includes(kind) ? packet : Uint8Array.of(
          last | (isComment ? COMMENT : PADDING),
          0,
          0,
          isComment ? 8 : 0,
          ...isComment ? NO_COMMENTS : [],
        ),
        isLast: last !== 0,
      };
    },
  };
}

function pageAt(bytes: Uint8Array, at: number): Page | undefined {
  if (nameAt(bytes, at) !== "OggS" || at + HEAD > bytes.length) return undefined;
  const segments = bytes[at + HEAD - 1]!, from = at + HEAD + segments;
  const lacing = bytes.subarray(at + HEAD, from), size = lacing.reduce((sum, one) => sum + one, 0);
  if (from + size > bytes.length) return undefined;
  return { head: bytes.slice(at, at + HEAD), lacing, body: bytes.subarray(from, from + size) };
}

/** A page with this number, its sum made anew. */
function written({ head, lacing, body }: Page, number: number): Uint8Array {
  const page = concat(head, lacing, body), view = viewOf(page);
  page[HEAD - 1] = lacing.length;
  view.setUint32(18, number, true);
  view.setUint32(22, 0, true);
  view.setUint32(22, sumOf(page), true);
  return page;
}

/** Packets of a head as pages of their own. */
function* paged(packets: readonly Uint8Array[], head: Uint8Array): Generator<Page> {
  const lacing: number[] = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const body = joined(packets);
  for (let at = 0, from = 0, isWithin = false; at < lacing.length; at += SEGMENTS_MOST) {
    const some = Uint8Array.from(lacing.slice(at, at + SEGMENTS_MOST));
    const size = some.reduce((sum, one) => sum + one, 0), mine = Uint8Array.from(head);
    mine[5] = isWithin ? CONTINUED : 0;
    mine.fill(some.every((one) => one === 255) ? 0xff : 0, 6, 14);
    yield { head: mine, lacing: some, body: body.subarray(from, from + size) };
    isWithin = some.at(-1) === 255;
    from += size;
  }
}

/** The sound without its notes; `undefined` where its pages are broken or its kind is not known. */
export function cleanOgg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const out: Uint8Array[] = [], streams = new Map<number, Stream>();
  for (let at = 0; at < bytes.length;) {
    const page = pageAt(bytes, at);
    // A file that was cut ends where its last whole page ends.
    if (!page) break;
    at += HEAD + page.lacing.length + page.body.length;
    const serial = viewOf(page.head).getUint32(14, true);
    let stream = streams.get(serial);
    if ((page.head[5]! & FIRST) !== 0) {
      const kind = kindOf(page.body);
      if (!kind) return undefined;
      streams.set(serial, stream = { ...kind, number: 0, parts: [], done: [] });
      out.push(written(page, stream.number++));
      continue;
    }
    if (!stream) return undefined;
    if (stream.left === 0) {
      out.push(written(page, stream.number++));
      continue;
    }
    let from = 0;
    for (const size of page.lacing) {
      stream.parts.push(page.body.subarray(from, from += size));
      if (size === 255) continue;
      const { packet, isLast } = stream.emptied(joined(stream.parts));
      stream.parts = [];
      stream.done.push(packet);
      if (isLast || --stream.left === 0) stream.left = 0;
      if (stream.left > 0) continue;
      // The tones begin on a page of their own.
      if (from !== page.body.length) return undefined;
      for (const made of paged(stream.done, page.head)) out.push(written(made, stream.number++));
      stream.done = [];
    }
  }
  return out.length > 1 && [...streams.values()].every(({ left }) => left === 0) ? joined(out) : undefined;
}
