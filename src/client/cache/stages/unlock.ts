/** Openings of stages as items of the queue. Pure. */
import { type Item, waits } from "../../phone/queue/item.ts";
import { newItem } from "../../phone/queue/new_item.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** The openings of a cache's stages by an account, oldest first. */
export const unlocksOf = (items: readonly Item[], cache: string, account: string | undefined): Item[] =>
  items.filter((item) => item.kind === "unlock" && item.cache === cache && item.account === account)
    .toSorted((a, b) => a.at - b.at);

/**
 * The id of the opening of this cache after which anything later has to be sent: of those that wait, the one that no other
 * waits for. Times would not do: where the phone's clock was set back between two openings, the first has the later time.
 */
export function lastWaiting(items: readonly Item[], cache: string, account: string): string | undefined {
  const waiting = unlocksOf(items, cache, account).filter(waits);
  const waitedFor = new Set(waiting.map(({ after }) => after));
  return waiting.findLast(({ id }) => !waitedFor.has(id))?.id;
}

/** The number of the stage that an item opens; `NaN` for any other item. */
export const stageOf = ({ kind, path }: Item): number =>
  kind === "unlock" ? Number(path.split("/").at(-2)) : NaN;

/** The item that opens stage `n` with this code. */
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
  return newItem(at, { account, instance }, {
    ...{ id, kind: "unlock", cache, title, after, method: "POST" },
    path: routeTo("POST /api/caches/:id/stages/:n/unlock", { params: { id: cache, n } }),
    body: { code },
  });
}
