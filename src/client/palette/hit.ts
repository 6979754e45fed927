/** What the palette finds, and in which order it is shown. Pure. */
import type { IconName } from "../ui/icons/icon.tsx";

/** What can be found. What is asked of the gateway while one types stands behind what is known already. */
const KINDS = [
  ...["act", "page", "setting", "receiver", "neighbour"] as const,
  ...["person", "cache", "station", "help"] as const,
] as const;
export type HitKind = typeof KINDS[number];
/** These come later: they never push away what is shown already. */
const LATER: readonly HitKind[] = ["person", "cache", "station", "help"];

export interface Hit {
  readonly kind: HitKind;
  /** A name of its own among those of its kind. */
  readonly id: string;
  readonly name: string;
  /** Whether others wrote the name. */
  readonly foreign?: boolean;
  /** One quiet line beside it. */
  readonly line?: string | undefined;
  /** What else people call it, in any order. */
  readonly also?: string | undefined;
  readonly icon: IconName;
  /** Where it leads, or what it does. */
  readonly to: string | (() => void);
}

/** So many of a kind are shown. */
const EACH = 5;

/** Case, accents and how `ß` is written do not matter. */
const fold = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");

/** Where a word stands in a text: at its beginning, at the beginning of one of its words, or within one. */
function placeOf(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < 2; at = text.indexOf(word, at + 1)) {
    best = at === 0 ? 3 : /[\p{L}\p{N}]/u.test(text[at - 1]!) ? 1 : 2;
  }
  return best;
}

/** How well a hit fits: every word stands in its name, its other names or its line; 0 where one does not. */
export function fitOf({ name, also = "", line = "" }: Hit, words: readonly string[]): number {
  const [called, other, quiet] = [fold(name), fold(also), fold(line)];
  let sum = 0;
  for (const word of words) {
    const best = Math.max(4 * placeOf(called, word), 3 * placeOf(other, word), placeOf(quiet, word));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

interface Group {
  readonly kind: HitKind;
  readonly hits: readonly Hit[];
}

/** The best of each kind, kinds with the best ones first. Without words: what is given, in its order. */
export function grouped(all: readonly Hit[], wanted: string, given: readonly Hit[] = []): Group[] {
  const words = fold(wanted).split(/\s+/).filter(Boolean).slice(0, 8);
  const scored = all.map((hit) => ({ hit, fit: words.length === 0 ? 1 : fitOf(hit, words) }))
    .filter(({ fit }) => fit > 0)
    // The gateway and the handbook have chosen theirs themselves.
    .concat(given.map((hit) => ({ hit, fit: 0 })));
  const groups = KINDS.map((kind) => ({
    kind,
    its: scored.filter(({ hit }) => hit.kind === kind).sort((a, b) => b.fit - a.fit).slice(0, EACH),
  })).filter(({ its }) => its.length > 0);
  const rank = ({ kind, its }: typeof groups[number]) => LATER.includes(kind) ? 0 : its[0]!.fit;
  return groups.sort((a, b) => rank(b) - rank(a)).map(({ kind, its }) => ({
    kind,
    hits: its.map(({ hit }) => hit),
  }));
}

/** The hit so many steps further; at an end it stays. */
export function stepped(hits: readonly Hit[], from: Hit | undefined, by: number): Hit | undefined {
  const at = from ? hits.findIndex((hit) => isSame(hit, from)) : -1;
  return hits[Math.max(0, Math.min(hits.length - 1, at + by))];
}

export const isSame = (a: Hit | undefined, b: Hit | undefined): boolean =>
  a !== undefined && a.kind === b?.kind && a.id === b.id;
