/** The chapter of settings: every declaration, by group, in the reader's language. */
import { ALL, GROUPS, textOf } from "../../src/settings/mod.ts";
import { phraseIn, told } from "../../src/settings/languages.ts";
import type { BookLanguage } from "../../src/handbook/chapters.ts";
import type { Block, Inline } from "../../src/handbook/tree.ts";

const WORDS = {
  en: {
    head: ["Setting", "What it does", "Default", "Set"],
    takes: "Takes",
    instance: "at runtime",
    env: "environment",
  },
  de: {
    head: ["Einstellung", "Was sie bewirkt", "Vorgabe", "Gesetzt"],
    takes: "Erlaubt:",
    instance: "im Betrieb",
    env: "Umgebung",
  },
} as const;

export function settingBlocks(lang: BookLanguage): Block[] {
  const words = WORDS[lang];
  return Object.entries(GROUPS).flatMap(([group, title]): Block[] => {
    const rows = ALL.filter((one) => one.group === group).map((setting): Inline[][] => {
      const { hint, takes } = told(setting, lang), fallback = textOf(setting, setting.fallback);
      return [
        [{ c: setting.key }],
        inCode(`${hint} ${words.takes} ${takes}${takes.endsWith(".") ? "" : "."}`),
        [fallback ? { c: fallback } : "–"],
        [setting.scope === "instance" ? words.instance : words.env],
      ];
    });
    return [
      { h: 2, id: group, t: [phraseIn(lang, title)] },
      { head: words.head.map((word): Inline[] => [word]), rows },
    ];
  });
}

/** What stands between backquotes is code. */
const inCode = (text: string): Inline[] => text.split("`").map((part, i) => i % 2 === 1 ? { c: part } : part);
