/** Changes of a cache in the queue: at most one for each cache, made to the version that was on the screen. */
import type { Item } from "../phone/queue/item.ts";
import type { App } from "../phone/app.ts";
import { newItem } from "../phone/queue/new_item.ts";
import { type BodyOf, routeTo } from "../phone/wire/routes.ts";

/** Fields of a cache that are to be others. */
export type Change = Omit<BodyOf<"PATCH /api/caches/:id">, "ifUpdatedAt">;

/** The change of this cache that is not settled yet, if there is one. */
export const changeOf = (items: readonly Item[], code: string): Item | undefined =>
  items.find(({ kind, cache, state }) => kind === "change" && cache === code && state !== "settled");

/** Whether it may still be replaced: it was never sent, or it was refused. One without an answer may have been done. */
export const isWaiting = ({ state, tries }: Item): boolean =>
  state === "needs_you" || (state === "waiting" && tries === 0);

/**
 * The version to name when what was typed over version `over` is saved. A later one that this phone's own changes (`items`,
 * those of the cache) have made since is known; one that was made elsewhere is not, so the gateway answers with a conflict.
 */
export function versionOver(over: number, items: readonly Pick<Item, "state" | "body" | "answer">[]): number {
  const own = items.find(({ state, body }) => state === "settled" && body.ifUpdatedAt === over);
  const made = (own?.answer?.value as { updatedAt?: unknown } | undefined)?.updatedAt;
  return typeof made === "number" && made > over ? versionOver(made, items) : over;
}

/** What the form saves over the change that waits: a status that this one names too, which is no field of the form. */
export const withStatus = (waits: Pick<Item, "body"> | undefined, body: Change): Change =>
  "status" in { ...waits?.body } ? { status: waits!.body.status as Change["status"], ...body } : body;

/** Puts a change into the queue. It replaces the one that waits there, so `body` has to name all changes. */
export async function put(
  app: App,
  cache: { code: string; title: string; updatedAt: number },
  body: Change,
): Promise<void> {
  const start = app.start.peek()?.value, account = start?.session.call;
  if (!start || !account) throw new Error("nobody is signed in");
  const before = changeOf(app.drain.items.peek(), cache.code);
  const item = newItem(app.gateway.now(), { account, instance: start.instance }, {
    ...{ id: app.world.newId(), kind: "change", cache: cache.code, title: cache.title, method: "PATCH" },
    path: routeTo("PATCH /api/caches/:id", { params: { id: cache.code } }),
    body: { ...body, ifUpdatedAt: cache.updatedAt },
  });
  if (before) await app.drain.withdraw(before.id);
  await app.drain.add(item);
}
