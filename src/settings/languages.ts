/**
 * What settings say of themselves in other languages. English stands in their declarations; another language is one file of
 * `words/`, and where there is none settings are told in English.
 */
import { filledWith } from "../words/mod.ts";
import type { Setting } from "./declare.ts";
import type { Shape, ValueType } from "./types.ts";
import { SETTING_FILES } from "./words/files.ts";

/** A language's words: names and sentences of settings by key, phrases by their English, and what types with bounds take. */
interface SettingWords {
  readonly settings: Readonly<Record<string, readonly string[]>>;
  readonly phrases: Readonly<Record<string, string>>;
  readonly takes: Readonly<Record<"integer" | "choice" | "list" | "line" | "text", string>>;
}
const WORDS: Readonly<Record<string, SettingWords>> = SETTING_FILES;
const wordsOf = (language: string): SettingWords | undefined =>
  Object.hasOwn(WORDS, language) ? WORDS[language] : undefined;

/** A phrase that several settings share: a group's title, a unit, what a type takes. As it is where there is no other. */
export const phraseIn = (language: string, phrase: string): string =>
  wordsOf(language)?.phrases[phrase] ?? phrase;

/** Name and sentence of a setting, and what it takes. */
export function told({ key, label, hint, type }: Setting, language: string) {
  const words = wordsOf(language);
  if (!words) return { label, hint, takes: type.takes };
  const [name = label, sentence = hint] = words.settings[key] ?? [];
  return { label: name, hint: sentence, takes: takesIn(words, type) };
}

/** A setting's shape, with its unit and the names of its fields in words of the language. */
export function shapeIn(language: string, shape: Shape): Shape {
  const said = (phrase: string) => phraseIn(language, phrase);
  const { unit, fields } = shape;
  return {
    ...shape,
    ...(unit !== undefined && { unit: said(unit) }),
    ...(fields && {
      fields: fields.map((field) => ({ ...field, label: said(field.label), unit: said(field.unit) })),
    }),
  };
}

/** Types with bounds of their own say the same from their shape; every other one has a phrase. */
function takesIn(words: SettingWords, { shape, takes }: Pick<ValueType<unknown>, "shape" | "takes">): string {
  const { type, unit, values = [], options = [], control } = shape;
  const phrase = words.phrases[takes];
  if (phrase !== undefined) return phrase;
  switch (type) {
    case "integer":
      return filledWith(words.takes.integer, { ...shape }) +
        (unit ? ` (${words.phrases[unit] ?? unit})` : "");
    case "choice":
      return filledWith(words.takes.choice, { values: values.join(", ") });
    case "list":
      return filledWith(words.takes.list, { options: options.join(", ") });
    default:
      return filledWith(control === "textarea" ? words.takes.text : words.takes.line, { ...shape });
  }
}
