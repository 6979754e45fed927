/** What a card says, in the reader's words. Pure. */
import { isoTime } from "../base/mod.ts";
import { pageWords } from "../words/mod.ts";
import type { CardFacts } from "./card.ts";

export const WORDS = pageWords("pages/qsl");
export type CardLang = keyof typeof WORDS;

/** As the people of a language write numbers and days; English without the American order. */
const LOCALES: Record<CardLang, string> = { en: "en-GB", de: "de-AT", es: "es" };
/** Kilometres below which a tenth is said. */
const TENTHS_BELOW = 20;

export interface CardWords {
  /** All of it, for whoever does not see it. */
  spoken: string;
  club: string;
  call: string;
  heardBy: string;
  to: string;
  heard: string;
  confirms: string;
  wasHeard: string;
  date: string;
  /** Hour and minute, and the same with UTC behind it. */
  clock: string;
  time: string;
  mhz: string;
  mode: string;
  /** Frequency and mode, as far as they are known. */
  rig: string;
  far: string;
  km: string;
  direction: string;
  /** From where to where, by locator. */
  grids: string;
  heardGrid: string;
  way: string;
  cache: string;
  proven: string;
  stamp: readonly [string, string];
  heads: readonly [string, string, string, string, string];
  line: string;
  at: string;
}

/** `club`: what the instance is called; `origin`: its address as the reader has reached it. Nothing is said of what is not known. */
export function toldOf(card: CardFacts, lang: CardLang, club: string, origin: string): CardWords {
  const words = WORDS[lang], locale = LOCALES[lang];
  const date = new Date(card.at * 1000).toLocaleDateString(locale, {
    ...{ day: "numeric", month: "short", year: "numeric" } as const,
    timeZone: "UTC",
  });
  const clock = isoTime(card.at).slice(11, 16), time = `${clock} UTC`;
  const km = card.distanceM === null ? "" : (card.distanceM / 1000).toLocaleString(locale, {
    maximumFractionDigits: card.distanceM < TENTHS_BELOW * 1000 ? 1 : 0,
  });
  const far = km && `${km} km`, direction = card.bearing === null ? "" : `${card.bearing}°`;
  const grids = joined([card.grid, card.heardGrid], " → "), wasHeard = filled(words.wasHeard, card.heardBy);
  return {
    spoken: joined([words.title, `${card.call} ${wasHeard}`, `${date}, ${time}`, far, card.line], ": "),
    ...{ club, call: card.call, heardBy: card.heardBy },
    ...{ to: words.to, heard: words.heard, confirms: words.confirms, wasHeard },
    ...{ date, clock, time },
    ...{ mhz: card.mhz ?? "–", mode: card.mode, km: km || "–" },
    rig: joined([card.mhz && `${card.mhz} MHz`, card.mode], " "),
    ...{ far, direction, grids, heardGrid: card.heardGrid ?? "" },
    way: joined([far, direction, grids], " · "),
    cache: card.cache === null
      ? ""
      : words.at.replace("{cache}", () => joined([card.cache, card.grid], ", ")),
    proven: joined([words.proven, direction], ", "),
    stamp: [words.stampA, words.stampB],
    heads: [words.date, "UTC", "MHz", words.mode, "km"],
    line: card.line ?? `73 de ${card.heardBy}`,
    at: `${origin.replace(/^https?:\/\//, "")}/qsl/${card.code}`,
  };
}

const filled = (sentence: string, call: string): string => sentence.replace("{call}", call);
const joined = (parts: readonly (string | null | undefined)[], by: string): string =>
  parts.filter((part) => part).join(by);
