/** Comparing a key by eye and voice: its groups with their words, and what was heard from the other side. Pure. */

export interface Compared {
  /** In groups of four digits. */
  fingerprint: string;
  /** Two words for each group. */
  words: readonly string[];
}

/** Each group beside its two words, in the order in which they are read. */
export const groupsOf = ({ fingerprint, words }: Compared): { digits: string; words: string }[] =>
  fingerprint.split(" ").map((digits, i) => ({ digits, words: words.slice(2 * i, 2 * i + 2).join(" ") }));

/** Whether what was typed is the last group, as digits or as its words. */
export function isLastGroup(compared: Compared, typed: string): boolean {
  const last = groupsOf(compared).at(-1);
  const plain = typed.trim().toLowerCase().replace(/[\s,;:.-]{1,5}/g, " ");
  return last !== undefined && plain !== "" &&
    (plain.replaceAll(" ", "") === last.digits || plain === last.words.toLowerCase());
}

/** What somebody pasted: an instance's address, a name of the amateur network, or a callsign. */
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
