/**
 * Bytes that others sent become text here: by the mark at their beginning, by what XML declares (XML 1.0 4.3.3), as UTF-8 else;
 * and whatever is no UTF-8 by itself is read as windows-1252, byte by byte. So a file of an older program keeps its letters, and
 * a character that was cut spoils nothing but itself. Piece by piece, in time that grows with the bytes alone. Pure, for the
 * gateway and the app alike.
 */

/** An encoding that is declared and that nobody here knows: the message is its name. */
export class UnknownEncoding extends Error {}

/** What stands for a lost character, and what is put there: the first is no letter of anybody. */
const LOST = "\uFFFD", PUT = "?";
/** Longest beginning of a file in which an encoding is declared. */
const HEAD_BYTES = 256;
const DECLARED = /^\s{0,99}<\?xml[^>]{1,120}?encoding\s{0,9}=\s{0,9}["']([^"']{1,40})["']/;
const utf8 = new TextEncoder();

/** Bytes of the UTF-8 character that begins here: 0 where there is none, -1 where the bytes end within it (Unicode 3.9, D92). */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let n = 1; n < length; n++) {
    const next = bytes[at + n];
    if (next === undefined) return -1;
    const low = n > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const high = n > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (next < low || next > high) return 0;
  }
  return length;
}

/** How many bytes at the end are a character that is not whole yet. */
function openEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return lengthAt(bytes, bytes.length - back) === -1 ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** The signs of windows-1252, by byte, as UTF-8. */
let signs: Uint8Array[] | undefined;
const sign = (byte: number): Uint8Array => {
  signs ??= [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, at) => at))]
    .map((one) => utf8.encode(one));
  return signs[byte]!;
};

/** A byte as ISO 8859-1 has it, in UTF-8. */
const latin = (byte: number): Uint8Array => Uint8Array.of(0xc0 | byte >> 6, 0x80 | byte & 63);

/** The text of bytes that are UTF-8, but for those that are not; how many those were. */
function mended(bytes: Uint8Array, sign: (byte: number) => Uint8Array): { text: string; odd: number } {
  let odd = 0, to = 0;
  const out = new Uint8Array(bytes.length * 3);
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 0) {
      for (const end = at + length; at < end; at++) out[to++] = bytes[at]!;
    } else {
      odd++;
      for (const byte of sign(bytes[at++]!)) out[to++] = byte;
    }
  }
  return { text: strict.decode(out.subarray(0, to)), odd };
}

/** UTF-16 without a mark, known by a zero beside a Latin letter; `undefined` for anything else. */
function wide(head: Uint8Array): string | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === undefined || first === second) return undefined;
  return second === 0 ? "utf-16le" : first === 0 ? "utf-16be" : undefined;
}

/** Reads a file's bytes as text, in whatever pieces they come. */
export class TextOfBytes {
  /** Bytes that were no UTF-8 and were read as windows-1252, and characters that were lost. */
  odd = 0;
  /** What the file is written in: `utf-8`, or what its mark or declaration says. */
  encoding: string | undefined;
  readonly #isXml: boolean;
  #rest: Uint8Array = new Uint8Array(0);
  #decoder: TextDecoder | undefined;

  /** `xml`: the file may declare its encoding. */
  constructor({ xml = false }: { xml?: boolean } = {}) {
    this.#isXml = xml;
  }

  /** The text of this piece, as far as its characters are whole. Throws `UnknownEncoding`. */
  push(piece: Uint8Array): string {
    return this.#take(piece, false);
  }

  /** The text at the end of the file. Throws `UnknownEncoding`. */
  end(): string {
    return this.#take(new Uint8Array(0), true);
  }

  #take(piece: Uint8Array, isLast: boolean): string {
    let bytes = piece;
    if (this.#rest.length > 0) {
      bytes = new Uint8Array(this.#rest.length + piece.length);
      bytes.set(this.#rest);
      bytes.set(piece, this.#rest.length);
      this.#rest = bytes.subarray(0, 0);
    }
    if (this.encoding === undefined) {
      if (bytes.length < (this.#isXml ? HEAD_BYTES : 4) && !isLast) {
        this.#rest = Uint8Array.from(bytes);
        return "";
      }
      this.#begin(bytes);
      if (this.encoding === "utf-8" && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
        bytes = bytes.subarray(3);
      }
    }
    if (this.#decoder) return this.#whole(this.#decoder.decode(bytes, { stream: !isLast }));
    const open = isLast ? 0 : openEnd(bytes);
    this.#rest = Uint8Array.from(bytes.subarray(bytes.length - open));
    const here = bytes.subarray(0, bytes.length - open);
    try {
      return this.#whole(strict.decode(here));
    } catch {
      const { text, odd } = mended(here, sign);
      this.odd += odd;
      return this.#whole(text);
    }
  }

  #begin(head: Uint8Array): void {
    this.encoding = wide(head) ?? "utf-8";
    if (this.encoding === "utf-8" && this.#isXml) {
      const letters = [...head.subarray(0, HEAD_BYTES)].map((byte) => String.fromCharCode(byte)).join("");
      const declared = DECLARED.exec(letters.replace(/^\u00ef\u00bb\u00bf/, ""))?.[1]?.trim();
      // A file of single bytes that says UTF-16 was turned into UTF-8 by somebody who left the line as it was.
      if (declared !== undefined && !/^(utf-?8|utf-?16(le|be)?|us-ascii|ascii)$/i.test(declared)) {
        this.encoding = declared.toLowerCase();
      }
    }
    if (this.encoding === "utf-8") return;
    try {
      this.#decoder = new TextDecoder(this.encoding);
    } catch {
      throw new UnknownEncoding(this.encoding.replace(/[^\w.:-]/g, "?"));
    }
  }

  #whole(text: string): string {
    if (!text.includes(LOST)) return text;
    this.odd += text.split(LOST).length - 1;
    return text.replaceAll(LOST, PUT);
  }
}

/** The text of bytes that are all there. */
export function textOfBytes(bytes: Uint8Array, asked: { xml?: boolean } = {}): { text: string; odd: number } {
  const reader = new TextOfBytes(asked);
  return { text: reader.push(bytes) + reader.end(), odd: reader.odd };
}

/**
 * The text of a frame, in which nobody declares anything: UTF-8 as far as it is that, and every other byte as ISO 8859-1, so that
 * a character which was cut spoils nothing but itself. All bytes stay, a mark at the beginning too.
 */
export function textOfFrame(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return mended(bytes, latin).text;
  }
}
