/** Texts of the network as people may see them. They are bytes from the world: nothing in them steers a screen. Pure. */
import { shownText } from "../../fbb/mod.ts";

/**
 * Control characters but line feed and tab, and those that turn the direction of writing or have no width: with them a
 * text can look like another one.
 */
const INVISIBLE =
  // deno-lint-ignore no-control-regex -- these are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

function picture(character: string): string {
  const code = character.charCodeAt(0);
  // U+2400 and what follows: pictures of the control characters.
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

/** The first `most` bytes of UTF-8 text, never cut inside a character. */
export function cutUtf8(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes;
  let end = most;
  // A character's further bytes begin with the bits 10; at most three of them.
  for (let back = 0; back < 3 && end > 0 && (bytes[end]! & 0xc0) === 0x80; back++) end--;
  // Not UTF-8 after all: every byte is a character of its own.
  if ((bytes[end]! & 0xc0) === 0x80) end = most;
  return bytes.subarray(0, end);
}
