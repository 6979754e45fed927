/** Puts the opening of a stage into the queue, behind earlier ones of the cache, also those from another tab. */
import type { App } from "../../phone/app.ts";
import { lastWaiting, unlockItem } from "./unlock.ts";

export async function queueUnlock(
  { drain, gateway, world }: Pick<App, "drain" | "gateway" | "world">,
  about: { account: string; instance: string; cache: string; title: string },
  opening: { n: number; code: string },
): Promise<void> {
  const id = world.newId(), at = gateway.now();
  await drain.refresh();
  const after = lastWaiting(drain.items.peek(), about.cache, about.account);
  await drain.add(unlockItem({ ...about, id, at, after }, opening));
}
