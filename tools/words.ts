/**
 * Writes the modules of words, which import every file of words: whoever adds a language or an area adds files alone. They are
 * in no commit, for they are made of what is: `deno task app` writes them, before anything else. A test holds that they are
 * current.
 */
import { dirname, join } from "node:path";

const BOOK = "src/words";
const MADE = "// Made by `deno task app` from the files of words.\n";

/** Files of words below a folder, as `refusals/caches`, sorted. */
export function filesIn(folder: string, before = ""): string[] {
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

/** What the app says of a cache's kind, for pages that the server draws. */
function kindsOf(nearby: Record<string, string>, cache: Record<string, string>) {
  const named = (start: string) =>
    Object.fromEntries(
      Object.entries(nearby).flatMap(([key, said]) =>
        key.startsWith(start) ? [[key.slice(start.length), said]] : []
      ),
    );
  return {
    facts: cache["cache.facts"],
    notActive: nearby["state.disabled"],
    types: named("type."),
    sizes: named("size."),
  };
}

/** What alerts say, by their kind, for mails and notifications. */
const alertsOf = (shack: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(shack).flatMap(([key, said]) =>
      key.startsWith("alert.") ? [[key.slice("alert.".length), said]] : []
    ),
  );

/** Where settings have their words in other languages than English. */
const SETTINGS = "src/settings/words";

/** What each generated module holds, by its path. */
export function wordModules(root: string): Record<string, string> {
  const languages = languagesIn(root);
  const refusals = filesIn(join(root, BOOK, "en", "refusals"));
  const read = (code: string, name: string) =>
    JSON.parse(Deno.readTextFileSync(join(root, BOOK, code, `${name}.json`)));
  // The server needs some words before it answers: one module instead of one a file.
  const whole = (name: string, about: string, value: unknown) =>
    `// deno-fmt-ignore-file\n${MADE}/** ${about} */\nexport const ${name} = ${
      JSON.stringify(value, null, 2)
    };\n`;
  const files = languages.map((code) => ({ code, names: filesIn(join(root, BOOK, code)) }));
  const called = (code: string, name: string) => `${code}_${name.replaceAll("/", "_")}`;
  const told = [...Deno.readDirSync(join(root, SETTINGS))]
    .flatMap(({ name }) => /^([a-z]{2})\.json$/.exec(name)?.[1] ?? []).sort();
  const reads = (as: string, path: string) => `import ${as} from "../${path}.json" with { type: "json" };\n`;
  return {
    [`${BOOK}/generated/languages.ts`]:
      `${MADE}/** Codes of the languages, English first. */\nexport const LANGUAGES = [${
        languages.map((code) => `"${code}"`).join(", ")
      }] as const;\n`,
    [`${BOOK}/generated/english_refusals.ts`]: whole(
      "ENGLISH",
      "What is refused, in English, by area and code.",
      Object.fromEntries(refusals.map((area) => [area, read("en", `refusals/${area}`)])),
    ),
    [`${BOOK}/generated/page_files.ts`]: whole(
      "PAGE_FILES",
      "What pages say that the server draws, by language.",
      Object.fromEntries(
        files.map(({ code, names }) => [
          code,
          {
            ...Object.fromEntries(
              names.filter((name) => name.startsWith("pages/")).map((name) => [name, read(code, name)]),
            ),
            "pages/kinds": kindsOf(read(code, "nearby"), read(code, "cache")),
            ...(names.includes("shack") && { "pages/alerts": alertsOf(read(code, "shack")) }),
          },
        ]),
      ),
    ),
    [`${SETTINGS}/files.ts`]: MADE +
      told.map((code) => `import ${code} from "./${code}.json" with { type: "json" };\n`).join("") +
      `\n/** What settings say of themselves, by language. */\nexport const SETTING_FILES = { ${
        told.join(", ")
      } };\n`,
    [`${BOOK}/generated/files.ts`]: MADE +
      files.flatMap(({ code, names }) => names.map((name) => reads(called(code, name), `${code}/${name}`)))
        .join("") +
      `\n/** Every file of words, by language and area. */\nexport const FILES = {\n${
        files.map(({ code, names }) =>
          `  ${code}: {\n${
            names.map((name) => `    ${name.includes("/") ? `"${name}"` : name}: ${called(code, name)},\n`)
              .join("")
          }  },\n`
        ).join("")
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
    if (there === text) continue;
    // Another program may start just now: it reads the old module or the new one, never a half.
    const half = join(root, "dist", `${path.replaceAll("/", "_")}.${Deno.pid}`);
    for (const file of [whole, half]) Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(half, text);
    Deno.renameSync(half, whole);
  }
}
