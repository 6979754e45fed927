/** Comparing a key by reading it aloud: groups of digits, each with two words. Pure. */

/** The fingerprint of a key, as digits and as words. */
export interface Compared {
  /** Groups of four digits, with a blank between. */
  fingerprint: string;
  /** Two words for each group, in the same order. */
  words: readonly string[];
}

/** Each group with its two words, in the order in which they are read. */
export const groupsOf = ({ fingerprint, words }: Compared): { digits: string; words: string }[] =>
  fingerprint.split(" ").map((digits, i) => ({ digits, words: words.slice(2 * i, 2 * i + 2).join(" ") }));

/** Whether the typed text is the last group, as digits or as words. */
export function isLastGroup(compared: Compared, typed: string): boolean {
  const last = groupsOf(compared).at(-1);
  const plain = typed.trim().toLowerCase().replace(/[\s,;:.-]{1,5}/g, " ");
  return last !== undefined && plain !== "" &&
    (plain.replaceAll(" ", "") === last.digits || plain === last.words.toLowerCase());
}

/** Reads what somebody typed: an address, a name below ampr.org, or a callsign; `undefined` where it is none of them. */
export function readTarget(
  text: string,
): { url: string } | { host: string } | { callsign: string } | undefined {
  const plain = text.trim();
  if (plain === "" || plain.length > 260 || /\s/.test(plain)) return undefined;
  if (/^https?:\/\//i.test(plain)) return { url: plain };
  if (/\.ampr\.org\.?$/i.test(plain)) return { host: plain };
  if (/^[a-z0-9]{3,8}$/i.test(plain)) return { callsign: plain.toUpperCase() };
  return /[.:]/.test(plain) ? { url: `https://${plain}` } : undefined;
}
