/** What the app says in a language, for tests that are walked in more than one. */
import { type AdminKey, ALL_WORDS, type Key, type ShackKey } from "../../src/words/all_words.ts";

/** A sentence with its gaps filled; one without a gap that is told nothing ends before it. */
export const wordsIn =
  (lang: "en" | "de") =>
  (key: Key | ShackKey | AdminKey, gaps: Record<string, string | number> = {}): string => {
    const found = ALL_WORDS[lang]![key]!;
    const forms = typeof found === "string" ? { other: found } : found;
    const sentence = gaps.n === 1 && forms.one !== undefined ? forms.one : forms.other;
    const filled = sentence.replace(/\{(\w+)\}/g, (gap, name) => String(gaps[name] ?? gap));
    return filled.split("{", 1)[0]!.trim();
  };
