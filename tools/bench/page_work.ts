/** How much the main thread of a page works, for rows about a phone's slow processor. */
import type { Tab } from "../../tests/kit/browser.ts";

/** How much slower than this machine such a phone is. */
export const SLOW = 4;

/**
 * Milliseconds that the main thread of a page has worked, without what it waited for, such as other programs of the machine. A
 * slowed page is held up by counting, which would count as work: so work is measured at full speed, and said four times as long.
 */
export async function worked(tab: Tab): Promise<number> {
  const { metrics } = await tab.send("Performance.getMetrics");
  return metrics.find(({ name }: { name: string }) => name === "ThreadTime").value * 1000;
}
