/** What README and handbook tell people to type, so that tests run just that. */
import { join } from "node:path";
import { BOOK_LANGUAGES, CHAPTERS } from "../../src/handbook/mod.ts";
import { ROOT } from "./server.ts";

/** The README and the English chapters: code of other languages is the same, as the build sees to. */
export const SHOWN: readonly string[] = [
  "README.md",
  ...CHAPTERS.map(({ id }) => `src/handbook/en/${id}.md`),
];

/** Every chapter in every language, with the README. */
export const SHOWN_ANYWHERE: readonly string[] = [
  "README.md",
  ...BOOK_LANGUAGES.flatMap((lang) => CHAPTERS.map(({ id }) => `src/handbook/${lang}/${id}.md`)),
];

/** The text of a file of the source. */
export const shownText = (path: string): string => Deno.readTextFileSync(join(ROOT, path));

/** The first code block in a language that README or handbook show. */
export function fromReadme(language: string): string {
  for (const path of SHOWN) {
    const found = new RegExp("```" + language + "\n([\\s\\S]*?)```").exec(shownText(path));
    if (found) return found[1]!;
  }
  throw new Error(`README and handbook show no ${language}`);
}
