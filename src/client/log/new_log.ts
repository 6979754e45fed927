/** A log as it enters the queue: timed and signed at the tap, with no question to the gateway. */
import type { App } from "../shell/app.ts";
import type { Item } from "../outbox/item.ts";
import { deviceKey, signLog } from "../outbox/sign.ts";
import { lastWaiting } from "../stages/unlock.ts";
import type { Reading } from "./position.ts";

export const KINDS = ["found", "DNF", "note"] as const;
export type Kind = typeof KINDS[number];

/** An older reading does not show where the log was written, seconds. */
const FRESH_S = 120;

export async function newLog(
  app: App,
  about: { account: string; instance: string; cache: string; title: string },
  { kind, text, position }: { kind: Kind; text: string; position: Reading | undefined },
): Promise<Item> {
  const { account, instance, cache, title } = about;
  const at = app.gateway.now();
  const key = await deviceKey(app.storage, account);
  const signed = key && await signLog(key, { at, cache, call: account, instance, kind, text });
  const id = app.world.newId();
  const body = {
    kind,
    text,
    offline: true,
    // Nothing signed, and tried again an hour later: the gateway knows it by its name.
    sentId: id,
    ...(position && at - position.at <= FRESH_S && { position }),
    ...(signed && { signed }),
  };
  const path = `/api/caches/${encodeURIComponent(cache)}/logs`;
  // A stage that was opened on the phone, maybe in another window, is opened at the gateway first.
  await app.drain.refresh();
  const after = lastWaiting(app.drain.items.peek(), cache, account);
  return {
    ...(after !== undefined && { after }),
    ...{ id, account, instance, kind: "log", cache, title, path, body, at },
    ...{ state: "waiting", tries: 0, notBefore: at, unanswered: false, leasedUntil: 0 },
  };
}
