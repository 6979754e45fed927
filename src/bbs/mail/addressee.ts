/** Whom a message is for: a call with its mailbox, or a bulletin's category with its area. Pure. */
import { baseCall, isCall, normalCall } from "../../base/mod.ts";
import { type Address, isAt, readAddress } from "../../fbb/mod.ts";

/** Packed batches of federation go to this name; people neither write to it nor see its mail (FED "Store-and-forward"). */
export const FEDERATION_NAME = "SVCFED";
/** White Pages messages go to this name. */
export const WHITE_PAGES_NAME = "WP";

/** Personal mail to this name at this mailbox is its operator's. */
export const OPERATOR_NAME = "SYSOP";

/** Categories that make a message a bulletin by themselves (API "BBS"). */
const BULLETIN_NAME = /^(ALL|SYSOP|BLN.*|NWS.*|SKY.*)$/;

/**
 * Reads `CALL`, `CALL-7`, `CALL @ OE1XBB.#OE1.AUT.EU` or a category with an area. The SSID goes: a mailbox belongs to the
 * base call. Callsigns of seven characters have mailboxes here, though the network's fields take six.
 */
export function readAddressee(text: string): Address | undefined {
  const read = readAddress(text);
  if (read || text.length > 64) return read;
  const [left = "", right] = text.toUpperCase().split("@").map((part) => part.trim());
  const call = normalCall(left);
  if (!isCall(call) || (right !== undefined && !isAt(right))) return undefined;
  return { to: baseCall(call), at: right ?? "" };
}

/** The mailbox that an address names: its callsign's. `undefined` when the address is not a call. */
export function mailboxOf(text: string): string | undefined {
  const read = readAddressee(text);
  return read && isCall(read.to) ? read.to : undefined;
}

/** The type of a message for which none was asked. */
export const typeFor = (to: string): "P" | "B" => BULLETIN_NAME.test(to) ? "B" : "P";
