/** A member's lists as their phone knows them: what the gateway told, and those that the phone has begun since. */
import type { App } from "../../phone/app.ts";
import { holds } from "../../phone/queue/holds.ts";
import { type Item, waits } from "../../phone/queue/item.ts";
import { newItem } from "../../phone/queue/new_item.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";

type ListView = AnswerOf<"GET /api/my/notebook">["lists"][number];

/** A list by its number, by the item of the queue that begins it, or by both. */
export interface KeptList {
  id: number | undefined;
  begun: Item | undefined;
  name: string;
  codes: readonly string[];
}

const LISTS = routeTo("POST /api/my/notebook/lists");

/** A list of this name as an item of the queue. */
export const listItem = (app: App, whose: { account: string; instance: string }, name: string): Item =>
  newItem(app.gateway.now(), whose, {
    id: app.world.newId(),
    ...{ kind: "list", cache: "", title: name, method: "POST", path: LISTS, body: { name } },
  });

/** Whether an item begins a list, and does not put a cache on one. */
export const beginsList = ({ kind, path }: Pick<Item, "kind" | "path">): boolean =>
  kind === "list" && path === LISTS;

/** Whether what an item begins is this list: the gateway gives a list that is there already for its name. */
function isOf({ state, answer, body }: Item, { id, name }: ListView): boolean {
  if (state === "settled") return (answer?.value as { id?: number } | undefined)?.id === id;
  return state !== "needs_you" && body.name === name;
}

/** The lists of an account; `at`: when the gateway told of `lists`. One that it tells of is not shown a second time. */
export function listsOf(
  items: readonly Item[],
  account: string,
  lists: readonly ListView[],
  at: number,
): KeptList[] {
  const begun = items.filter((item) =>
    beginsList(item) && item.account === account && item.state !== "dropped"
  );
  const told = lists.map((list) => ({ ...list, begun: begun.findLast((item) => isOf(item, list)) }));
  const there = new Set(lists.map(({ name }) => name)), found = new Set(told.map((one) => one.begun?.id));
  const more = begun.filter((item) =>
    holds(item, account, at) && !found.has(item.id) && !(waits(item) && there.has(String(item.body.name)))
  );
  return [
    ...told,
    ...more.map((item) => ({ id: undefined, begun: item, name: String(item.body.name), codes: [] })),
  ];
}
