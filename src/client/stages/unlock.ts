/** The opening of a stage as it enters the queue. Pure. */
import { entering, type Item, waits } from "../outbox/item.ts";

/** Openings of a cache by an account, oldest first. */
export const unlocksOf = (items: readonly Item[], cache: string, account: string | undefined): Item[] =>
  items.filter((item) => item.kind === "unlock" && item.cache === cache && item.account === account)
    .toSorted((a, b) => a.at - b.at);

/**
 * The opening that has to reach the gateway before anything else of this cache: of those that have not, the one that no other
 * waits for. Times would not do: a clock that was set back between two openings names the first one as the later.
 */
export function lastWaiting(items: readonly Item[], cache: string, account: string): string | undefined {
  const waiting = unlocksOf(items, cache, account).filter(waits);
  const waitedFor = new Set(waiting.map(({ after }) => after));
  return waiting.findLast(({ id }) => !waitedFor.has(id))?.id;
}

/** Number of the stage that an item opens; no number for an item that opens none. */
export const stageOf = ({ kind, path }: Item): number =>
  kind === "unlock" ? Number(path.split("/").at(-2)) : NaN;

export function unlockItem(
  { id, account, instance, cache, title, at, after }: {
    id: string;
    account: string;
    instance: string;
    cache: string;
    title: string;
    at: number;
    after: string | undefined;
  },
  { n, code }: { n: number; code: string },
): Item {
  return {
    ...{ id, account, instance, cache, title, kind: "unlock" },
    path: `/api/caches/${encodeURIComponent(cache)}/stages/${n}/unlock`,
    body: { code },
    ...(after !== undefined && { after }),
    ...entering(at),
  };
}
