/**
 * Reads field notes, the visits that a device noted in the field: `code,time,kind,"text"`, as Garmin's `geocache_visits.txt`
 * and c:geo have them. UTF-16 in either order, with or without a byte order mark, or UTF-8; texts with line breaks and doubled
 * quotes. Piece by piece: what is held is bounded, however large the file is. Pure, for the gateway and the app alike.
 */

/** Bytes of a file at most. */
export const NOTES_BYTES = 100_000_000;
/** Characters of one visit; where more come without an end, a quote was never closed. */
const ROW_CHARACTERS = 32_000;
/** Characters that are kept of a text and of a code. */
const TEXT_CHARACTERS = 8000, CODE_CHARACTERS = 32;

/** `maintenance`: it is said that the cache needs a look. */
export const NOTE_KINDS = ["found", "DNF", "note", "maintenance"] as const;
export type NoteKind = typeof NOTE_KINDS[number];

/** One visit. `at`: unix seconds. */
export interface FieldNote {
  code: string;
  at: number;
  kind: NoteKind;
  text: string;
}

/** What devices call the kinds; letters in lower case alone are compared. */
const KINDS: Readonly<Record<string, NoteKind>> = {
  foundit: "found",
  found: "found",
  attended: "found",
  webcamphototaken: "found",
  didntfindit: "DNF",
  didnotfindit: "DNF",
  dnf: "DNF",
  notfound: "DNF",
  writenote: "note",
  note: "note",
  willattend: "note",
  needsmaintenance: "maintenance",
};
/** The visit led to nothing that anybody would log. */
const NOTHING = ["unattempted"];

/** Takes a file in pieces and gives its visits as they are whole. */
export class NoteReader {
  /** Lines that are no visits, and visits to which the person never went. */
  broken = 0;
  unattempted = 0;
  #decoder: TextDecoder | undefined;
  #head = new Uint8Array(0);
  #rest = "";
  /** Until the next line's end nothing is taken: its line was too long. */
  #skips = false;

  /** The visits that are whole with this piece. */
  push(piece: Uint8Array): FieldNote[] {
    if (!this.#decoder) {
      const head = new Uint8Array(this.#head.length + piece.length);
      head.set(this.#head);
      head.set(piece, this.#head.length);
      if (head.length < 4) {
        this.#head = head;
        return [];
      }
      this.#head = new Uint8Array(0);
      this.#decoder = decoderOf(head);
      return this.#take(this.#decoder.decode(head, { stream: true }), false);
    }
    return this.#take(this.#decoder.decode(piece, { stream: true }), false);
  }

  /** The visits at the end of the file. */
  end(): FieldNote[] {
    this.#decoder ??= decoderOf(this.#head);
    const text = this.#decoder.decode(this.#head, { stream: true }) + this.#decoder.decode();
    return this.#take(text, true);
  }

  #take(text: string, isLast: boolean): FieldNote[] {
    this.#rest += text;
    const found: FieldNote[] = [];
    for (let from = 0;;) {
      if (this.#skips) {
        const next = this.#rest.indexOf("\n", from);
        if (next < 0) {
          this.#rest = "";
          return found;
        }
        this.#skips = false;
        from = next + 1;
      }
      let end = endOfRow(this.#rest, from);
      if (end === undefined && isLast && from < this.#rest.length) end = this.#rest.length;
      if ((end ?? this.#rest.length) - from > ROW_CHARACTERS) {
        this.broken++;
        this.#skips = true;
        continue;
      }
      if (end === undefined) {
        this.#rest = this.#rest.slice(from);
        return found;
      }
      const row = this.#rest.slice(from, end).trim();
      if (row !== "") {
        const note = this.#noteOf(row);
        if (note) found.push(note);
      }
      from = end + 1;
      if (from > this.#rest.length) {
        this.#rest = "";
        return found;
      }
    }
  }

  #noteOf(row: string): FieldNote | undefined {
    const [code = "", time = "", said = "", text = ""] = columnsOf(row);
    const at = timeOf(time), word = said.toLowerCase().replace(/[^a-z]/g, "");
    if (code === "" || code.length > CODE_CHARACTERS || at === undefined) {
      this.broken++;
      return undefined;
    }
    if (NOTHING.includes(word)) {
      this.unattempted++;
      return undefined;
    }
    return { code: code.toUpperCase(), at, kind: KINDS[word] ?? "note", text: textOf(text) };
  }
}

/** Which letters a file is written in, by its first bytes. Without a mark, Latin letters of UTF-16 have a zero beside them. */
function decoderOf(head: Uint8Array): TextDecoder {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) {
    return new TextDecoder("utf-16le");
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) {
    return new TextDecoder("utf-16be");
  }
  return new TextDecoder();
}

const QUOTE = '"', MARK = "\uFEFF";

/** The first three columns, out of their quotes, and all that follows as the fourth. */
function columnsOf(row: string): string[] {
  const columns: string[] = [];
  let from = row.startsWith(MARK) ? 1 : 0;
  while (columns.length < 3) {
    const comma = row.indexOf(",", from), end = comma < 0 ? row.length : comma;
    columns.push(row.slice(from, end).replaceAll(QUOTE, "").trim());
    if (comma < 0) return columns;
    from = comma + 1;
  }
  return [...columns, row.slice(from)];
}

/**
 * Where the row that begins here ends: at the first line's end that is in no quotes. A quote opens behind a comma alone and
 * closes before a comma or a line's end, so that one which somebody typed swallows nothing.
 */
function endOfRow(text: string, from: number): number | undefined {
  let quoted = false;
  for (let at = from; at < text.length && at - from <= ROW_CHARACTERS; at++) {
    const letter = text[at];
    if (letter === "\n" && !quoted) return at;
    if (letter !== QUOTE) continue;
    if (!quoted) quoted = at > from && text[at - 1] === ",";
    else if (text[at + 1] === QUOTE) at++;
    else if (text[at + 1] === undefined) return undefined; // what follows is in the next piece
    else quoted = !",\r\n".includes(text[at + 1]!);
  }
  return undefined;
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Unix seconds of a time such as 2012-04-23T12:42Z. */
function timeOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second = "00", zone = "Z"] = TIME.exec(text) ?? [];
  if (year === undefined) return undefined;
  const offset = zone === "Z" ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(at) || at < 0 ? undefined : Math.floor(at / 1000);
}

/** The text of a last column, out of its quotes. */
function textOf(column: string): string {
  const whole = column.trim(), isQuoted = whole.length > 1 && whole.startsWith(QUOTE);
  const text = isQuoted ? whole.slice(1, whole.endsWith(QUOTE) ? -1 : undefined) : whole;
  return (isQuoted ? text.replaceAll(QUOTE + QUOTE, QUOTE) : text).replace(/\r\n?/g, "\n")
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ").trim().slice(0, TEXT_CHARACTERS);
}
