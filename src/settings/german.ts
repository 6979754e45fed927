/** What settings say of themselves in German. English stands in their declarations, other words are in `german.json`. */
import type { Setting } from "./declare.ts";
import german from "./german.json" with { type: "json" };
import type { Shape, ValueType } from "./types.ts";

/** Languages in which settings can be told. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = typeof LANGUAGES[number];

const NAMED: Readonly<Record<string, readonly string[]>> = german.settings;
const PHRASES: Readonly<Record<string, string>> = german.phrases;

/** A phrase that several settings share: a group's title, a unit, what a type takes. As it is where there is no other. */
export const phraseIn = (language: Language, phrase: string): string =>
  language === "de" ? PHRASES[phrase] ?? phrase : phrase;

/** Name and sentence of a setting, and what it takes. */
export function told({ key, label, hint, type }: Setting, language: Language) {
  if (language === "en") return { label, hint, takes: type.takes };
  const [name = label, sentence = hint] = NAMED[key] ?? [];
  return { label: name, hint: sentence, takes: takesInGerman(type) };
}

/** A setting's shape, with its unit and the names of its fields in words of the language. */
export function shapeIn(language: Language, shape: Shape): Shape {
  if (language === "en") return shape;
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
function takesInGerman({ shape, takes }: Pick<ValueType<unknown>, "shape" | "takes">): string {
  const { type, min, max, unit, values = [], options = [], control, maxLength } = shape;
  const phrase = PHRASES[takes];
  if (phrase !== undefined) return phrase;
  switch (type) {
    case "integer":
      return `eine ganze Zahl von ${min} bis ${max}${unit ? ` (${phraseIn("de", unit)})` : ""}`;
    case "choice":
      return `eines von ${values.join(", ")}`;
    case "list":
      return `beliebige von ${options.join(", ")}, durch Komma getrennt, oder none`;
    default:
      return `${control === "textarea" ? "Text" : "eine Zeile Text"} von höchstens ${maxLength} Zeichen`;
  }
}
