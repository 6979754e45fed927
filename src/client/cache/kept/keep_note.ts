/** What one keeps of a cache on its way: it goes through the queue, so that it is kept where there is no signal. */
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

/** Whose, where, and of which cache. */
interface About {
  account: string;
  instance: string;
  cache: string;
  title: string;
}

/** The note as an item of the queue. */
export const noteItem = (app: App, about: About, { text, lat, lon }: CacheNote): Item =>
  newItem(app.gateway.now(), about, {
    id: app.world.newId(),
    kind: "keep",
    cache: about.cache,
    title: about.title,
    method: "PUT",
    path: routeTo("PUT /api/my/notebook/notes/:code", { params: { code: about.cache } }),
    body: { text, lat, lon },
  });

/** Where a cache is put on a list, or ignored. */
const listPath = (id: number, code: string) =>
  routeTo("PUT /api/my/notebook/lists/:id/:code", { params: { id, code } });
const ignorePath = (code: string) => routeTo("PUT /api/my/notebook/ignored/:code", { params: { code } });
export const tickPath = (list: number | undefined, code: string) =>
  list === undefined ? ignorePath(code) : listPath(list, code);

/** The cache on a list or not; without a list: ignored or not. */
export const tickItem = (app: App, about: About, list: number | undefined, on: boolean): Item =>
  newItem(app.gateway.now(), about, {
    id: app.world.newId(),
    kind: list === undefined ? "ignore" : "list",
    cache: about.cache,
    title: about.title,
    method: "PUT",
    path: tickPath(list, about.cache),
    body: { on },
  });

/** The item that waits with the same to be told, where there is one: what is thought better of takes its place. */
export const waitingFor = (items: readonly Item[], { path, account }: Item): Item | undefined =>
  items.find((one) => one.path === path && one.account === account && one.state === "waiting");

/** Whether an item of somebody's holds against what the gateway had at a time. */
const holds = ({ account, state, answer }: Item, whose: string, at: number): boolean =>
  account === whose && state !== "dropped" && (state !== "settled" || (answer?.at ?? 0) > at);

/** Whether a cache is on a list, or ignored: what waits in this phone's queue, else what the gateway had at `at`. */
export function isOn(
  items: readonly Item[],
  account: string,
  { code, list, was, at }: { code: string; list: number | undefined; was: boolean; at: number },
): boolean {
  const path: string = tickPath(list, code);
  const queued = items.findLast((item) => item.path === path && holds(item, account, at));
  return queued ? queued.body.on === true : was;
}

/** What is noted of a cache: what waits in this phone's queue, else what the gateway had when it was last asked, at `at`. */
export function noteOf(
  items: readonly Item[],
  account: string,
  code: string,
  kept: Notebook | undefined,
  at: number,
): CacheNote | undefined {
  const queued = items.findLast((item) =>
    item.kind === "keep" && item.cache === code && holds(item, account, at)
  );
  if (queued) {
    const { text, lat, lon } = queued.body, degrees = (one: unknown) => typeof one === "number" ? one : null;
    return { text: String(text ?? ""), lat: degrees(lat), lon: degrees(lon) };
  }
  return kept?.notes.find((one) => sameCode(one.code, code));
}
