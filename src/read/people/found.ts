/** What a person's verified finds add up to, from what the game keeps of them: a few rows however many there are. */
import { BADGES } from "../../caches/mod.ts";
import type { RankedFind } from "./find_reads.ts";
import type { FindKind, Kept } from "./kept_finds.ts";

export interface Found {
  finds: number;
  points: number;
  first: number | null;
  last: number | null;
  /** In the order in which each was first found. */
  byTier: Record<string, number>;
  byType: Record<string, number>;
  badges: { badge: string; earnedAt: number }[];
}

export const NOTHING: Found = {
  finds: 0,
  points: 0,
  first: null,
  last: null,
  byTier: {},
  byType: {},
  badges: [],
};

/** `oldest`: the verified finds, oldest first, of which no more are taken than a badge needs. */
export function foundOf({ kinds, halves, last }: Kept, oldest: () => Iterable<RankedFind>): Found {
  const numberOf = (some: readonly FindKind[]) => some.reduce((sum, { n }) => sum + n, 0);
  const earned = BADGES.filter(({ takes, of }) => numberOf(kinds.filter(of)) >= takes);
  const times = new Map(nthOf(earned.filter(({ takes }) => takes > 1), oldest));
  return {
    finds: numberOf(kinds),
    points: Math.round(halves / 2),
    first: kinds[0]?.firstAt ?? null,
    last,
    ...counts(kinds),
    badges: earned.map(({ badge, of }) => ({
      badge,
      earnedAt: times.get(badge) ?? kinds.find(of)!.firstAt,
    })),
  };
}

/** When badges that take more than one find were earned. */
function* nthOf(
  badges: readonly typeof BADGES[number][],
  oldest: () => Iterable<RankedFind>,
): Generator<[badge: string, at: number]> {
  let left = badges.map((one) => ({ ...one }));
  if (left.length === 0) return;
  for (const find of oldest()) {
    for (const one of left) {
      if (one.of(find) && --one.takes === 0) yield [one.badge, find.foundAt];
    }
    left = left.filter(({ takes }) => takes > 0);
    if (left.length === 0) return;
  }
}

function counts(kinds: readonly FindKind[]) {
  const byTier: Record<string, number> = {}, byType: Record<string, number> = {};
  for (const { tier, type, n } of kinds) {
    const of = tier ?? "none";
    byTier[of] = (byTier[of] ?? 0) + n;
    byType[type] = (byType[type] ?? 0) + n;
  }
  return { byTier, byType };
}
