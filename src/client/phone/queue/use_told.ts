/** What waited on the phone and was sent is told by the gateway from then on: it is read once more. */
import { useEffect } from "preact/hooks";
import type { Item } from "./item.ts";

/** Reads anew whenever another of these items has settled. */
export function useTold(items: readonly Item[], read: { again(): Promise<void> }): void {
  const told = items.filter(({ state }) => state === "settled").length;
  useEffect(() => {
    if (told > 0) void read.again();
  }, [told]);
}
