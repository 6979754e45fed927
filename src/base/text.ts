/** Text that others wrote. Pure. */

// deno-lint-ignore no-control-regex
const ASCII = /^[\u0000-\u007f]*$/;
/**
 * The text as it is compared: without the difference of capital and small letters, of every script (ß is ss, as capitals write
 * it), and of the two ways in which Unicode writes a letter with its accent (conformance C9).
 */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const composed = text.normalize("NFC").toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
  return composed.normalize("NFC");
}

/**
 * The ways in which a text of a search may be written where it is found, for an index that compares letters as they are but for
 * capitals: accents as one letter or as two, ß or ss.
 */
function spellings(text: string): string[] {
  const sharp = ["ß", "ẞ"].reduce((all, one) => all.replaceAll(one, "ss"), text);
  const ways = [text, sharp, sharp.replace(/ss/gi, "ß")];
  return [...new Set(ways.flatMap((way) => [way.normalize("NFC"), way.normalize("NFD")]))];
}

/** A search for a text, in the words of SQLite's full-text index: each of its spellings as a phrase. */
export const phrasesOf = (text: string): string =>
  spellings(text).map((one) => `"${one.replaceAll('"', '""')}"`).join(" OR ");

/** The first `most` units of a text, or one less where a character lies across the cut: half of it would be no character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

/**
 * A number in plain decimals, as xsd:decimal and RFC 5545 3.3.7 have it: JavaScript writes very small and very large ones
 * with an exponent, at which other programs refuse the whole file.
 */
export function decimal(value: number): string {
  const text = String(value);
  if (value === 0) return "0";
  const [, sign, whole, part = "", exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = whole + part, point = 1 + Number(exponent);
  return sign + (point <= 0 ? `0.${"0".repeat(-point)}${digits}` : digits.padEnd(point, "0"));
}

/** Letters of a text that a search counts: one for each sign, however it is written. */
export const letters = (text: string): number => [...text].length;

/**
 * Replaces every tag, `<` to the next `>`, by what `by` makes of it. One pass over the text, whatever it holds: a
 * regular expression would search for a `>` again behind each `<`, which takes quadratic time for a text of nothing
 * but `<`.
 */
export function replaceTags(text: string, by: (tag: string) => string): string {
  let out = "";
  let from = 0;
  for (let start = text.indexOf("<"); start >= 0; start = text.indexOf("<", from)) {
    const end = text.indexOf(">", start);
    if (end < 0) break;
    out += text.slice(from, start) + by(text.slice(start, end + 1));
    from = end + 1;
  }
  return out + text.slice(from);
}

/** The text without the signs `sign` at its end: one pass, however many there are. */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end--;
  return text.slice(0, end);
}

/** A number that is none, where a value stands. */
const NO_NUMBER = /([:,[]\s{0,8})[+-]?(?:nan|inf|infinity)(?=\s{0,8}[,}\]])/gi;

/**
 * The value of JSON as programs in C print it: what a sensor does not know is `nan` there, which is no JSON, and null here. Throws as
 * `JSON.parse` does.
 */
export function parseWithNan(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const mended = text.replace(NO_NUMBER, "$1null");
    if (mended === text) throw error;
    return JSON.parse(mended);
  }
}
