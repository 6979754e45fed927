/** Lists in pages that are sorted by one of several columns: which rows come next, and how many there are. */
import type { Database } from "./open.ts";
import type { Params } from "./sql.ts";

/** What is asked of a list: `after` is the `nextCursor` of the page before. */
export interface PageWanted<Sort extends string> {
  sort: Sort;
  order: "asc" | "desc";
  limit: number;
  after?: string | undefined;
}

interface Sorted {
  id: number;
  value: string | number;
}

/**
 * The numbers of rows of `from` (which has an `id`) that `where` lets through, by pages. `sorts` are expressions that are never
 * NULL. A page goes on after the last row's value and number, so that no row is shown twice when others come or go.
 */
export function pagedIds<Filters extends Params, Sort extends string>(
  db: Database,
  { from, where, sorts }: { from: string; where: string; sorts: Readonly<Record<Sort, string>> },
) {
  const statement = (sort: Sort, order: "asc" | "desc") =>
    db.sql<Params, Sorted>(
      `SELECT id, value FROM (SELECT id, ${sorts[sort]} AS value FROM ${from} WHERE ${where})
       WHERE :afterId IS NULL OR (value, id) ${order === "asc" ? ">" : "<"} (:afterValue, :afterId)
       ORDER BY value ${order}, id ${order} LIMIT :limit`,
    );
  const pages = Object.fromEntries(
    (Object.keys(sorts) as Sort[]).flatMap((sort) =>
      (["asc", "desc"] as const).map((order) => [`${sort} ${order}`, statement(sort, order)])
    ),
  );
  const count = db.sql<Params, { n: number }>(`SELECT count(*) AS n FROM ${from} WHERE ${where}`);
  return ({ sort, order, limit, after }: PageWanted<Sort>, filters: Filters) => {
    const found = pages[`${sort} ${order}`]!.all({ ...filters, ...readAfter(after), limit: limit + 1 });
    const ids = found.slice(0, limit).map(({ id }) => id), last = found[limit - 1];
    return {
      ids,
      total: count.get(filters)!.n,
      truncated: found.length > limit,
      ...(found.length > limit &&
        { nextCursor: `${last!.id}.${typeof last!.value === "number" ? "n" : "t"}${last!.value}` }),
    };
  };
}

/** A cursor as it is written above: number, kind of the value, value. */
export const CURSOR_FORM = /^\d{1,15}\.(?:n-?\d{1,16}|t.{0,280})$/su;

function readAfter(
  cursor: string | undefined,
): { afterId: number | null; afterValue: string | number | null } {
  if (cursor === undefined) return { afterId: null, afterValue: null };
  const cut = cursor.indexOf("."), value = cursor.slice(cut + 2);
  return {
    afterId: Number(cursor.slice(0, cut)),
    afterValue: cursor[cut + 1] === "n" ? Number(value) : value,
  };
}
