/** A note of a cache on its way: it goes through the queue, so that it is kept where there is no signal. */
import type { App } from "../../phone/app.ts";
import { sameCode } from "../../phone/known/same_code.ts";
import type { Item } from "../../phone/queue/item.ts";
import { newItem } from "../../phone/queue/new_item.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";

/** What the member keeps, as the gateway tells it. */
type Notebook = AnswerOf<"GET /api/my/notebook">;
/** What is noted of one cache. */
export interface CacheNote {
  text: string;
  lat: number | null;
  lon: number | null;
}

/** The note as an item of the queue. */
export const noteItem = (
  app: App,
  about: { account: string; instance: string; cache: string; title: string },
  { text, lat, lon }: CacheNote,
): Item =>
  newItem(app.gateway.now(), about, {
    id: app.world.newId(),
    kind: "keep",
    cache: about.cache,
    title: about.title,
    method: "PUT",
    path: routeTo("PUT /api/my/notebook/notes/:code", { params: { code: about.cache } }),
    body: { text, lat, lon },
  });

/** What is noted of a cache: what waits in this phone's queue, else what the gateway had when it was last asked, at `at`. */
export function noteOf(
  items: readonly Item[],
  account: string,
  code: string,
  kept: Notebook | undefined,
  at: number,
): CacheNote | undefined {
  const queued = items.findLast(({ kind, cache, account: whose, state, answer }) =>
    kind === "keep" && cache === code && whose === account && state !== "dropped" &&
    (state !== "settled" || (answer?.at ?? 0) > at)
  );
  if (queued) {
    const { text, lat, lon } = queued.body, degrees = (one: unknown) => typeof one === "number" ? one : null;
    return { text: String(text ?? ""), lat: degrees(lat), lon: degrees(lon) };
  }
  return kept?.notes.find((one) => sameCode(one.code, code));
}
