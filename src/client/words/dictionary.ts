/**
 * A dictionary of its own for a part of the app: loaded with that part's pages, so that whoever never opens them never fetches
 * it. English comes with the pages, another language as one file.
 */
import { computed, effect, signal } from "@preact/signals";
import { filled, language, type Values, type Words } from "../shell/say.ts";

export interface Dictionary<Key extends string> {
  /** The sentence of a key with its values put in; `n` chooses the form by number. */
  tell(key: Key, values?: Values): string;
  /** Whether there is a sentence of this name: what the gateway names may be newer than these words. */
  isTold(key: string): key is Key;
  /** Whether the words of the language in force are here: a page that waits for them does not change under the eye. */
  readonly wordsHere: { readonly value: boolean };
  /** Takes the words of a language that are here already: the server's, which loads nothing later. */
  learnWords(code: string, words: Words): void;
}

export function dictionary<Key extends string>(
  en: Readonly<Record<Key, Words[string]>>,
  german: () => Promise<{ default: unknown }>,
): Dictionary<Key> {
  const english = en as Words;
  /** Words of the other languages, once they are here. */
  const fetched = signal<Readonly<Record<string, Words>>>({ en: english });
  effect(() => {
    const { code } = language.value;
    if (code !== "de" || fetched.peek().de) return;
    const learn = (de: Words) => fetched.value = { ...fetched.peek(), de };
    // Without them this part stays English.
    german().then((words) => learn(words.default as Words), () => learn(english));
  });
  return {
    learnWords(code, words) {
      fetched.value = { ...fetched.peek(), [code]: words };
    },
    tell(key, values = {}) {
      const { code } = language.value;
      return filled((fetched.value[code] ?? english)[key] ?? english[key]!, values, code);
    },
    isTold: (key): key is Key => key in en,
    wordsHere: computed(() => fetched.value[language.value.code] !== undefined),
  };
}
