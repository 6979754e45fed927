/** Text that others wrote. Pure. */

/** The text as it is compared in a search: without the difference of capital and small letters, of every script. */
export const folded = (text: string): string => text.toLowerCase();

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
