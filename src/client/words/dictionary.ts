/**
 * Every sentence of the app in each language, one file a language for what members see, for administration and for the shack.
 * The server and tests read them from here; in browsers these are empty and filled by `load.ts`.
 */
import adminDe from "./admin_de.json" with { type: "json" };
import adminEn from "./admin_en.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import shackDe from "./shack_de.json" with { type: "json" };
import shackEn from "./shack_en.json" with { type: "json" };

/** A sentence, or its forms by number as `Intl.PluralRules` names them. */
export type Forms = { readonly one?: string; readonly other: string };
export type Words = Readonly<Record<string, string | Forms>>;

export type Key = keyof typeof en;
export type AdminKey = keyof typeof adminEn;
export type ShackKey = keyof typeof shackEn;

/** All words that are here, by language. */
export const ALL_WORDS: Readonly<Record<string, Record<string, string | Forms>>> = {
  en: { ...en, ...adminEn, ...shackEn },
  de: { ...de, ...adminDe, ...shackDe },
};
