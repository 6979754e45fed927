/** Points and rankings. Pure. The sums of everybody's finds are kept by the database's own rules (migration 0472). */
import type { Tier } from "./evidence.ts";

/** A person's finds, each cache once. */
export interface Score {
  call: string;
  /** Of a visitor: the instance where they live. */
  home?: string;
  finds: number;
  points: number;
}

interface Rank extends Score {
  rank: number;
}

const BY_TIER = { A: 10, B: 5 } as const;

/** A find's points: 10 for Tier A, 5 for B, else 2, plus difficulty plus terrain. */
export const pointsOf = (
  find: { tier: Tier | null; /** 1 to 5. */ difficulty: number; terrain: number },
): number => (find.tier ? BY_TIER[find.tier] : 2) + find.difficulty + find.terrain;

/** Ranks persons by points or finds; equal scores share a rank, and the earlier call stands first. */
export function rank(persons: Iterable<Score>, metric: "points" | "finds", limit: number): Rank[] {
  const rows = [...persons].map((score) => ({ rank: 0, ...score }));
  rows.sort((a, b) => b[metric] - a[metric] || b.points - a.points || (a.call < b.call ? -1 : 1));
  rows.forEach((row, i) => {
    const before = rows[i - 1];
    row.rank = before && before[metric] === row[metric] ? before.rank : i + 1;
  });
  return rows.slice(0, limit);
}
