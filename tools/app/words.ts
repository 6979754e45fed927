/**
 * How words go out. Sources name sentences of whole dictionaries; a build gives each area of the app (a folder of `src/client`)
 * a file of words for each language. A sentence that the pages of one area alone need is in that area's file, one of exactly
 * two areas in that of the pair, every other one in the shell's, which comes first. Sources are shared out by the same rule,
 * for scripts in many small pieces weigh more than what is in them; so a pair has a piece of its own only where it is large.
 * Each `import()` of a script waits for the words of its area and of its area's pairs. A key that sources write out whole
 * is a number in built scripts, so that neither scripts nor words carry its name; one that is put together (`log.${kind}`)
 * keeps it.
 */
import { join, relative } from "node:path";
import type * as esbuild from "esbuild";

export type Words = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
/** Every sentence of each language, by its code. */
export type Dictionaries = Readonly<Record<string, Words>>;

/** Words that one area's scripts need, in one language: the form of a built file's content. */
export interface AreaWords {
  /** Number of the first of `said`. */
  from: number;
  /** Sentences whose keys are written out whole. */
  said: Words[string][];
  /** Sentences whose keys are put together, by key. */
  named: Words;
}

export interface WordsPlan {
  /** What each area says, by language. */
  areas: Readonly<Record<string, Readonly<Record<string, AreaWords>>>>;
  /** Numbers of keys that are written out whole. */
  numbers: ReadonlyMap<string, number>;
  /** Sources that more than one area uses: they come with the first page, in one piece, as their words do. */
  common: readonly string[];
  /** Sources that two areas use and no other, by the pair's name, such as `live+map`; and who begins with them. */
  pairs: Readonly<Record<string, { sources: readonly string[]; users: readonly string[] }>>;
  /** Sources that are loaded by name. */
  later: ReadonlySet<string>;
}

/** The area whose words come with every page. */
export const SHELL = "app";
/** The area of the first page, and that of operators, whose pages load many words already: they are in no pair. */
const NO_PAIR = ["nearby", "admin"];
/** Sources of a pair have to be so large together, in characters, that a piece of their own is worth it. */
const WORTH = 8000;
const CLIENT = "src/client/";
/** The area of a source file of the app; none for a package. */
export const areaOf = (path: string): string | undefined =>
  path.startsWith(CLIENT) ? path.slice(CLIENT.length).split("/", 1)[0] : undefined;

/** Of all files of words, those that a script of this area waits for: its area's and those of its area's pairs. */
export const wordsOf = (area: string, all: readonly string[]): string[] =>
  area === SHELL ? [] : all.filter((one) => one.split("+").includes(area));

/** Which keys a source names: whole ones, and forms of those that it puts together. */
export function keysIn(text: string): { whole: string[]; made: RegExp[] } {
  const whole = [...text.matchAll(/"(\w+(?:\.\w+)+)"/g)].map(([, key]) => key!);
  const made = [...text.matchAll(/`(\w+\.(?:[\w.]|\$\{[^}`]*\})*)`/g)].filter(([, form]) =>
    form!.includes("${")
  )
    .map(([, form]) => new RegExp(`^${form!.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[^.]+")}$`));
  return { whole, made };
}

/** Reads the dictionaries of a checkout: all files of a language together. */
export async function dictionaries(root: string): Promise<Dictionaries> {
  const folder = join(root, CLIENT, "words");
  const found: Record<string, Record<string, Words[string]>> = {};
  for await (const { name } of Deno.readDir(folder)) {
    const [, code] = /^(?:\w+_)?([a-z]{2})\.json$/.exec(name) ?? [];
    if (code) Object.assign(found[code] ??= {}, JSON.parse(await Deno.readTextFile(join(folder, name))));
  }
  return found;
}

/** Shares the words out. `inputs` is what a build of `entry` read. */
export function planWords(
  entry: string,
  inputs: esbuild.Metafile["inputs"],
  sources: ReadonlyMap<string, string>,
  words: Dictionaries,
): WordsPlan {
  const all = Object.keys(words.en!), named = new Set<string>();
  const keysOf = new Map<string, string[]>();
  for (const [path, text] of sources) {
    const { whole, made } = keysIn(text);
    const put = all.filter((key) => made.some((form) => form.test(key)));
    for (const key of put) named.add(key);
    keysOf.set(path, [...put, ...whole.filter((key) => Object.hasOwn(words.en!, key))]);
  }
  const needed = (path: string): Set<string> =>
    new Set([...withStatic(inputs, path)].flatMap((one) => keysOf.get(one) ?? []));
  const later = new Set(
    Object.values(inputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === "dynamic-import"))
      .map(({ path }) => path),
  );
  const areasOfKey = new Map<string, Set<string>>();
  for (const path of [entry, ...later]) {
    for (const key of needed(path)) {
      areasOfKey.set(key, (areasOfKey.get(key) ?? new Set()).add(areaOf(path)!));
    }
  }
  const shell = withStatic(inputs, entry), users = new Map<string, Set<string>>();
  for (const path of later) {
    for (const one of withStatic(inputs, path)) {
      if (one.startsWith("src/") && !shell.has(one)) {
        users.set(one, (users.get(one) ?? new Set()).add(areaOf(path)!));
      }
    }
  }
  const ofSeveral = [...users.keys()].filter((path) => users.get(path)!.size > 1 && !later.has(path)).sort();
  const byPair = Object.groupBy(ofSeveral, (path) => pairOf(users.get(path)!) ?? "");
  const pairs: Record<string, { sources: string[]; users: string[] }> = {};
  for (const [pair, paths = []] of Object.entries(byPair)) {
    if (pair === "" || paths.reduce((sum, path) => sum + sources.get(path)!.length, 0) < WORTH) continue;
    const begins = [...later].filter((path) => paths.some((one) => withStatic(inputs, path).has(one)));
    pairs[pair] = { sources: paths, users: begins };
  }
  const paired = new Set(Object.values(pairs).flatMap((one) => one.sources));
  const common = ofSeveral.filter((path) => !paired.has(path));
  const keysOfArea: Record<string, string[]> = { [SHELL]: [] };
  for (const key of [...areasOfKey.keys()].sort()) {
    const its = areasOfKey.get(key)!, [only] = its, pair = pairOf(its) ?? "";
    const area = its.size === 1 ? only! : pairs[pair] ? pair : SHELL;
    (keysOfArea[area] ??= []).push(key);
  }
  const numbers = new Map<string, number>(), areas: Record<string, Record<string, AreaWords>> = {};
  for (const [area, keys] of Object.entries(keysOfArea)) {
    const from = numbers.size, whole = keys.filter((key) => !named.has(key));
    whole.forEach((key, i) => numbers.set(key, from + i));
    areas[area] = Object.fromEntries(
      Object.entries(words).map(([code, its]) => [code, {
        from,
        said: whole.map((key) => its[key]!),
        named: Object.fromEntries(keys.filter((key) => named.has(key)).map((key) => [key, its[key]!])),
      }]),
    );
  }
  return { areas, numbers, common, pairs, later };
}

/** The name of exactly two areas that may be a pair. */
function pairOf(areas: ReadonlySet<string>): string | undefined {
  const may = areas.size === 2 && ![...NO_PAIR, SHELL].some((one) => areas.has(one));
  return may ? [...areas].sort().join("+") : undefined;
}

/** A source file and all that it brings with it. */
export function withStatic(
  inputs: esbuild.Metafile["inputs"],
  path: string,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const one of inputs[path]?.imports ?? []) {
    if (one.kind === "import-statement") withStatic(inputs, one.path, seen);
  }
  return seen;
}

/** Reads sources as the plan has them: keys are numbers, scripts wait for their words, dictionaries are empty. */
export const spoken = (
  root: string,
  { areas, numbers, common, pairs, later }: WordsPlan,
): esbuild.Plugin => ({
  name: "words by area",
  setup(build) {
    const client = join(root, CLIENT);
    build.onLoad({ filter: /\/src\/client\/words\/\w+\.json$/ }, () => ({ contents: "{}", loader: "json" }));
    const together = (name: string): readonly string[] => name === "common" ? common : pairs[name]!.sources;
    build.onResolve({ filter: /^(common|\w+\+\w+)$/ }, ({ path }) => ({ path, namespace: "together" }));
    build.onLoad({ filter: /./, namespace: "together" }, ({ path }) => ({
      contents: together(path).map((one) => `import ${JSON.stringify(join(root, one))};`).join("\n"),
      resolveDir: root,
    }));
    build.onLoad({ filter: /\/src\/client\/.*\.tsx?$/ }, async ({ path }) => {
      let waits = false;
      const text = await Deno.readTextFile(path);
      const contents = text.replace(/"(\w+(?:\.\w+)+)"/g, (whole, key) => {
        const number = numbers.get(key);
        return number === undefined ? whole : `"${number}"`;
      }).replace(/\bimport\("(\.[^"]+)"\)/g, (whole, to) => {
        const area = areaOf(CLIENT + join(path, "..", to).slice(client.length));
        const its = area === undefined ? [] : wordsOf(area, Object.keys(areas));
        if (its.length === 0) return whole;
        waits = true;
        return `withWords(${JSON.stringify(its)}, ${whole})`;
      });
      const own = relative(root, path);
      const first =
        (waits ? `import { withWords } from ${JSON.stringify(join(client, "words/load.ts"))};` : "") +
        (later.has(own) || own.endsWith("app/main.tsx") ? `import "common";` : "") +
        Object.keys(pairs).filter((pair) => pairs[pair]!.users.includes(own)).map((pair) =>
          `import "${pair}";`
        )
          .join("");
      return { contents: first + contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
});
