/**
 * Sentences that are kept or handed on together with what they are made of: a code and values. They read in English here;
 * whoever has words of another language makes the same sentence from its code. Pure.
 */

/** A sentence, or a part of one. A value may be a part itself. */
export interface Sentence {
  code: string;
  /** By name: metres where the name ends in `M`, seconds where it ends in `S`. */
  values?: Readonly<Record<string, string | number | Sentence>>;
}

/** The same with its English. */
export interface EnglishSentence extends Sentence {
  text: string;
}

type Values = Readonly<Record<string, string | number | EnglishSentence>>;

/** Declares sentences by code, `{…}` for their values, and gives what says them. */
export function sayings<const T extends Record<string, string>>(sentences: T) {
  return (code: keyof T & string, values?: Values): EnglishSentence => ({
    code,
    ...(values && { values }),
    text: sentences[code]!.replace(/\{(\w{1,20})\}/g, (whole, name: string) => {
      const value = values?.[name];
      return value === undefined ? whole : inEnglish(name, value);
    }),
  });
}

function inEnglish(name: string, value: string | number | EnglishSentence): string {
  if (typeof value === "object") return value.text;
  if (typeof value === "string") return value;
  return name.endsWith("M") ? metres(value) : name.endsWith("S") ? spell(value) : String(value);
}

/** What a sentence is made of, without its English: that is told once, for the whole of it. */
export function madeOf({ code, values }: EnglishSentence): Sentence {
  if (!values) return { code };
  return {
    code,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "object" ? madeOf(value as EnglishSentence) : value,
      ]),
    ),
  };
}

/** "120 m", "3.4 km". */
export const metres = (m: number): string => m < 1000 ? `${Math.round(m)} m` : `${(m / 1000).toFixed(1)} km`;

/** Seconds, or minutes from two of them on, or hours: "45 s", "12 min", "3 h". */
export const spell = (s: number): string =>
  s < 120 ? `${s} s` : s < 2 * 3600 ? `${Math.floor(s / 60)} min` : `${Math.floor(s / 3600)} h`;
