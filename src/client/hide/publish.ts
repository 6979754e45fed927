/** Publishes a draft through the queue, so that it is sent once there is a connection, and only once. */
import type { Item } from "../phone/queue/item.ts";
import { newItem } from "../phone/queue/new_item.ts";
import { keepPhotos, photosOfCache } from "../phone/photo/photo.ts";
import type { App } from "../phone/app.ts";
import { bodyOf, type Draft } from "../phone/drafts/draft.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** The item that publishes a draft, if there is one. */
export const itemOf = (items: readonly Item[], draft: Draft): Item | undefined =>
  items.find(({ id }) => id === draft.id);

/**
 * Whether a draft may still be changed: it was not sent, or it was refused. One that was sent without an answer may be a
 * cache by now.
 */
export const isOpen = (item: Item | undefined): boolean =>
  item === undefined || item.state === "needs_you" || item.state === "dropped" ||
  (item.state === "waiting" && item.tries === 0);

/** Puts a draft and its photos into the queue, in place of an earlier version of it. */
export async function publish(app: App, draft: Draft): Promise<void> {
  await app.drain.withdraw(draft.id);
  const item = newItem(app.gateway.now(), draft, {
    ...{ id: draft.id, kind: "hide", cache: "", title: draft.title.trim(), method: "POST" },
    path: routeTo("POST /api/caches"),
    body: { ...bodyOf(draft), draft: draft.id },
  });
  await keepPhotos(app, draft.photos);
  await app.drain.add(item, ...photosOfCache(item, draft.photos, "{code}"));
}
