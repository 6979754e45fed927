/** Another text for a log that waits: the time of the tap stays, and the phone's key signs it again. */
import type { Item } from "../outbox/item.ts";
import { deviceKey, signLog } from "../outbox/sign.ts";
import type { App } from "../shell/app.ts";

export async function editedBody(app: App, item: Item, text: string): Promise<Item["body"]> {
  const { account, instance, cache, at } = item;
  const { signed: _, ...body } = item.body;
  const key = await deviceKey(app.storage, account);
  const kind = String(body.kind);
  const signed = key && await signLog(key, { at, cache, call: account, instance, kind, text });
  return { ...body, text, ...(signed && { signed }) };
}
