/** The opening of a stage enters the queue, behind those before it, also where another window of the app has put them there. */
import type { App } from "../shell/app.ts";
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
