/**
 * Bulletin and message identifiers: what the network tells copies of one message apart by. At most 12 characters,
 * compared without case; F6FBB cuts a longer one, which then meets a shorter equal one, and defers it today.
 */
import { baseCall, normalCall } from "../base/mod.ts";

export const MAX_BID = 12;

/** Printable ASCII without blank: F6FBB takes dots, slashes and dashes too. */
const BID = /^[!-~]{1,12}$/;

/** Whether a text is a BID: 1 to 12 printable characters without blanks. */
export const isBid = (text: string): boolean => BID.test(text);

/** The form to compare and store: upper case. */
export const normalBid = (text: string): string => text.toUpperCase();

/**
 * BID of a message written here: its row id in base 36, `_` and the sysop's base call. Undefined when the number has
 * outgrown the 12 characters (with a call of six from row 60,466,176 on).
 */
export function makeBid(rowId: number, sysopCall: string): string | undefined {
  const bid = `${rowId.toString(36).toUpperCase()}_${baseCall(normalCall(sysopCall))}`;
  return isBid(bid) ? bid : undefined;
}

/**
 * Whether a BID has the form that this instance gives: inbound mail that carries one is our own coming back.
 */
export function isOwnBid(bid: string, sysopCall: string): boolean {
  const own = `_${baseCall(normalCall(sysopCall))}`;
  const text = normalBid(bid);
  return text.endsWith(own) && /^[0-9A-Z]{1,10}$/.test(text.slice(0, -own.length));
}
