/** Which stations of the list are shown: by how they were heard, and by what somebody searches for. Pure. */
import { type Heard, wayOf } from "../../phone/known/heard.ts";

/** The filters of the list: all, or one way by which stations were heard. */
const FILTERS = ["all", "direct", "digi", "mesh", "internet"] as const;
export type Filter = typeof FILTERS[number];

/** Under which filter a station stands beside `all`; `undefined` for one that was only placed, or sent by the gateway. */
export function filterOf(row: Pick<Heard, "via" | "direct" | "at">): Filter | undefined {
  const way = wayOf(row);
  if (way === "direct" || way === "digi" || way === "mesh") return way;
  return way === "is" || way === "app" ? "internet" : undefined;
}

/** How many stations each filter leaves. */
export function countsOf(rows: readonly Heard[]): Record<Filter, number> {
  const counts: Record<Filter, number> = { all: rows.length, direct: 0, digi: 0, mesh: 0, internet: 0 };
  for (const row of rows) {
    const filter = filterOf(row);
    if (filter) counts[filter]++;
  }
  return counts;
}

/** The filters worth offering: those that leave a part of the stations, and the one that is chosen. */
export const offered = (counts: Readonly<Record<Filter, number>>, chosen: Filter): Filter[] =>
  FILTERS.filter((one) => one === "all" || one === chosen || counts[one] > 0);

/** Whether a station is among those wanted; `text` is in capitals. */
export const isWanted = (row: Heard, filter: Filter, text: string): boolean =>
  (filter === "all" || filterOf(row) === filter) &&
  (text === "" || row.call.startsWith(text) || row.comment.toUpperCase().includes(text));
