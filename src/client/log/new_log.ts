/** Makes a log for the queue: timed and signed when the button is pressed, without asking the gateway. */
import type { App } from "../phone/app.ts";
import type { Item } from "../phone/queue/item.ts";
import { newItem } from "../phone/queue/new_item.ts";
import { deviceKey, signLog } from "../phone/queue/sign.ts";
import { lastWaiting } from "../cache/stages/unlock.ts";
import { type Reading, worthOf } from "../phone/position/reading.ts";
import type { LogSaid } from "../phone/known/log_seen.ts";
import { routeTo } from "../phone/wire/routes.ts";

/** The kinds of log that a member writes. */
export const KINDS = ["found", "DNF", "note", "look"] as const;
/** The kinds of log that the owner of a cache writes about it: nobody finds their own. */
export const OWNERS_KINDS = ["note", "maintenance"] as const;
export type LogKind = typeof KINDS[number] | typeof OWNERS_KINDS[number];

/** A log that says that the cache needs a look is a note: as that it is signed. */
export const writtenAs = (kind: string): string => kind === "look" ? "note" : kind;

/** What was noted at the cache before: when, unix seconds; the id that the log goes under. */
interface Noted {
  at: number;
  sentId: string;
}

/** That the cache is a favourite or no more, on its way with the log. */
export const likeItem = (
  app: App,
  about: { account: string; instance: string; cache: string; title: string },
  on: boolean,
): Item =>
  newItem(app.gateway.now(), about, {
    ...{ id: app.world.newId(), kind: "like", cache: about.cache, title: about.title, method: "POST" },
    path: routeTo("POST /api/caches/:id/favorite", { params: { id: about.cache } }),
    body: { on },
  });

/** The log as an item of the queue; `position` is sent unless it is too old. */
export async function newLog(
  app: App,
  about: { account: string; instance: string; cache: string; title: string },
  { kind, position, noted, ...said }: LogSaid & {
    kind: LogKind;
    position: Reading | undefined;
    noted?: Noted | undefined;
  },
): Promise<Item> {
  const { account, instance, cache, title } = about, { text } = said;
  const at = app.gateway.now();
  const key = await deviceKey(app.storage, account);
  const signed = key &&
    await signLog(key, {
      ...{ at: noted?.at ?? at, cache, call: account, instance, text },
      kind: writtenAs(kind),
    });
  const id = noted?.sentId ?? app.world.newId();
  // A stage that was opened on this phone, maybe in another window, has to be sent to the gateway before the log.
  await app.drain.refresh();
  const after = lastWaiting(app.drain.items.peek(), cache, account);
  return newItem(at, { account, instance }, {
    ...{ id, kind: "log", cache, title, after, method: "POST" },
    path: routeTo("POST /api/caches/:id/logs", { params: { id: cache } }),
    body: {
      kind,
      ...said,
      offline: true,
      // By this id the gateway knows a log that is sent twice, also one that is not signed.
      sentId: id,
      ...(position && worthOf(position, noted?.at ?? at) !== "old" && { position }),
      ...(signed && { signed }),
    },
  });
}
