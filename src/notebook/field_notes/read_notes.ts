/**
 * Reads field notes, the visits that a device noted in the field: `code,time,kind,"text"`, as Garmin's `geocache_visits.txt`
 * and c:geo have them; texts with line breaks and doubled quotes. Piece by piece: what is held is bounded, however large the file
 * is, and each letter is looked at once. Pure, for the gateway and the app alike.
 */
import { cut } from "../../base/text.ts";
import { TextOfBytes } from "../../foreign/text_of_bytes.ts";

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

/**
 * What devices call the kinds, by letters alone: those that are set to English, and those that write their own language, as some
 * programs for phones do.
 */
const CALLED: Readonly<Record<NoteKind, string>> = {
  found:
    "foundit found attended webcamphototaken discoveredit gefunden teilgenommen webcamfotogemacht trouve trouvee " +
    "participe aparticipe encontrado encontrada loencontre laencontre asisti asistio",
  DNF:
    "didntfindit didnotfindit dnf notfound nichtgefunden nontrouve nontrouvee pastrouve pastrouvee noencontrado " +
    "noencontrada nolaencontre noloencontre",
  note:
    "writenote note willattend ownermaintenance bemerkung hinweis hinweisschreiben notiz notizschreiben nimmtteil " +
    "werdeteilnehmen wartungdurchdenbesitzer ecrireunenote participera nota escribirnota escribirunanota asistire asistira",
  maintenance:
    "needsmaintenance needsarchived benotigtwartung wartungerforderlich wartungnotwendig mussgewartetwerden " +
    "necessiteunemaintenance maintenancenecessaire besoindemaintenance necesitamantenimiento",
};
const KINDS = new Map(
  NOTE_KINDS.flatMap((kind) => CALLED[kind].split(" ").map((word) => [word, kind] as const)),
);
/** The visit led to nothing that anybody would log. */
const NOTHING = ["unattempted", "nichtversucht", "nontente", "nointentado"];
/** Kinds that are named one by one. */
const NAMED = 5;

/** Takes a file in pieces and gives its visits as they are whole. */
export class NoteReader {
  /** Lines that are no visits, and visits to which the person never went. */
  broken = 0;
  unattempted = 0;
  /** Visits of a kind that is not known here, which are left out: a guess would tell others what nobody said. */
  unknownKinds = 0;
  /** What the first few of those kinds are called. */
  readonly called: string[] = [];
  readonly #text = new TextOfBytes();
  #rest = "";
  /** Until the next line's end nothing is taken: its line was too long. */
  #skips = false;

  /** Letters that were no UTF-8 and were read as windows-1252. */
  get odd(): number {
    return this.#text.odd;
  }

  /** The visits that are whole with this piece. */
  push(piece: Uint8Array): FieldNote[] {
    return this.#take(this.#text.push(piece), false);
  }

  /** The visits at the end of the file. */
  end(): FieldNote[] {
    return this.#take(this.#text.end(), true);
  }

  #take(text: string, isLast: boolean): FieldNote[] {
    this.#rest += text;
    const found: FieldNote[] = [], endOfRow = rowsOf(this.#rest);
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
      let end = endOfRow(from);
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
    const at = timeOf(time), word = plain(said), kind = KINDS.get(word);
    if (code === "" || code.length > CODE_CHARACTERS || at === undefined) {
      this.broken++;
      return undefined;
    }
    if (NOTHING.includes(word)) {
      this.unattempted++;
      return undefined;
    }
    if (!kind) {
      this.unknownKinds++;
      const called = cut(said, CODE_CHARACTERS);
      if (this.called.length < NAMED && !this.called.includes(called)) this.called.push(called);
      return undefined;
    }
    return { code: code.toUpperCase(), at, kind, text: textOf(text) };
  }
}

/** The letters of a kind without their accents, in lower case. */
const plain = (said: string): string =>
  said.slice(0, 100).normalize("NFD").toLowerCase().replace(/[^a-z]/g, "");

const QUOTE = '"', MARK = "\uFEFF";
/** A line that is a visit, whatever quote stands open before it. */
const VISIT = /\n[^,"\n]{1,32},\d{4}-\d\d-\d\dT\d\d:\d\d/g;

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
 * Where the row that begins at a place ends: at the first line's end that is in no quotes. A quote opens behind a comma alone and
 * closes before a comma or a line's end, or where a line begins that is a visit, so that one which somebody typed swallows nothing. Rows are asked for in order: where the
 * next quote closes is looked for once, for all rows that might end there.
 */
function rowsOf(text: string): (from: number) => number | undefined {
  /** The first quote from `looked` on that can close; the text's length where there is none. */
  let close = -1;
  const lengthOfQuotes = (at: number) => {
    let end = at;
    while (text[end] === QUOTE) end++;
    return end - at;
  };
  /** Whether so many quotes from a place on close: doubled ones are letters. What follows may be in the next piece. */
  const closes = (at: number, quotes: number) =>
    quotes % 2 === 1 && ",\r\n".includes(text[at + quotes] ?? " ");
  /** Where the quote closes that opened just before a place. */
  const closeFrom = (from: number): number => {
    const first = lengthOfQuotes(from);
    if (first > 0 && closes(from, first)) return from + first - 1;
    if (close >= from + first) return close;
    for (let at = text.indexOf(QUOTE, from + first); at >= 0;) {
      const quotes = lengthOfQuotes(at);
      if (closes(at, quotes)) return close = at + quotes - 1;
      at = text.indexOf(QUOTE, at + quotes);
    }
    return close = text.length;
  };
  /** The first line's end from a place on behind which a visit begins; the text's length where there is none. */
  let visit = -1;
  const visitFrom = (from: number): number => {
    if (visit >= from) return visit;
    VISIT.lastIndex = from;
    return visit = VISIT.exec(text)?.index ?? text.length;
  };
  return (from) => {
    for (let at = from; at < text.length && at - from <= ROW_CHARACTERS; at++) {
      if (text[at] === "\n") return at;
      if (text[at] !== QUOTE || at === from || text[at - 1] !== ",") continue;
      const close = closeFrom(at + 1), next = visitFrom(at);
      if (next < close) return next;
      at = close;
    }
    return undefined;
  };
}

/** c:geo wrote seconds of three digits for a while, and some write a blank for the T. */
const TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)\d?(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

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
  const said = (isQuoted ? text.replaceAll(QUOTE + QUOTE, QUOTE) : text).replace(/\r\n?/g, "\n")
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ").trim();
  return cut(said, TEXT_CHARACTERS);
}
