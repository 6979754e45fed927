/**
 * Every sentence of the app in every language, by key. The server and tests read them here; in a browser the tables begin
 * empty and are filled as pages need them (`tools/app/spoken.ts` puts empty ones in the place of this module).
 */
import { FILES } from "./generated/files.ts";

/** The singular and plural of a sentence, as `Intl.PluralRules` names them. */
export type Forms = { readonly one?: string; readonly other: string };
export type Words = Readonly<Record<string, string | Forms>>;

type English = typeof FILES.en;
/** Files of words: an area of the app, or `refusals/` and an area of the server. */
type File = keyof English;
type KeysOf<Name> = Name extends File ? keyof English[Name] & string : never;
type OfRefusals = Extract<File, `refusals/${string}`>;
type OfPages = Extract<File, `pages/${string}`>;

/** Keys of what members see; administration's and the shack's are kept apart, since their words come with their pages. */
export type Key =
  | KeysOf<Exclude<File, "admin" | "shack" | OfRefusals | OfPages>>
  | `reason.${KeysOf<OfRefusals>}`;
export type AdminKey = KeysOf<"admin">;
export type ShackKey = KeysOf<"shack">;

/** A file's sentences by key: a refusal's is its code after `reason.`. */
const keyed = (name: string, words: Words): [string, string | Forms][] =>
  Object.entries(words).map(([key, said]) => [name.startsWith("refusals/") ? `reason.${key}` : key, said]);

/** All sentences that are loaded, by language and key; what a language lacks is in English. */
export const ALL_WORDS: Readonly<Record<string, Record<string, string | Forms>>> = Object.fromEntries(
  Object.entries(FILES).map(([code, files]) => [
    code,
    Object.fromEntries(
      Object.entries({ ...FILES.en, ...files })
        // What the server alone draws is read in `pages.ts`.
        .flatMap(([name, words]) => name.startsWith("pages/") ? [] : keyed(name, words as Words)),
    ),
  ]),
);
