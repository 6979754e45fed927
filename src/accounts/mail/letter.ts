/**
 * A letter as HTML beside its text, where the club has a colour or a logo to show: the same words below the club's mark, with
 * links that can be pressed. Nothing of it is fetched from anywhere: the logo travels with the letter (RFC 2392). Neither ink
 * nor paper has a colour of its own, so that a program in the dark shows it dark. Pure.
 */
import { Buffer } from "node:buffer";
import { xml } from "../../base/mod.ts";

/** Whose mail it is, as people know it: a name, a few words of theirs, and what they look like. */
export interface Letterhead {
  name: string | undefined;
  words: string | undefined;
  /** `#rrggbb`, of a line below the name. */
  colour?: string | undefined;
  /** A PNG. */
  logo?: Uint8Array | undefined;
}

/** A text that is longer goes out as text alone. */
const TEXT_MOST = 50_000;
/** A logo of more bytes stays at home: each letter carries it. */
export const LOGO_BYTES_MOST = 100_000;
const LOGO_ID = "logo@letter";

/** Ends an address that stands in a sentence, rather than being of it. */
const AFTER_LINK = ".,;:!?)]'";
function withoutEnd(found: string): string {
  let end = found.length;
  while (AFTER_LINK.includes(found[end - 1]!)) end--;
  return found.slice(0, end);
}

/** A text on one line, each address in it as a link. */
function linked(line: string): string {
  let said = "", at = 0;
  for (const { 0: found, index } of line.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const address = withoutEnd(found);
    said += `${xml(line.slice(at, index))}<a href="${xml(address)}">${xml(address)}</a>`;
    at = index + address.length;
  }
  return said + xml(line.slice(at));
}

/** Paragraphs as an empty line parts them; lines within one stay lines. */
const paragraphs = (text: string): string =>
  text.replace(/\r\n?/g, "\n").trim().split(/\n{2,}/).map((one) =>
    `<p>${one.split("\n").map(linked).join("<br>\n")}</p>\n`
  ).join("");

/** Name and logo above the letter. */
function above({ name, colour }: Letterhead, hasLogo: boolean): string {
  const line = colour === undefined ? "" : ` style="border-bottom:3px solid ${xml(colour)}"`;
  const logo = hasLogo
    ? `<img src="cid:${LOGO_ID}" width="48" height="48" alt="" style="vertical-align:middle"> `
    : "";
  return `<p${line}>${logo}<b>${xml(name ?? "")}</b></p>\n`;
}

/** The HTML of a letter, and the logo that it shows; nothing where text says all that there is. */
export function htmlOf(
  text: string,
  head: Letterhead,
): { html: string; attachments: object[] } | undefined {
  const logo = head.logo !== undefined && head.logo.length <= LOGO_BYTES_MOST ? head.logo : undefined;
  if (text.length > TEXT_MOST || (logo === undefined && head.colour === undefined)) return undefined;
  const below = head.words === undefined ? "" : `<hr>\n${paragraphs(head.words)}`;
  return {
    html:
      '<!doctype html>\n<html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>\n' +
      '<body style="font-family:sans-serif;max-width:40em;overflow-wrap:anywhere">\n' +
      `${above(head, logo !== undefined)}${paragraphs(text)}${below}</body></html>\n`,
    attachments: logo === undefined ? [] : [{
      ...{ filename: "logo.png", contentType: "image/png", contentDisposition: "inline", cid: LOGO_ID },
      content: Buffer.from(logo),
    }],
  };
}
