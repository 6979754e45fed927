/**
 * Writes the modules of `src/words/generated/`, which import every file of words: whoever adds a language or an area adds
 * files alone. `deno task app` does this first; a test holds that they are current.
 */
import { join } from "node:path";

const BOOK = "src/words";
const MADE = "// Made by `deno task app` from the files of words.\n";

/** Files of words below a folder, as `refusals/caches`, sorted. */
function filesIn(folder: string, before = ""): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? filesIn(join(folder, name), `${before}${name}/`)
      : name.endsWith(".json")
      ? [before + name.slice(0, -".json".length)]
      : []
  ).sort();
}

/** Codes of the languages that there are: English first. */
export const languagesIn = (root: string): string[] =>
  [...Deno.readDirSync(join(root, BOOK))]
    .flatMap(({ name, isDirectory }) => isDirectory && /^[a-z]{2}$/.test(name) ? [name] : [])
    .sort((a, b) => a === "en" ? -1 : b === "en" ? 1 : a < b ? -1 : 1);

/** What each generated module holds, by its path. */
export function wordModules(root: string): Record<string, string> {
  const refusals = filesIn(join(root, BOOK, "en", "refusals"));
  const english = refusals.map((area) =>
    `import ${area} from "../en/refusals/${area}.json" with { type: "json" };\n`
  );
  return {
    [`${BOOK}/generated/english_refusals.ts`]: MADE + english.join("") +
      `\n/** What is refused, in English, by area and code. */\nexport const ENGLISH = {\n${
        refusals.map((area) => `  ${area},\n`).join("")
      }};\n`,
  };
}

/** Writes those modules that are not as they should be. */
export function writeWordModules(root: string): void {
  for (const [path, text] of Object.entries(wordModules(root))) {
    const whole = join(root, path);
    let there: string | undefined;
    try {
      there = Deno.readTextFileSync(whole);
    } catch {
      // It is made for the first time.
    }
    if (there !== text) Deno.writeTextFileSync(whole, text);
  }
}
