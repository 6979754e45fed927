/**
 * What the app says, in the reader's language. A language is a table of whole sentences by key (`words/`). Pages that the
 * server draws use the same tables.
 */
import { signal } from "@preact/signals";
import { ALL_WORDS, type Forms, type Key, type Words } from "../../words/all_words.ts";
import { LANGUAGES } from "../../words/generated/languages.ts";
import { isPlainOne, plainNumber } from "./words/plain.ts";

export { type Key, LANGUAGES };
export type Values = Readonly<Record<string, string | number>>;

/** A language's code and its sentences by key. */
interface Language {
  readonly code: string;
  readonly words: Words;
}
/** A language with the words of it that are loaded; English where the app does not have the language. */
export const languageOf = (code: string): Language =>
  Object.hasOwn(ALL_WORDS, code) ? { code, words: ALL_WORDS[code]! } : { code: "en", words: ALL_WORDS.en! };

/** The language in force. */
export const language = signal(languageOf("en"));

/**
 * How the reader writes times and numbers: the first of the browser's own locales that is of the language, such as en-GB. The
 * server, which draws for everybody, takes the language's own.
 */
export const localeOf = (code: string): string =>
  (typeof document === "undefined" ? [] : navigator.languages)
    .find((one) => one.toLowerCase().split("-", 1)[0] === code) ?? code;

/** To make a formatter takes longer than to use it a hundred times, so each is made once for each language. */
export function each<Format>(make: (code: string) => Format): (code: string) => Format {
  const made = new Map<string, Format>();
  return (code) => made.get(code) ?? made.set(code, make(code)).get(code)!;
}
const numbers = each((code) => new Intl.NumberFormat(code));
const plurals = each((code) => new Intl.PluralRules(code));

/** The sentence of a key, with its `{names}` replaced by values; the value `n` chooses between singular and plural. */
export function say(key: Key, values: Values = {}, { code, words } = language.value): string {
  return filled(words[key] ?? ALL_WORDS.en![key]!, values, code);
}

/** Whether there is a sentence with this key. The gateway may be newer than the app and name what it has no words for. */
export const isSaid = (key: string): key is Key => Object.hasOwn(language.value.words, key);

function filled(found: string | Forms, values: Values, code: string): string {
  const text = typeof found === "string" ? found : formOf(found, values.n, code);
  return text.replace(/\{(\w{1,20})\}(\.?)/g, (whole, name: string, end: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === "number") {
      const locale = localeOf(code);
      return (plainNumber(value, locale) ?? numbers(locale).format(value)) + end;
    }
    const told = TURNS.test(value.replace(ISOLATED, "")) ? isolated(value) : value;
    // A value that ends with an abbreviation (`26 Sek.`) ends the sentence too.
    return value.endsWith(".") ? told : told + end;
  });
}

/** What turns the direction of what stands around it: letters that run to the left, and the signs that say so. */
const TURNS =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const ISOLATED = /\u2068[^\u2066-\u2069]{0,400}\u2069/g;

/**
 * Text of others where no element can stand around it: its writing direction does not change the rest. `say` does so with
 * every value that needs it.
 */
export const isolated = (text: string): string =>
  `\u2068${text.replace(/[\u202A-\u202E\u2066-\u2069]/g, "")}\u2069`;

function formOf(forms: Forms, n: string | number | undefined, code: string): string {
  const isOne = isPlainOne(Number(n), code) ?? plurals(code).select(Number(n)) === "one";
  return isOne && forms.one !== undefined ? forms.one : forms.other;
}

/**
 * The sentence for a refusal, by its reason; where the app has none, the server's own sentence. Where that names what was
 * wrong, the app's sentence has it in it, as `{said}`; what else the refusal carries, such as a limit, by its name.
 */
export function sayRefusal(
  { reason, sentence, value }: { reason: string; sentence: string; value?: unknown },
): string {
  const { suspended } = (value ?? {}) as { suspended?: { reason: string; until: number | null } };
  if (reason === "suspended" && suspended) {
    const why = suspended.reason;
    if (suspended.until === null) return say("reason.suspended_open", { why });
    const until = new Intl.DateTimeFormat(localeOf(language.value.code), { dateStyle: "medium" });
    return say("reason.suspended_until", { why, until: until.format(suspended.until * 1000) });
  }
  // Something in front of the gateway says that it was not asked, or did not answer in time.
  if (/^http_(429|50[234])$/.test(reason)) return say("doing.unreached");
  const key = `reason.${reason}`;
  return isSaid(key)
    ? say(key, { ...value as Values, said: sentence })
    : sentence || say("refused.without_words");
}

/** The first of the wanted languages (such as `de-AT`) that the app has; English where it has none of them. */
export function chooseLanguage(wanted: readonly string[]): typeof LANGUAGES[number] {
  for (const tag of wanted) {
    const found = LANGUAGES.find((code) => tag.toLowerCase().split("-", 1)[0] === code);
    if (found) return found;
  }
  return "en";
}
