/** Changes the text of a log that waits. Its time stays the one of the first press, and this phone's key signs it anew. */
import type { Item } from "../phone/queue/item.ts";
import { deviceKey, signLog } from "../phone/queue/sign.ts";
import { writtenAs } from "./new_log.ts";
import type { App } from "../phone/app.ts";

/** The new body of the item; what is ticked besides the text is under no signature. */
export async function editedBody(
  app: App,
  item: Item,
  text: string,
  ticked: object = {},
): Promise<Item["body"]> {
  const { account, instance, cache, at } = item;
  if (item.body.home) return (await import("../visit/visits.ts")).editedVisit(app, item, text);
  const { signed: _, ...body } = item.body;
  const key = await deviceKey(app.storage, account);
  const kind = writtenAs(String(body.kind));
  const signed = key && await signLog(key, { at, cache, call: account, instance, kind, text });
  return { ...body, ...ticked, text, ...(signed && { signed }) };
}
