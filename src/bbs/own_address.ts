/** How this mailbox is known in the network: its call, its hierarchical address, and the BIDs that it gives. */
import { baseCall } from "../base/mod.ts";
import { isOwnBid, makeBid, MAX_BID } from "../fbb/mod.ts";
import { ADMIN_CALLSIGNS, BBS_REGION, serviceCall, type Settings } from "../settings/mod.ts";

/** The first operator's base call: partners know the mailbox by it. Without an operator the service call stands in. */
export const ownCall = (settings: Settings): string =>
  settings.get(ADMIN_CALLSIGNS)[0] ?? baseCall(serviceCall(settings));

/** `OE1XBB.#OE1.AUT.EU`, or the bare call while no region is set. */
export function ownAddress(settings: Settings): string {
  const region = settings.get(BBS_REGION);
  return region === "" ? ownCall(settings) : `${ownCall(settings)}.${region}`;
}

/** The BID of a message written here. */
export function bidOf(id: number, settings: Settings): string {
  const call = ownCall(settings);
  return makeBid(id, call) ?? `${id.toString(36)}_${call}`.toUpperCase().slice(0, MAX_BID);
}

/**
 * Whether a BID from outside has the form of our own: then it is our message coming back. Without an operator's
 * call this instance has no such form, and the BID is treated like any other.
 */
export function claimsOwnBid(bid: string, settings: Settings): boolean {
  const operator = settings.get(ADMIN_CALLSIGNS)[0];
  return operator !== undefined && isOwnBid(bid, operator);
}

/** Minutes since 2026 began: numbers start at least there. */
const FIRST_MINUTE = 1_767_225_600 / 60;

/**
 * The least number that a new message may have. A database restored from an older backup then gives no number, and so
 * no BID, a second time, unless more than one message a minute was written since 2026. Zero while the clock is not set.
 */
export const leastNumber = (now: number): number => Math.max(0, Math.floor(now / 60) - FIRST_MINUTE);
