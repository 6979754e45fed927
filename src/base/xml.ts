/** Writing XML: one escape for text and attribute values alike. Pure. Every format that is XML goes through it. */

/**
 * What XML 1.0 allows nowhere, not even as a reference: control characters but tab, line feed and carriage return,
 * halves of surrogate pairs, U+FFFE and U+FFFF; and U+007F to U+009F, which it discourages. Mic-E comments and mesh
 * texts bring such characters.
 */
const FORBIDDEN =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const SPECIAL = /[&<>"'\r]/g;
/** A character that may be neither plain nor half of a pair: of nearly all texts one look says that they stand as they are. */
const UNPLAIN = /[^\t\n !#-%(-;=?-~\u00A0-\uD7FF\uE000-\uFFFD]/;
/** White space that a line has otherwise: not one blank between words. */
const UNEVEN = /[^\S ]| {2}|^ | $/;
const REFERENCES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\r": "&#13;",
};

/** Text as element content or attribute value: escaped, forbidden characters left out. Line ends stay. */
export const xml = (text: string): string =>
  UNPLAIN.test(text)
    ? text.replace(FORBIDDEN, "").replace(SPECIAL, (character) => REFERENCES[character] ?? character)
    : text;

/** Text for one line of an attribute or title: as `xml`, with every run of white space as one blank. */
export const xmlLine = (text: string): string =>
  xml(UNEVEN.test(text) ? text.replace(/\s+/g, " ").trim() : text);

/** `<name>text</name>`, or nothing for an absent or empty text. The name is the caller's own, never input. */
export const element = (name: string, text: string | number | undefined | null): string =>
  text === undefined || text === null || text === ""
    ? ""
    : `<${name}>${xml(String(text))}</${name.split(" ", 1)[0]}>`;

/** Dates that were written, by days since 1970, and how many are kept: the times of an answer lie on few days. */
const dates = new Map<number, string>(), DATES = 1000;

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * 86_400_000).toISOString().slice(0, -"00:00:00.000Z".length);
  if (dates.size >= DATES) dates.clear();
  dates.set(day, date);
  return date;
}
const two = (n: number): string => n < 10 ? `0${n}` : `${n}`;

/** Unix seconds as `2026-06-01T12:00:00Z` (xsd:dateTime, RFC 3339). */
export function isoTime(at: number): string {
  if (!Number.isSafeInteger(at)) return new Date(at * 1000).toISOString().replace(".000Z", "Z");
  const day = Math.floor(at / 86_400), second = at - day * 86_400;
  return `${dateOf(day)}${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${
    two(second % 60)
  }Z`;
}
