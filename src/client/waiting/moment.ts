/** The moment of a find or a hide: which one it is, and which cache is next. Pure. */
import type { CacheRow } from "../phone/known/caches.ts";
import type { Item } from "../phone/queue/item.ts";
import { distanceM, type Point } from "../ui/places/arrow.ts";

/** A new cache is told of for so many seconds after it was published. */
const HIDE_S = 600;

/**
 * What is celebrated: the find that was saved just now (`named` by the page before), else a cache published just now. Nothing
 * that needs the person, was discarded, or turned out to be found already.
 */
export function momentOf(items: readonly Item[], named: string | null, now: number): Item | undefined {
  const fine = items.filter(({ state, answer }) =>
    state !== "needs_you" && state !== "dropped" && answer?.reason === undefined
  );
  const find = fine.find(({ id, kind, body }) => id === named && kind === "log" && body.kind === "found");
  return find ??
    fine.findLast(({ kind, state, at }) =>
      kind === "hide" && state === "settled" && Math.abs(now - at) < HIDE_S
    );
}

/** The nearest cache that is still to be found: from the one just found, or from where the phone is. */
export function nextFrom(
  rows: readonly CacheRow[],
  from: Point,
  isOut: (row: CacheRow) => boolean,
): { row: CacheRow; awayM: number } | undefined {
  let best: { row: CacheRow; awayM: number } | undefined;
  for (const row of rows) {
    if (row.status !== "active" || isOut(row)) continue;
    const awayM = distanceM(from, row);
    if (!best || awayM < best.awayM) best = { row, awayM };
  }
  return best;
}
