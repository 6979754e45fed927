/** The moment of a find or a hide: which one it is, and which cache is next. Pure. */
import type { CacheRow } from "../phone/known/caches.ts";
import type { Item } from "../phone/queue/item.ts";
import { worthHere } from "../ui/look/radio.tsx";
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
  // Of a visit that waits at the other end for its key nothing is known yet that could be celebrated.
  const find = fine.find((item) =>
    item.id === named && item.kind === "log" && item.body.kind === "found" &&
    (item.state !== "settled" || answeredOf(item))
  );
  return find ??
    fine.findLast(({ kind, state, at }) =>
      kind === "hide" && state === "settled" && Math.abs(now - at) < HIDE_S
    );
}

/** What the gateway said of a find that it has; `undefined` until then. */
export function answeredOf({ state, answer }: Pick<Item, "state" | "answer">) {
  const log = answer?.value as { tier?: "A" | "B" | null; verified?: boolean } | undefined;
  return state === "settled" && log?.tier !== undefined
    ? { tier: log.tier, verified: log.verified }
    : undefined;
}

/**
 * How much is known of a find: a receiver heard it, the phone knows the place, nothing proves it, what is known does not count
 * at this cache, or nobody has said yet.
 */
export type KnownOf = "heard" | "placed" | "unproven" | "uncounted" | "waits";
export function knownOf(item: Pick<Item, "state" | "answer">): KnownOf {
  const log = answeredOf(item), worth = log && worthHere(log);
  if (worth === undefined) return "waits";
  return worth === "A" ? "heard" : worth === "B" ? "placed" : worth === "none" ? "unproven" : worth;
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
