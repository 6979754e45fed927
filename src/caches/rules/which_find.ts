/** Which of a person's finds of one cache is the find. Pure. API "Caches, logs, media": one find a cache a person. */
import type { Tier } from "./evidence.ts";

const WORTH = { A: 2, B: 1 } as const;
const worthOf = (tier: Tier | null): number => tier === null ? 0 : WORTH[tier];

/** Whether a tier is higher than another. */
export const isWorthMore = (tier: Tier | null, than: Tier | null): boolean => worthOf(tier) > worthOf(than);

/** A find as it stands, and whether its tier reaches what the cache asks for. */
export interface Standing {
  id: number;
  foundAt: number;
  tier: Tier | null;
  counts: boolean;
}

/**
 * The one that is the find, where any has a tier: of those that count and have the highest tier the earliest, in whatever
 * order they came to it. A verdict never falls: an earlier find of Tier B does not take the place of one of Tier A. Where
 * none counts it is the one that was written last.
 */
export const whichFind = <Find extends Standing>(finds: readonly Find[]): Find | undefined =>
  finds.filter(({ tier }) => tier !== null).sort((a, b) =>
    Number(b.counts) - Number(a.counts) || worthOf(b.tier) - worthOf(a.tier) ||
    (a.counts ? a.foundAt - b.foundAt || a.id - b.id : b.id - a.id)
  )[0];

/** Those that become notes beside it: all where it counts, else those that have a tier. */
export const besideFind = <Find extends Standing>(find: Standing, others: readonly Find[]): Find[] =>
  find.tier === null ? [] : others.filter(({ id, tier }) => id !== find.id && (find.counts || tier !== null));
