/**
 * CSV (RFC 4180) as people, offices and programs write it: any separator, any line's end, cells in quotes or not. Each letter is
 * looked at once, and a row costs nothing but its letters. Pure.
 */

const QUOTE = '"';

/** A row and where the next begins; `open`: it may go on in the next piece; `broken`: a quote where none may stand. */
type Read = { cells: string[]; next: number } | "open" | "broken";

interface How {
  delimiter: string;
  /** There is no next piece. */
  isLast: boolean;
  /** A quote inside a cell is a letter. */
  relaxed: boolean;
}

/** The row that begins at a place of the text. */
export function rowAt(text: string, from: number, { delimiter, isLast, relaxed }: How): Read {
  const cells: string[] = [];
  const isBlank = (letter: string | undefined) => letter === " " || (letter === "\t" && delimiter !== "\t");
  const ends = (letter: string | undefined) =>
    letter === delimiter || letter === "\n" || letter === "\r" || letter === undefined;
  let at = from;
  for (;;) {
    while (isBlank(text[at])) at++;
    let cell = "", begin = at;
    if (text[at] === QUOTE) {
      let quote = text.indexOf(QUOTE, at + 1), inside = "", start = at + 1;
      while (quote >= 0 && text[quote + 1] === QUOTE) {
        inside += text.slice(start, quote + 1);
        start = quote + 2;
        quote = text.indexOf(QUOTE, start);
      }
      if (quote < 0) return isLast ? "broken" : "open";
      inside += text.slice(start, quote);
      let behind = quote + 1;
      while (isBlank(text[behind])) behind++;
      if (behind >= text.length && !isLast) return "open";
      if (ends(text[behind])) {
        cell = inside;
        at = begin = behind;
      } else {
        if (!relaxed) return "broken";
        cell = QUOTE + inside + QUOTE;
        at = begin = quote + 1;
      }
    }
    while (!ends(text[at])) at++;
    if (at >= text.length && !isLast) return "open";
    const plain = text.slice(begin, at);
    if (!relaxed && plain.includes(QUOTE)) return "broken";
    cells.push(plain === "" ? cell : (cell + plain).trim());
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    if (text[at] === "\r" && at + 1 >= text.length && !isLast) return "open";
    return { cells, next: at + (text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1) };
  }
}
