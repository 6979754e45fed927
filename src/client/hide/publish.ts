/** Publishes a draft through the queue, so that it is sent once there is a connection, and only once. */
import type { Item } from "../phone/queue/item.ts";
import { newItem } from "../phone/queue/new_item.ts";
import { keepPhotos, photosOfCache } from "../phone/photo/photo.ts";
import type { App } from "../phone/app.ts";
import { bodyOf, type Draft, stagesOf } from "../phone/drafts/draft.ts";
import { posted } from "../phone/drafts/stages.ts";
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

/** Puts a draft, its stages and its photos into the queue, in place of an earlier version of it. */
export async function publish(app: App, draft: Draft): Promise<void> {
  await app.drain.withdraw(draft.id);
  const item = newItem(app.gateway.now(), draft, {
    ...{ id: draft.id, kind: "hide", cache: "", title: draft.title.trim(), method: "POST" },
    path: routeTo("POST /api/caches"),
    body: { ...bodyOf(draft), draft: draft.id },
  });
  const stages = stagesOf(draft);
  // Before the photos: a cache that waits for them on a slow line has its stages already.
  const led: Item[] = stages.length === 0 ? [] : [{
    ...{ ...item, id: `${draft.id}-stages`, after: item.id, kind: "stages", at: item.at - 1 },
    ...{ path: "/api/caches/{code}/stages", body: { stages: posted(stages), was: [] } },
  }];
  await keepPhotos(app, draft.photos);
  await app.drain.add(item, ...led, ...photosOfCache(item, draft.photos, "{code}"));
}
