/** What pages say that the server draws itself, in each language. */
import { FILES } from "./generated/files.ts";
import { LANGUAGES } from "./generated/languages.ts";

type English = typeof FILES.en;
type PageFile = Extract<keyof English, `pages/${string}`>;

/** The words of some pages by language; English where a language has none. */
export const pageWords = <Name extends PageFile>(
  name: Name,
): Readonly<Record<typeof LANGUAGES[number], English[Name]>> =>
  Object.fromEntries(
    LANGUAGES.map((code) => [code, (FILES[code] as Partial<English>)[name] ?? FILES.en[name]]),
  ) as Record<typeof LANGUAGES[number], English[Name]>;
