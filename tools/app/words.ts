/**
 * How words go out. Sources name sentences of whole dictionaries; a build gives each area of the app (a folder of `src/client`)
 * a file of words for each language. A sentence that the pages of one area alone need is in that area's file, one of exactly
 * two areas in that of the pair, every other one in the shell's, which comes first. Sources are shared out by the same rule,
 * for scripts in many small pieces weigh more than what is in them; so a pair has a piece of its own only where it is large,
 * and what several areas share beyond the first page is one piece.
 * Each `import()` of a script waits for the words of its area and of its area's pairs. A key that sources write out whole
 * is a number in built scripts, so that neither scripts nor words carry its name; one that is put together (`log.${kind}`)
 * keeps it.
 */
import { join } from "node:path";
import type * as esbuild from "esbuild";
import { filesIn as wordFilesIn, languagesIn } from "../words.ts";
import { keysIn } from "./keys.ts";
import { refusalsOf, REFUSED, SHOW_NONE } from "./refusals.ts";

export type Words = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
/** Every sentence of each language, by its code. */
export type Dictionaries = Readonly<Record<string, Words>>;
/** The book of words: sentences by language, and keys of refusals by the server's area. */
export interface Book {
  words: Dictionaries;
  refusals: Readonly<Record<string, readonly string[]>>;
}

/** Words that one area's scripts need, in one language: the form of a built file's content. */
export interface AreaWords {
  /** Number of the first of `said`. */
  from: number;
  /** Sentences whose keys are written out whole. */
  said: Words[string][];
  /** Sentences whose keys are put together, by key. */
  named: Words;
  /** The language lacks some of them, which are in English. */
  partly?: true;
}

export interface WordsPlan {
  /** What each area says, by language. */
  areas: Readonly<Record<string, Readonly<Record<string, AreaWords>>>>;
  /** Numbers of keys that are written out whole. */
  numbers: ReadonlyMap<string, number>;
  /** Sources that the first page shares with other areas: they come with it, in one piece. */
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
/** Areas whose pages are opened first, or bring much of their own: what they share with others comes with the first page. */
const FIRST = ["app", "nearby", "map"];
/** The area of which something listens on every page. */
const LISTENS = "talk";
/** The piece of what several other areas share. Its words are the shell's. */
const BEYOND = "beyond+first";
/** What only programs and commands are told is in no page. */
const NOT_SHOWN = ["machines", "host"];
/** What several areas have, yet whoever opens the first page, or most others, has no use for: it comes with those that have it. */
const NOT_FIRST = new Set([
  // The keys of lists.
  "src/client/panes/keys.tsx",
  // What listens for new messages, for everybody signed in, needs these and nothing else of what areas share.
  "src/base/callsigns.ts",
  "src/client/talk/messages/talks.ts",
  // What a find would be is said on three pages; what is said of logs, mail and stations, by their forms.
  "src/client/evidence/evidence.ts",
  "src/client/evidence/evidence_labels.ts",
  "src/client/evidence/evidence_picture.tsx",
  "src/client/evidence/evidence_words.tsx",
  "src/client/evidence/receiver_places.ts",
  // What would still prove a find is said by its moment and by its page; strange text is read by field notes and radios.
  "src/client/evidence/proving/steps.ts",
  "src/foreign/text_of_bytes.ts",
  "src/client/phone/known/would_be.ts",
  "src/client/phone/known/other_facts.ts",
  "src/things/log.ts",
  "src/things/mail.ts",
  "src/things/station.ts",
  // The handbook's chapters are for the handbook, what finds and what prints them.
  "src/handbook/chapters.ts",
  "src/handbook/mod.ts",
  "src/handbook/search.ts",
  "src/handbook/tree.ts",
  "src/client/phone/packs/book.ts",
  // Logs as they are read, and stages as they are walked, are on a cache's page and two or three more.
  "src/client/cache/cache_view.tsx",
  "src/client/cache/kept/kept_lists.ts",
  "src/client/cache/log_card.tsx",
  "src/client/cache/own_log.tsx",
  "src/client/cache/stages/read_stages.ts",
  "src/client/cache/stages/stages.ts",
  // What pages of the shack and of operators have in common.
  "src/client/map/over/covered_squares.tsx",
  "src/client/panes/csv.ts",
  "src/client/shack/boxes/box_words.ts",
  "src/client/talk/talk_frame.tsx",
  // Icons that pages in the field alone show.
  "src/client/ui/icons/field_paths.ts",
  // What somebody keeps of places is on the map and in Go.
  "src/client/map/own/own_places.ts",
  "src/client/phone/queue/holds.ts",
]);
/** Sources of a pair have to be so large together, in characters, that a piece of their own is worth it. */
const WORTH = 8000;
/** Sentences of the same areas, none of them the first page's, have to be so long together, in characters, to have a file. */
const WORTH_WORDS = 250;
export const CLIENT = "src/client/";
/** Folders of an area with so many words that they have a file of their own, which their pages alone wait for too. */
const WITHIN: Readonly<Record<string, string>> = {
  first: "admin",
  neighbours: "admin",
  overview: "admin",
  system: "admin",
  people: "admin",
  receivers: "admin",
};
/** The area of a source file of the app; none for a package. */
export function areaOf(path: string): string | undefined {
  if (!path.startsWith(CLIENT)) return undefined;
  const [area, folder] = path.slice(CLIENT.length).split("/");
  return folder !== undefined && WITHIN[folder] === area ? folder : area;
}
/** The whole area: what a folder of it shares with others of it is the area's. */
const wholeArea = (area: string): string => WITHIN[area] ?? area;

/**
 * Of all files of words, those that a script waits for: its area's, those of its area's pairs, those of the area that it is
 * within, and those of what it may be refused with, where it shows that.
 */
export function wordsOf(area: string, all: readonly string[], script: string): string[] {
  const refusals = SHOW_NONE.includes(script) ? [] : refusalsOf(area).map((one) => REFUSED + one);
  const areas = [area, wholeArea(area)];
  return area === SHELL
    ? []
    : all.filter((one) => one.split("+").some((its) => areas.includes(its)) || refusals.includes(one));
}

/** Reads the book of a checkout: all files of a language together, refusals by their area. */
export async function readBook(root: string): Promise<Book> {
  const words: Record<string, Record<string, Words[string]>> = {};
  const refusals: Record<string, string[]> = {};
  for (const code of languagesIn(root)) {
    const said: Record<string, Words[string]> = words[code] = {};
    const folder = join(root, "src", "words", code);
    for (const name of wordFilesIn(folder)) {
      if (name.startsWith("pages/")) continue; // the server's own
      const file: Words = JSON.parse(await Deno.readTextFile(join(folder, `${name}.json`)));
      const [, area] = /^refusals\/(\w+)$/.exec(name) ?? [];
      for (const [key, sentence] of Object.entries(file)) said[area ? `reason.${key}` : key] = sentence;
      if (area && code === "en") refusals[area] = Object.keys(file).map((key) => `reason.${key}`);
    }
  }
  return { words, refusals };
}

/** Shares the words out. `inputs` is what a build of `entry` read. */
export function planWords(
  entry: string,
  inputs: esbuild.Metafile["inputs"],
  sources: ReadonlyMap<string, string>,
  { words, refusals }: Book,
): WordsPlan {
  // Refusals are found by the code that an answer names: they are shared out by the server's areas, not by who writes them.
  const ofRefusals = new Set(Object.values(refusals).flat());
  const all = Object.keys(words.en!).filter((key) => !ofRefusals.has(key)), named = new Set<string>();
  const keysOf = new Map<string, string[]>();
  for (const [path, text] of sources) {
    const { whole, made } = keysIn(path, text);
    const put = all.filter((key) => made.some((form) => form.test(key)));
    for (const key of put) named.add(key);
    keysOf.set(path, [
      ...put,
      ...whole.filter((key) => Object.hasOwn(words.en!, key) && !ofRefusals.has(key)),
    ]);
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
        users.set(one, (users.get(one) ?? new Set()).add(wholeArea(areaOf(path)!)));
      }
    }
  }
  const ofSeveral = [...users.keys()].filter((path) =>
    users.get(path)!.size > 1 && !later.has(path) && !NOT_FIRST.has(path)
  ).sort();
  const byPair = Object.groupBy(ofSeveral, (path) => pairOf(users.get(path)!) ?? "");
  const pairs: Record<string, { sources: string[]; users: string[] }> = {};
  for (const [pair, paths = []] of Object.entries(byPair)) {
    if (pair === "" || paths.reduce((sum, path) => sum + sources.get(path)!.length, 0) < WORTH) continue;
    const begins = [...later].filter((path) => paths.some((one) => withStatic(inputs, path).has(one)));
    pairs[pair] = { sources: paths, users: begins };
  }
  const paired = new Set(Object.values(pairs).flatMap((one) => one.sources));
  const left = ofSeveral.filter((path) => !paired.has(path));
  const isOfFirst = (path: string) => FIRST.some((area) => users.get(path)!.has(area));
  const common = left.filter(isOfFirst), beyond = left.filter((path) => !isOfFirst(path));
  pairs[BEYOND] = {
    sources: beyond,
    users: [...later].filter((path) => beyond.some((one) => withStatic(inputs, path).has(one))),
  };
  const wholesOf = (key: string) => new Set([...areasOfKey.get(key)!].map(wholeArea));
  const groups = Map.groupBy(areasOfKey.keys(), (key) => groupOf(wholesOf(key)) ?? "");
  const isWorth = (group: string) =>
    group !== "" &&
    groups.get(group)!.reduce((sum, key) => sum + JSON.stringify(words.en![key]).length, 0) >= WORTH_WORDS;
  const worth = new Set([...groups.keys()].filter(isWorth));
  // Those of groups too small for a file share one: the first page, and what listens for messages beside it, need none of them.
  const small = [...groups.keys()].filter((group) =>
    group !== "" && !worth.has(group) && !group.split("+").includes(LISTENS)
  );
  const ofSmall = [...new Set(small.flatMap((group) => group.split("+")))].sort().join("+");
  /** The file of a sentence: that of its one area, of the areas that share it where they have one, else the shell's. */
  const fileOf = (key: string): string => {
    const its = areasOfKey.get(key)!, wholes = wholesOf(key), [only] = its, [whole] = wholes;
    if (its.size === 1) return only!;
    if (wholes.size === 1) return whole!;
    const pair = pairOf(wholes), group = groupOf(wholes);
    if (pair && pairs[pair]) return pair;
    if (group && worth.has(group)) return group;
    return group && small.includes(group) ? ofSmall : SHELL;
  };
  const keysOfArea: Record<string, string[]> = { [SHELL]: [] };
  for (const key of [...areasOfKey.keys()].sort()) {
    (keysOfArea[fileOf(key)] ??= []).push(key);
  }
  const numbers = new Map<string, number>(), areas: Record<string, Record<string, AreaWords>> = {};
  for (const [area, keys] of Object.entries(keysOfArea)) {
    const from = numbers.size, whole = keys.filter((key) => !named.has(key));
    whole.forEach((key, i) => numbers.set(key, from + i));
    // A sentence that a language lacks is said in English, and the page says that some of it is.
    areas[area] = Object.fromEntries(
      Object.entries(words).map(([code, its]) => {
        const text = (key: string) => its[key] ?? words.en![key]!;
        return [code, {
          from,
          ...(keys.some((key) => its[key] === undefined) && { partly: true as const }),
          said: whole.map(text),
          named: Object.fromEntries(keys.filter((key) => named.has(key)).map((key) => [key, text(key)])),
        }];
      }),
    );
  }
  for (const [area, keys] of Object.entries(refusals)) {
    for (const [code, its] of Object.entries(words)) {
      const said = Object.fromEntries(keys.map((key) => [key, its[key] ?? words.en![key]!]));
      if (NOT_SHOWN.includes(area)) continue;
      const to = refusalsOf(SHELL).includes(area) ? SHELL : REFUSED + area;
      const there = (areas[to] ??= {})[code] ??= { from: numbers.size, said: [], named: {} };
      there.named = { ...there.named, ...said };
    }
  }
  return { areas, numbers, common, pairs, later };
}

/** The name of several areas together, save where one is among `but`. */
const joined = (areas: ReadonlySet<string>, but: readonly string[]): string | undefined =>
  areas.size > 1 && !but.some((one) => areas.has(one)) ? [...areas].sort().join("+") : undefined;

/** The name of exactly two areas that may be a pair. */
const pairOf = (areas: ReadonlySet<string>): string | undefined =>
  areas.size === 2 ? joined(areas, [...NO_PAIR, SHELL]) : undefined;

/** The name of several areas none of which comes first: their sentences may have a file of their own. */
const groupOf = (areas: ReadonlySet<string>): string | undefined => joined(areas, [...NO_PAIR, ...FIRST]);

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
