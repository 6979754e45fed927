/**
 * What the app says, in the reader's language. A language is one file of whole sentences; English stands in for what another
 * one lacks. Server-rendered pages use the same words.
 */
import { signal } from "@preact/signals";
import en from "../words/en.json" with { type: "json" };

/** A sentence, or its forms by number as `Intl.PluralRules` names them. */
type Forms = { readonly one?: string; readonly other: string };
export type Words = Readonly<Record<string, string | Forms>>;
export type Key = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

export interface Language {
  readonly code: string;
  readonly words: Words;
}
export const ENGLISH: Language = { code: "en", words: en };
export const LANGUAGES = ["en", "de"] as const;

/** The language in force. */
export const language = signal<Language>(ENGLISH);

/** The sentence of a key with its values put in; `n` chooses the form by number. */
export function say(key: Key, values: Values = {}, { code, words } = language.value): string {
  return filled(words[key] ?? (en as Words)[key]!, values, code);
}

/** A sentence of some dictionary with its values put in. */
export function filled(found: string | Forms, values: Values, code: string): string {
  const text = typeof found === "string" ? found : formOf(found, values.n, code);
  return text.replace(/\{(\w{1,20})\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? new Intl.NumberFormat(code).format(value) : value;
  });
}

/** A stranger's text within a sentence where no element can stand round it: its turns of direction end with it. */
export const isolated = (text: string): string =>
  `\u2068${text.replace(/[\u202A-\u202E\u2066-\u2069]/g, "")}\u2069`;

function formOf(forms: Forms, n: string | number | undefined, code: string): string {
  const form = new Intl.PluralRules(code).select(Number(n));
  return form === "one" && forms.one !== undefined ? forms.one : forms.other;
}

/** What a refusal means, by its reason; the server's own sentence where the app has none. */
export function sayRefusal(
  { reason, sentence, value }: { reason: string; sentence: string; value?: unknown },
): string {
  const { suspended } = (value ?? {}) as { suspended?: { reason: string; until: number | null } };
  if (reason === "suspended" && suspended) {
    const why = isolated(suspended.reason);
    if (suspended.until === null) return say("reason.suspended_open", { why });
    const until = new Intl.DateTimeFormat(language.value.code, { dateStyle: "medium" });
    return say("reason.suspended_until", { why, until: until.format(suspended.until * 1000) });
  }
  const key = `reason.${reason}`;
  return key in en ? say(key as Key) : sentence || say("refused.without_words");
}

/** The first of the wanted languages that there is. */
export function chooseLanguage(wanted: readonly string[]): typeof LANGUAGES[number] {
  for (const tag of wanted) {
    const found = LANGUAGES.find((code) => tag.toLowerCase().split("-", 1)[0] === code);
    if (found) return found;
  }
  return "en";
}
