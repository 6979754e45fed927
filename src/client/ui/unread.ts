/**
 * Why something could not be read, and in words. Some of it passes by itself: the gateway is gone, has a fault, or was asked
 * too often. The rest is an answer about the thing itself, and no waiting helps.
 */
import type { Refused } from "./refused.ts";
import { say, sayRefusal } from "./say.ts";

export type Passing = "gone" | "fault" | "limited";

/** Which trouble of the gateway's it is; `undefined` where it is an answer about what was asked. */
export function passingOf(refused: Refused): Passing | undefined {
  if (!refused.refused) return "gone";
  if (refused.status === 429) return "limited";
  return refused.status >= 500 ? "fault" : undefined;
}

/** What stands in the place of something that was never read on this phone. */
export function sayUnread(refused: Refused): string {
  if (refused.refused && !passingOf(refused)) return sayRefusal(refused);
  // What is gone or asked too often comes once the gateway answers; a fault may stay.
  return say(passingOf(refused) === "fault" ? "weather.unread.fault" : "weather.unread");
}
