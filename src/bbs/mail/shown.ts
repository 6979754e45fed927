/**
 * Texts of the network as people may see them. They are foreign bytes, so nothing in them may control a terminal or
 * screen. Pure.
 */
import { shownText } from "../../fbb/mod.ts";

/**
 * Control characters except line feed and tab, and characters that change the direction of writing or have no
 * width: with them a text can be made to look like another.
 */
const INVISIBLE =
  // deno-lint-ignore no-control-regex -- these are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

function picture(character: string): string {
  const code = character.charCodeAt(0);
  // U+2400 and the following code points, which show control characters as symbols.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** A text with everything invisible made visible; lines stay. */
export const visible = (text: string): string => text.replace(INVISIBLE, picture);

/** Bytes as a text of several lines: UTF-8 where it is that, else ISO 8859-1. */
export const shownBytes = (bytes: Uint8Array): string => visible(shownText(bytes));

/** Bytes as one line, for subjects. */
export const shownLine = (bytes: Uint8Array): string => shownBytes(bytes).replace(/[\n\t]+/g, " ").trim();

/** Whether a byte goes on with a character that began before it (UTF-8: it begins with the bits 10). */
const goesOn = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The first `most` bytes of UTF-8 text, never cut inside a character. Text that is not UTF-8 is cut at the byte. */
export function cutUtf8(bytes: Uint8Array, most: number): Uint8Array {
  let end = most;
  while (end > most - 3 && goesOn(bytes[end])) end--;
  return bytes.subarray(0, goesOn(bytes[end]) ? most : end);
}
