/** What the app says in a language, for tests that are walked in more than one. */
import { type AdminKey, ALL_WORDS, type Key, type ShackKey } from "../../src/words/all_words.ts";
import { FILES } from "../../src/words/generated/files.ts";

/** What a language says itself, without the English of what it lacks. */
export const ownWords = (code: keyof typeof FILES): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(FILES[code]).flatMap(([name, its]) =>
      Object.entries(its).map(([key, said]) => [name.startsWith("refusals/") ? `reason.${key}` : key, said])
    ),
  );

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
