/** Callsigns as text. Pure. A call is a base call with an optional SSID: `OE1ABC-9`. */

/** A call as people and APRS-IS write it: 3 to 9 letters, digits and one dash part, with a digit in the base. */
const CALL = /^(?=[A-Z0-9]*[0-9])[A-Z0-9]{3,7}(-[A-Z0-9]{1,2})?$/;
/** A call that fits an AX.25 address: base of at most six characters, SSID 0 to 15. */
const AX25_CALL = /^[A-Z0-9]{1,6}(-([0-9]|1[0-5]))?$/;

/** Upper case, surrounding white space gone, SSID 0 written without a suffix (AX.25). */
export const normalCall = (text: string): string => text.trim().toUpperCase().replace(/-0$/, "");

/** Whether an already normal text is a call that a person or station can have. */
export const isCall = (call: string): boolean => call.length <= 9 && CALL.test(call);

/** Whether the call fits an AX.25 address field. */
export const isAx25Call = (call: string): boolean => AX25_CALL.test(call);

/** The part before the SSID: `OE1ABC-9` gives `OE1ABC`. */
export function baseCall(call: string): string {
  const dash = call.indexOf("-");
  return dash < 0 ? call : call.slice(0, dash);
}

/** The call that an account is held under, of a call as somebody writes it: `oe1abc-7` gives `OE1ABC`. */
export const ownerCall = (text: string): string => baseCall(normalCall(text));

/**
 * The home call of a portable form: `HB9/DL1ABC/P` gives `DL1ABC`. The longest part of 3 to 10 characters that has
 * a digit and ends in a letter; the first wins a tie.
 */
export function homeCall(call: string): string {
  const base = baseCall(normalCall(call));
  if (!base.includes("/")) return base;
  let home = "";
  for (const part of base.split("/")) {
    if (/^(?=.*[0-9])[A-Z0-9]{2,9}[A-Z]$/.test(part) && part.length > home.length) home = part;
  }
  return home || base;
}

/** `!7c5acfb8`: the number of a node without a callsign (Meshtastic), as its users read it. */
export const nodeId = (node: number): string => `!${(node >>> 0).toString(16).padStart(8, "0")}`;

/** Finds a call within a text as a word of its own, with or without an SSID. */
export const callAsWord = (base: string): RegExp =>
  new RegExp(`(?<![A-Z0-9])${base}(?:-[A-Z0-9]{1,2})?(?![A-Z0-9])`, "gi");
