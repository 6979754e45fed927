/** Points and rankings. Pure. Each cache counts once for a person, by his best find of it. */
import type { Tier } from "./evidence.ts";

/** One person's find of one cache. */
export interface Find {
  person: number | string;
  call: string;
  cache: number | string;
  tier: Tier | null;
  /** 1 to 5. */
  difficulty: number;
  terrain: number;
}

export interface Rank {
  rank: number;
  call: string;
  finds: number;
  points: number;
}

const BY_TIER = { A: 10, B: 5 } as const;

/** A find's points: 10 for Tier A, 5 for B, else 2, plus difficulty plus terrain. */
export const pointsOf = (find: Pick<Find, "tier" | "difficulty" | "terrain">): number =>
  (find.tier ? BY_TIER[find.tier] : 2) + find.difficulty + find.terrain;

/** Ranks persons by points or finds; equal scores share a rank, and the earlier call stands first. */
export function rank(finds: Iterable<Find>, metric: "points" | "finds", limit: number): Rank[] {
  const persons = new Map<Find["person"], { call: string; best: Map<Find["cache"], number> }>();
  for (const find of finds) {
    let person = persons.get(find.person);
    if (!person) persons.set(find.person, person = { call: find.call, best: new Map() });
    person.best.set(find.cache, Math.max(person.best.get(find.cache) ?? 0, pointsOf(find)));
  }
  const rows = [...persons.values()].map(({ call, best }) => ({
    rank: 0,
    call,
    finds: best.size,
    points: Math.round([...best.values()].reduce((sum, points) => sum + points, 0)),
  }));
  rows.sort((a, b) => b[metric] - a[metric] || b.points - a.points || (a.call < b.call ? -1 : 1));
  rows.forEach((row, i) => {
    const before = rows[i - 1];
    row.rank = before && before[metric] === row[metric] ? before.rank : i + 1;
  });
  return rows.slice(0, limit);
}
