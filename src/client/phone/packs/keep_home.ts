/** Keeps the home square once the first list is there: what stood in it opens without signal, with its words and log book. */
import type { App } from "../app.ts";
import { homeSquare } from "./home_square.ts";

/** To be called when the browser is idle. Only a list that the gateway gave now says what there is. */
export async function keepHome({ caches, packs, gateway }: App): Promise<void> {
  if (!isSecureContext || !gateway.reached.peek() || caches.list.peek()?.source !== "live") return;
  const grid = homeSquare(caches.rows.peek(), caches.own.from.peek());
  if (grid) await packs.keepSilently(grid).catch(() => {}); // the phone is full: nothing was promised
}
