/**
 * Words in a browser: files by area and language, as the build shares them out (`tools/app/words.ts`). What was opened speaks
 * the language in force; a page is not drawn before its words are here.
 */
import { language, LANGUAGES } from "../shell/say.ts";
import { ALL_WORDS, type Words } from "./dictionary.ts";

/** Addresses of the files of words by area and language: written in by the build. */
declare const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Areas that were opened: they change when the language does. */
const opened = new Set(["shell"]);

/** What a built file of words holds: sentences by number from `from` on, and some by their key. */
interface Built {
  from: number;
  said: Words[string][];
  named: Words;
}

/** Which words are here, as `hide-de`, or are on the way. */
const asked = new Map<string, Promise<void>>();
function learn(area: string, code: string): Promise<void> {
  const name = `${area}-${code}`, before = asked.get(name);
  if (before) return before;
  const coming = import(WORDS[area]![code]!).then(({ default: built }: { default: Built }) => {
    const words = ALL_WORDS[code]!;
    Object.assign(words, built.named);
    built.said.forEach((sentence, i) => words[built.from + i] = sentence);
  });
  asked.set(name, coming);
  coming.catch(() => asked.delete(name));
  return coming;
}

/** Waits for a script and for the words of its area, in the language that is in force when both are here. */
export async function withWords<Script>(area: string, script: Promise<Script>): Promise<Script> {
  opened.add(area);
  const words = learnWords(area);
  const [loaded] = await Promise.all([script, words]);
  return loaded;
}

async function learnWords(area: string): Promise<void> {
  const { code } = language.peek();
  await learn(area, code);
  // Another language may have been chosen meanwhile.
  if (code !== language.peek().code) await learnWords(area);
}

/**
 * Speaks a language: once all that was opened can be said in it. Where its words cannot be had, the app goes on in the
 * language that it speaks; one that speaks none yet takes whichever is here. Gives the language in force.
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
