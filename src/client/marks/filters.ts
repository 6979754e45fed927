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
  /**
   * What its owner says of it, all of these: the country as amateurs count them, by its main prefix in capitals, and tags, which
   * have none.
   */
  tags?: readonly string[];
  difficulty: MostHard;
  terrain: MostHard;
  sort: Sort;
}

const one = <C extends string>(of: readonly C[], value: string | null, usual: C): C =>
  of.find((choice) => choice === value) ?? usual;

/** The filters that an address asks for; what is unknown in it is left out. */
export function filtersOf(query: string): Filters {
  const asked = new URLSearchParams(query);
  const list = (name: string) => asked.get(name)?.split(",") ?? [];
  const kinds = list("kind"), flags = list("with"), tags = list("tags");
  const has = FLAGS.flatMap(({ name }) => flags.includes(name) ? name : []);
  return {
    kinds: KINDS.filter((kind) => kinds.includes(kind)),
    ...(has[0] && { flags: has }),
    ...(tags[0] && { tags }),
    isNew: asked.has("new"),
    isHeard: asked.has("heard"),
    difficulty: one(MOST_HARD, asked.get("d"), "5"),
    terrain: one(MOST_HARD, asked.get("t"), "5"),
    sort: one(SORTS, asked.get("sort"), "far"),
  };
}

/** The query of an address with these filters, and with what else stood in it. */
export function queryWith(
  query: string,
  { kinds, flags = [], tags = [], isNew, isHeard, difficulty, terrain, sort }: Filters,
): string {
  const asked = new URLSearchParams(query);
  const wanted = {
    kind: kinds.join(),
    with: flags.join(),
    tags: tags.join(),
    new: isNew && "1",
    heard: isHeard && "1",
    d: difficulty < "5" && difficulty,
    t: terrain < "5" && terrain,
    sort: sort !== "far" && sort,
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (value) asked.set(name, value);
    else asked.delete(name);
  }
  const text = asked.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/** How many filters are set; the order is none. */
export const filtersSet = (
  { kinds, flags, tags, isNew, isHeard, difficulty, terrain }: Filters,
): number =>
  [kinds[0], flags?.[0], tags?.[0], isNew, isHeard, difficulty < "5", terrain < "5"]
    .filter(Boolean).length;

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
  { kinds, flags = [], tags = [], isNew, isHeard, difficulty, terrain }: Filters,
  { mark, heard }: RowMarks,
): boolean =>
  (!kinds[0] || kinds.includes(kindOf(row.type))) &&
  flags.every((name) => row[name as keyof CacheRow] === true) &&
  tags.every((one) => row.country === one || row.tags?.includes(one)) &&
  (!isNew || !IS_FOUND.includes(mark(row))) &&
  (!isHeard || !heard || heard(row)) &&
  row.difficulty <= +difficulty && row.terrain <= +terrain;

/** In the chosen order; rows come by distance, or by name where neither a place nor a region is known. */
export function inOrder(rows: readonly CacheRow[], sort: Sort): readonly CacheRow[] {
  if (sort === "name") return byTitle(rows);
  if (sort === "far") return rows;
  const last = ({ recommended = 0, difficulty, terrain }: CacheRow) =>
    sort === "easy" ? difficulty + terrain : -recommended;
  return rows.toSorted((a, b) => last(a) - last(b));
}
