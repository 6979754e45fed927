/** What one keeps of a cache on its way: it goes through the queue, so that it is kept where there is no signal. */
import type { App } from "../../phone/app.ts";
import { sameCode } from "../../phone/known/same_code.ts";
import type { Item } from "../../phone/queue/item.ts";
import { holds, sayAlike } from "../../phone/queue/holds.ts";
import { newItem } from "../../phone/queue/new_item.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import type { KeptList } from "./kept_lists.ts";

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

/** What a tick of a cache is about: a list; without one, that the cache is ignored. */
type Ticked = Pick<KeptList, "id" | "begun"> | undefined;

const BLANK = "{id}";
const ignorePath = (code: string) => routeTo("PUT /api/my/notebook/ignored/:code", { params: { code } });
const listPath = (id: number | typeof BLANK, code: string) =>
  routeTo("PUT /api/my/notebook/lists/:id/:code", { params: { id, code } });
/** On a list whose number is in the answer to the item that begins it. */
const begunPath = (code: string) =>
  listPath(BLANK, code).replace(encodeURIComponent(BLANK), BLANK) as ReturnType<typeof listPath>;

/**
 * Where a tick is told, and after which item. While the one that begins its list is in the queue, every tick goes after it,
 * so that the last one is told last.
 */
export function tickWay(list: Ticked, code: string) {
  if (!list) return { path: ignorePath(code) };
  return list.begun
    ? { path: begunPath(code), after: list.begun.id }
    : { path: listPath(list.id ?? BLANK, code) };
}

/** The cache on a list or not; without a list: ignored or not. */
export const tickItem = (app: App, about: About, list: Ticked, on: boolean): Item =>
  newItem(app.gateway.now(), about, {
    id: app.world.newId(),
    kind: list ? "list" : "ignore",
    cache: about.cache,
    title: about.title,
    method: "PUT",
    ...tickWay(list, about.cache),
    body: { on },
  });

/** Whether a cache is on a list, or ignored: what waits in this phone's queue, else what the gateway had at `at`. */
export function isOn(
  items: readonly Item[],
  account: string,
  { code, list, was, at }: { code: string; list: Ticked; was: boolean; at: number },
): boolean {
  const ways = [tickWay(list, code)];
  // Ticks of before the phone began the list once more went to its number.
  if (list?.begun && list.id !== undefined) ways.push(tickWay({ id: list.id, begun: undefined }, code));
  const queued = items.findLast((item) =>
    ways.some((way) => sayAlike(item, way)) && holds(item, account, at)
  );
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
