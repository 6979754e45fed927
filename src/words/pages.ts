/** What pages say that the server draws itself, in each language. */
import { LANGUAGES } from "./generated/languages.ts";
import { PAGE_FILES } from "./generated/page_files.ts";

type English = typeof PAGE_FILES.en;

/** The words of some pages by language; English where a language has none. */
export const pageWords = <Name extends keyof English>(
  name: Name,
): Readonly<Record<typeof LANGUAGES[number], English[Name]>> =>
  Object.fromEntries(
    LANGUAGES.map((code) => [code, (PAGE_FILES[code] as Partial<English>)[name] ?? PAGE_FILES.en[name]]),
  ) as Record<typeof LANGUAGES[number], English[Name]>;
