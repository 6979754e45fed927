/**
 * What administration says. Its words are a file of their own, loaded with its pages: whoever looks for caches never fetches
 * them.
 */
import { computed, effect, signal } from "@preact/signals";
import en from "../words/admin_en.json" with { type: "json" };
import { filled, language, type Values, type Words } from "../shell/say.ts";

export type AdminKey = keyof typeof en;

/** Words of the other languages, once they are here. */
const fetched = signal<Readonly<Record<string, Words>>>({ en });

effect(() => {
  const { code } = language.value;
  if (code !== "de" || fetched.peek().de) return;
  const learn = (de: Words) => fetched.value = { ...fetched.peek(), de };
  // Without them administration stays English.
  import("../words/admin_de.json", { with: { type: "json" } }).then(
    (words) => learn(words.default as Words),
    () => learn(en),
  );
});

/** Takes the words of a language that are here already: the server's, which loads nothing later. */
export const learnWords = (code: string, words: Words): void => {
  fetched.value = { ...fetched.peek(), [code]: words };
};

/** Whether the words of the language in force are here: a page waits for them, so that it does not change under the eye. */
export const wordsHere = computed(() => fetched.value[language.value.code] !== undefined);

/** The sentence of a key with its values put in; `n` chooses the form by number. */
export function tell(key: AdminKey, values: Values = {}): string {
  const { code } = language.value;
  return filled((fetched.value[code] ?? en as Words)[key] ?? (en as Words)[key]!, values, code);
}

/** Whether there is a sentence of this name: what the gateway names may be newer than these words. */
export const isTold = (key: string): key is AdminKey => key in en;
