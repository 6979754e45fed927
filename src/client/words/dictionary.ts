/**
 * Every sentence of the app in every language: per language one file for what members see, one for administration and one
 * for the shack. The server and tests read them here; in a browser the tables begin empty and `load.ts` fills them.
 */
import adminDe from "./admin_de.json" with { type: "json" };
import adminEn from "./admin_en.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import shackDe from "./shack_de.json" with { type: "json" };
import shackEn from "./shack_en.json" with { type: "json" };

/** The singular and plural of a sentence, as `Intl.PluralRules` names them. */
export type Forms = { readonly one?: string; readonly other: string };
export type Words = Readonly<Record<string, string | Forms>>;

export type Key = keyof typeof en;
export type AdminKey = keyof typeof adminEn;
export type ShackKey = keyof typeof shackEn;

/** All sentences that are loaded, by language and key. */
export const ALL_WORDS: Readonly<Record<string, Record<string, string | Forms>>> = {
  en: { ...en, ...adminEn, ...shackEn },
  de: { ...de, ...adminDe, ...shackDe },
};
