/**
 * Loads words in a browser. The build makes one file per area and language (`tools/app/words.ts`). A page is not drawn
 * before the words of its area are loaded.
 */
import { language, LANGUAGES } from "../say.ts";
import { ALL_WORDS, type Words } from "../../../words/all_words.ts";
import { once } from "./once.ts";

/** Addresses of the files of words by area and language: written in by the build. */
declare const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The areas that were opened: when the language changes, their words are loaded in the new one. */
const opened = new Set(["app"]);

/** A built file of words: a list of sentences whose keys are numbers counted from `from`, and some with keys in words. */
interface Built {
  from: number;
  said: Words[string][];
  named: Words;
  partly?: true;
}

/** Files of words, by area and language, that are in English in part. */
const partly = new Set<string>();

/** Areas of the pages that were loaded, by the page's component. */
const areasOf = new WeakMap<object, readonly string[]>();
/** Whether a language lacks words of a loaded page, which are then said in English. */
export const isPartly = (page: object, code: string): boolean =>
  areasOf.get(page)?.some((area) => partly.has(`${area} ${code}`)) ?? false;

const learn = once(async (area: string, code: string) => {
  const { default: built }: { default: Built } = await import(WORDS[area]![code]!);
  const words = ALL_WORDS[code]!;
  Object.assign(words, built.named);
  if (built.partly) partly.add(`${area} ${code}`);
  built.said.forEach((sentence, i) => words[built.from + i] = sentence);
});

/** Waits for a script and the words of these areas, in the language that is in force once all are loaded. */
export async function withWords<Script>(areas: readonly string[], script: Promise<Script>): Promise<Script> {
  const words = areas.map((area) => {
    opened.add(area);
    return learnWords(area);
  });
  const [loaded] = await Promise.all([script, ...words]);
  const page = (loaded as { default?: unknown }).default;
  if (typeof page === "function") areasOf.set(page, areas);
  return loaded;
}

async function learnWords(area: string): Promise<void> {
  const { code } = language.peek();
  await learn(area, code);
  // The person may have chosen another language meanwhile.
  if (code !== language.peek().code) await learnWords(area);
}

/**
 * Changes the language once the words of all opened areas are loaded. Where they cannot be loaded, the language stays as it
 * is; an app that has no words at all yet (`none`) takes any language that it can load. Gives the code of the language in
 * force.
 */
export async function speakIn(wanted: string, none = false): Promise<string> {
  if (!none && wanted === language.peek().code) return wanted;
  for (const code of none ? [wanted, ...LANGUAGES] : [wanted]) {
    try {
      let known = 0;
      while (known < opened.size) {
        known = opened.size;
        await Promise.all([...opened].map((area) => learn(area, code)));
      }
    } catch {
      continue;
    }
    language.value = { code, words: ALL_WORDS[code]! };
    return code;
  }
  if (none) throw new Error("the app has no words");
  return language.peek().code;
}
