/** What somebody has said and the gateway has not told yet: it holds against what the gateway had before. */
import type { Drain } from "./drain.ts";
import type { Item } from "./item.ts";

interface Way {
  path: string;
  after?: string | undefined;
}

/** Whether two items say the same thing anew: to one address, which after another item may be another one. */
export const sayAlike = (one: Way, other: Way): boolean =>
  one.path === other.path && one.after === other.after;

/** The item that waits with the same to be told, where there is one: what is thought better of takes its place. */
export const waitingFor = (items: readonly Item[], item: Item): Item | undefined =>
  items.find((one) => sayAlike(one, item) && one.account === item.account && one.state === "waiting");

/** Whether an item of somebody's holds against what the gateway had at a time. */
export const holds = ({ account, state, answer }: Item, whose: string, at: number): boolean =>
  account === whose && state !== "dropped" && (state !== "settled" || (answer?.at ?? 0) > at);

/**
 * The item as it stands behind whatever said the same before it, which may be on its way just now: of two of one second
 * nobody would know which was said last.
 */
export function behind(items: readonly Item[], item: Item): Item {
  const said = items.filter((one) => sayAlike(one, item) && one.account === item.account);
  return { ...item, at: said.reduce((at, one) => Math.max(at, one.at + 1), item.at) };
}

/** Puts an item into the queue, in the place of the one that it is thought better of. Rejects where the phone is full. */
export async function tell(drain: Drain, item: Item): Promise<void> {
  const before = waitingFor(drain.items.peek(), item);
  if (before && await drain.edit(before.id, item.body)) return;
  await drain.add(behind(drain.items.peek(), item));
}
