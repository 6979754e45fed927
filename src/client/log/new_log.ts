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
export const KINDS = ["found", "DNF", "note"] as const;
/** The kinds of log that the owner of a cache writes about it: nobody finds their own. */
export const OWNERS_KINDS = ["note", "maintenance"] as const;
export type LogKind = typeof KINDS[number] | typeof OWNERS_KINDS[number];

/** What another device noted at the cache: when, unix seconds; the id that the log goes under; that the cache needs a look. */
interface Noted {
  at: number;
  sentId: string;
  needsMaintenance?: boolean;
}

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
    await signLog(key, { at: noted?.at ?? at, cache, call: account, instance, kind, text });
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
      ...(noted?.needsMaintenance && { needsMaintenance: true }),
      ...(position && worthOf(position, at) !== "old" && { position }),
      ...(signed && { signed }),
    },
  });
}
