/** Which caches of the list are shown, and in which order; all of it stands in the page's address. Pure. */
import type { CacheRow, Mark } from "../phone/known/caches.ts";
import { kindOf, KINDS } from "../ui/look/kinds.ts";
import { byTitle } from "../ui/words/plain.ts";

export const SORTS = ["far", "name", "easy", "recommended"] as const;
type Sort = typeof SORTS[number];
/** Difficulty and terrain up to so many of five. */
export const MOST_HARD = ["2", "3", "5"] as const;
type MostHard = typeof MOST_HARD[number];

export interface Filters {
  /** Kinds, as they are drawn; none: all. */
  kinds: readonly string[];
  /** Only what the reader has not found. */
  isNew: boolean;
  /** Only where receivers have heard somebody. */
  isHeard: boolean;
  difficulty: MostHard;
  terrain: MostHard;
  sort: Sort;
}

const one = <C extends string>(of: readonly C[], value: string | null, usual: C): C =>
  of.find((choice) => choice === value) ?? usual;

/** The filters that an address asks for; what is unknown in it is left out. */
export function filtersOf(query: string): Filters {
  const asked = new URLSearchParams(query), kinds = asked.get("kind")?.split(",") ?? [];
  return {
    kinds: KINDS.filter((kind) => kinds.includes(kind)),
    isNew: asked.get("new") === "1",
    isHeard: asked.get("heard") === "1",
    difficulty: one(MOST_HARD, asked.get("d"), "5"),
    terrain: one(MOST_HARD, asked.get("t"), "5"),
    sort: one(SORTS, asked.get("sort"), "far"),
  };
}

/** The query of an address with these filters, and with what else stood in it. */
export function queryWith(
  query: string,
  { kinds, isNew, isHeard, difficulty, terrain, sort }: Filters,
): string {
  const asked = new URLSearchParams(query);
  const put = (name: string, value: string, usual = "") => {
    if (value === usual) asked.delete(name);
    else asked.set(name, value);
  };
  put("kind", kinds.join(","));
  put("new", isNew ? "1" : "");
  put("heard", isHeard ? "1" : "");
  put("d", difficulty, "5");
  put("t", terrain, "5");
  put("sort", sort, "far");
  const text = asked.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/** How many filters are set; the order is none. */
export const filtersSet = ({ kinds, isNew, isHeard, difficulty, terrain }: Filters): number =>
  [kinds.length > 0, isNew, isHeard, difficulty !== "5", terrain !== "5"].filter(Boolean).length;

interface Told {
  mark(row: CacheRow): Mark;
  /** Whether somebody was heard where a cache lies; `undefined` while that is not known. */
  heard: ((row: CacheRow) => boolean) | undefined;
}

/** Whether a cache passes. */
export const passes = (
  row: CacheRow,
  { kinds, isNew, isHeard, difficulty, terrain }: Filters,
  { mark, heard }: Told,
): boolean =>
  (kinds.length === 0 || kinds.includes(kindOf(row.type))) &&
  (!isNew || mark(row) === undefined) &&
  (!isHeard || heard === undefined || heard(row)) &&
  row.difficulty <= Number(difficulty) && row.terrain <= Number(terrain);

/** In the chosen order; rows come by distance, or by name where no place is known. */
export function inOrder(rows: readonly CacheRow[], sort: Sort): readonly CacheRow[] {
  if (sort === "name") return byTitle(rows);
  if (sort === "recommended") {
    return rows.toSorted((a, b) => (b.recommended ?? 0) - (a.recommended ?? 0));
  }
  const hard = ({ difficulty, terrain }: CacheRow) => difficulty + terrain;
  return sort === "easy" ? rows.toSorted((a, b) => hard(a) - hard(b)) : rows;
}
