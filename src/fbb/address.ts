/**
 * Hierarchical addresses of the BBS network: `OE1ABC @ OE1XBB.#OE1.AUT.EU` is the mailbox of OE1ABC at the system
 * OE1XBB in region #OE1 of Austria in Europe. For a bulletin `to` is its category and `at` the area it is meant for.
 */

export interface Address {
  /** Callsign or category, at most six characters, upper case. */
  to: string;
  /** System or area with what it lies in, dots between; empty where the address is a bare call. */
  at: string;
}

/** Longest `at` that F6FBB and LinBPQ take. */
const MAX_AT = 40;
/** Callsign fields of a proposal have six characters (F6FBB defers longer ones). */
export const MAX_TO = 6;

const TO = /^[A-Z0-9]{1,6}$/;
/**
 * Components are short words; `#` marks a region that only its country knows. F6FBB defers an address whose first one
 * is longer than six.
 */
const AT = /^[A-Z0-9#][A-Z0-9]{0,5}(\.[A-Z0-9#][A-Z0-9]{0,7}){0,7}$/;

/** Whether a text is a callsign or category that the network's fields take. */
export const isTo = (to: string): boolean => TO.test(to);
/** Whether a text is a system or area, with what it lies in, that the network takes; false for an empty text. */
export const isAt = (at: string): boolean => at.length <= MAX_AT && AT.test(at);

/**
 * Reads `CALL`, `CALL@SYSTEM.AREA` or `CALL @ SYSTEM.AREA` in any case; an SSID of the call is dropped, since the
 * network's fields have no place for one. Undefined for any other text.
 */
export function readAddress(text: string): Address | undefined {
  if (text.length > 64) return undefined;
  const [left = "", right, ...more] = text.toUpperCase().split("@");
  if (more.length > 0) return undefined;
  const to = left.trim().replace(/-[0-9]{1,2}$/, "");
  const at = right?.trim() ?? "";
  if (!isTo(to) || (right !== undefined && !isAt(at))) return undefined;
  return { to, at };
}

/** The address as people write it. */
export const showAddress = ({ to, at }: Address): string => at === "" ? to : `${to}@${at}`;

/** Older four-letter names of continents; both are in use and mean the same. */
const CONTINENT: Record<string, string> = {
  EURO: "EU",
  NOAM: "NA",
  SOAM: "SA",
  ASIA: "AS",
  AFRC: "AF",
  OCNA: "OC",
};

/** The components, most specific first, continents by their newer name. */
export function componentsOf(at: string): string[] {
  return at === "" ? [] : at.toUpperCase().split(".").map((part) => CONTINENT[part] ?? part);
}

/**
 * How closely a rule's route fits an address, so that the largest wins: the number of components from the leftmost
 * one that the route names to the right end. `*` fits everything with 0; -1 means that it does not fit. A leading
 * `*.` changes nothing: `*.AUT.EU` is `AUT.EU`. For `OE1XBB.#OE1.AUT.EU` the route `OE1XBB` gives 4, `#OE1` 3,
 * `AUT.EU` and `AUT` 2, `EU` 1, `DEU` -1. Two routes that give the same: the longer text is the closer one.
 */
export function matchLength(at: string, route: string): number {
  if (route === "*") return 0;
  const parts = componentsOf(at);
  const wanted = componentsOf(route.startsWith("*.") ? route.slice(2) : route);
  if (wanted.length === 0) return -1;
  for (let start = 0; start + wanted.length <= parts.length; start++) {
    if (wanted.every((part, i) => part === parts[start + i])) return parts.length - start;
  }
  return -1;
}
