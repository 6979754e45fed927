/** Which caches of the list are shown, and in which order; all of it stands in the page's address. Pure. */
import type { CacheRow, Mark } from "../phone/known/caches.ts";
import { FLAGS } from "../phone/known/facts.ts";
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
  /** What a cache has to have: names of its flags. */
  flags?: readonly string[];
  difficulty: MostHard;
  terrain: MostHard;
  sort: Sort;
}

const one = <C extends string>(of: readonly C[], value: string | null, usual: C): C =>
  of.find((choice) => choice === value) ?? usual;

/** The filters that an address asks for; what is unknown in it is left out. */
export function filtersOf(query: string): Filters {
  const asked = new URLSearchParams(query), kinds = asked.get("kind")?.split(",") ?? [];
  const flags = asked.get("with")?.split(",") ?? [];
  const has = FLAGS.map(({ name }) => name).filter((name) => flags.includes(name));
  return {
    kinds: KINDS.filter((kind) => kinds.includes(kind)),
    ...(has.length > 0 && { flags: has }),
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
  { kinds, flags = [], isNew, isHeard, difficulty, terrain, sort }: Filters,
): string {
  const asked = new URLSearchParams(query);
  const put = (name: string, value: string, usual = "") => {
    if (value === usual) asked.delete(name);
    else asked.set(name, value);
  };
  put("kind", kinds.join(","));
  put("with", flags.join(","));
  put("new", isNew ? "1" : "");
  put("heard", isHeard ? "1" : "");
  put("d", difficulty, "5");
  put("t", terrain, "5");
  put("sort", sort, "far");
  const text = asked.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/** How many filters are set; the order is none. */
export const filtersSet = ({ kinds, flags = [], isNew, isHeard, difficulty, terrain }: Filters): number =>
  [kinds.length > 0, flags.length > 0, isNew, isHeard, difficulty !== "5", terrain !== "5"].filter(Boolean)
    .length;

interface RowMarks {
  mark(row: CacheRow): Mark;
  /** Whether somebody was heard where a cache lies; `undefined` while that is not known. */
  heard: ((row: CacheRow) => boolean) | undefined;
}

/** A find that does not count leaves its cache to be found. */
const IS_FOUND: readonly Mark[] = ["found", "pending"];

/** Whether a cache passes. */
export const passes = (
  row: CacheRow,
  { kinds, flags = [], isNew, isHeard, difficulty, terrain }: Filters,
  { mark, heard }: RowMarks,
): boolean =>
  (kinds.length === 0 || kinds.includes(kindOf(row.type))) &&
  flags.every((name) => row[name as keyof CacheRow] === true) &&
  (!isNew || !IS_FOUND.includes(mark(row))) &&
  (!isHeard || heard === undefined || heard(row)) &&
  row.difficulty <= Number(difficulty) && row.terrain <= Number(terrain);

/** In the chosen order; rows come by distance, or by name where neither a place nor a region is known. */
export function inOrder(rows: readonly CacheRow[], sort: Sort): readonly CacheRow[] {
  if (sort === "name") return byTitle(rows);
  if (sort === "recommended") {
    return rows.toSorted((a, b) => (b.recommended ?? 0) - (a.recommended ?? 0));
  }
  const hard = ({ difficulty, terrain }: CacheRow) => difficulty + terrain;
  return sort === "easy" ? rows.toSorted((a, b) => hard(a) - hard(b)) : rows;
}
