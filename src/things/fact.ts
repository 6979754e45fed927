/**
 * A fact of a thing, told once: what it may be, who sees it, what of it leaves and which form asks for it. The row, the API,
 * the record, the mirror, files and forms follow from it; rules do not stand here. Pure: the app uses it too.
 */

/** What a value may be, with its bounds. */
export type FactKind =
  | { readonly kind: "flag" }
  /** `lines`: line breaks may stand in it. Lengths in UTF-16 units. */
  | {
    readonly kind: "text";
    readonly least: number;
    readonly most: number;
    readonly lines: boolean;
    readonly form?: RegExp;
  }
  /** 1 to 5 by halves. */
  | { readonly kind: "level" }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "call" }
  /** At most so many words of at most so many characters each. */
  | { readonly kind: "words"; readonly most: number; readonly each: number }
  /** Unix seconds. */
  | { readonly kind: "time"; readonly from: number; readonly until: number }
  /** Degrees north (to 90) or east (to 180), to a ten millionth. */
  | { readonly kind: "degrees"; readonly most: 90 | 180 };

interface Traits {
  /** What the API's documentation says of it. */
  readonly says?: string;
  /** In the detail even where nothing is said of it; else only where something is. */
  readonly always?: true;
  /** In rows of lists and of the map too: always, or where something is said of it. */
  readonly listed?: "always" | "said";
  /**
   * In the record that other instances get, under this name or its own. `needed`: a record without it is refused. `most`: how
   * long a text of others may be. Without it the fact never leaves.
   */
  readonly leaves?: { readonly name?: string; readonly needed?: true; readonly most?: number };
  /** In files for other programs: as a column of the table, and as this line where it is told in words. */
  readonly filed?: { readonly line?: string };
  /** Its name for people, in the form, the page and where two changes meet: a key of the app's words. */
  readonly words?: string;
  /** Of a flag: the step of a cache's form that asks for it by its declaration, or `form` where a form has no steps. */
  readonly step?: "find" | "form";
  /** Said as the thing is made, and done with: it acts then, and is neither shown nor changed. */
  readonly once?: true;
  /** Facts of one name are given, changed, chosen and taken away together. */
  readonly pair?: string;
}

/** `Json`: as the API says it. `Row`: as the table holds it. `maybe`: null where nothing is said of it. */
export interface Fact<Json = unknown, Row = unknown> extends Traits {
  readonly is: FactKind;
  readonly empty: Json;
  /** Nothing may be said of it: null, in row and API. */
  readonly maybe: boolean;
  toRow(json: Json): Row;
  toJson(row: Row): Json;
}
// deno-lint-ignore no-explicit-any -- a fact's functions take what its own column holds, each another type
export type Facts = Readonly<Record<string, Fact<any, any>>>;

type Text = Extract<FactKind, { kind: "text" }>;
const same = <T>(value: T): T => value;
const plain = <T, const R extends Traits, K extends FactKind = FactKind>(
  is: K,
  empty: T,
  maybe: boolean,
  traits: R,
): Fact<T, T> & { is: K } & R => ({
  ...traits,
  is,
  empty,
  maybe,
  toRow: same,
  toJson: same,
});

type Worded = { readonly step?: never } | { readonly step: "find" | "form"; readonly words: string };
/** What a thing has or has not. */
export const flag = <const R extends Traits & Worded>(traits: R): Fact<boolean, number> & R => ({
  ...traits,
  is: { kind: "flag" },
  empty: false,
  maybe: false,
  toRow: (json) => json ? 1 : 0,
  toJson: (row) => row === 1,
});
/** One line of `least` to `most` characters. */
export const line = <const R extends Traits>(least: number, most: number, traits: R) =>
  plain<string, R, Text>({ kind: "text", least, most, lines: false }, "", false, traits);
const utf8 = new TextEncoder(), text = new TextDecoder();
/** One line, kept as the bytes that came: not all that packet programs write is UTF-8, and whoever shows it reads that too. */
export const carried = <const R extends Traits>(
  most: number,
  traits: R,
): Fact<string, Uint8Array> & { is: Text } & R => ({
  ...traits,
  is: { kind: "text", least: 0, most, lines: false },
  empty: "",
  maybe: false,
  toRow: (json) => utf8.encode(json),
  toJson: (row) => text.decode(row),
});
/** Several lines, kept as written. */
export const lines = <const R extends Traits>(most: number, traits: R) =>
  plain<string, R, Text>({ kind: "text", least: 0, most, lines: true }, "", false, traits);
/** At most so many characters of one form. */
export const sign = <const R extends Traits>(form: RegExp, most: number, traits: R) =>
  plain<string, R, Text>({ kind: "text", least: 0, most, lines: false, form }, "", false, traits);
/** 1 to 5 by halves: how hard something is. */
export const level = <const R extends Traits>(
  traits: R,
): Fact<number, number> & { is: { kind: "level" } } & R => ({
  ...plain<number, R>({ kind: "level" }, 1.5, false, traits),
  is: { kind: "level" },
});
/** One of these words. */
export const choice = <const T extends string, const R extends Traits>(
  of: readonly T[],
  empty: T,
  traits: R,
) => plain<T, R>({ kind: "choice", of }, empty, false, traits);
/** One of these words, or nothing. */
export const maybeChoice = <const T extends string, const R extends Traits>(of: readonly T[], traits: R) =>
  plain<T | null, R>({ kind: "choice", of }, null, true, traits);
/** One line, or nothing. */
export const maybeText = <const R extends Traits>(most: number, traits: R) =>
  plain<string | null, R>({ kind: "text", least: 0, most, lines: false }, null, true, traits);
/** A callsign, or nothing. */
export const maybeCall = <const R extends Traits>(traits: R) =>
  plain<string | null, R>({ kind: "call" }, null, true, traits);
/** A list of words, such as tags. */
export const words = <const R extends Traits>(
  most: number,
  each: number,
  traits: R,
): Fact<string[], string> & R => ({
  ...traits,
  is: { kind: "words", most, each },
  empty: [],
  maybe: false,
  toRow: (json) => JSON.stringify(json),
  toJson: (row) => JSON.parse(row) as string[],
});
/** A list of words without commas, kept as one text with commas between. */
export const marks = <const R extends Traits>(
  most: number,
  each: number,
  traits: R,
): Fact<string[], string> & R => ({
  ...words(most, each, traits),
  toRow: (json) => json.join(","),
  toJson: (row) => row === "" ? [] : row.split(","),
});
/** Times of meetings and the like: from 2020 on, for a century. */
export const maybeTime = <const R extends Traits>(traits: R) =>
  plain<number | null, R>({ kind: "time", from: 1_577_836_800, until: 4_733_510_400 }, null, true, traits);

/** Rounded to 1e-7 degree, about a centimetre: the resolution of records. */
export const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
/** Degrees north (`most` 90) or east (180), or nothing. */
export const maybeDegrees = <const R extends Traits>(
  most: 90 | 180,
  traits: R,
): Fact<number | null, number | null> & { is: { kind: "degrees" } } & R => ({
  ...traits,
  is: { kind: "degrees", most },
  empty: null,
  maybe: true,
  toRow: (json) => json === null ? null : rounded(json),
  toJson: same,
});
