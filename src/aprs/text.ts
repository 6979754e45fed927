/** From bytes to what people read. A frame's text is bytes before it is text (APRS101 1.2c chapter 5). */
// deno-lint-ignore-file no-control-regex -- control characters are what this file is about

import { textOfFrame } from "../foreign/text_of_bytes.ts";

const HIGH = /[\x80-\uffff]/;
const WIDE = /[\u0100-\uffff]/;
const CONTROL = /[\x00-\x1f\x7f]/g;

/** Bytes as a string of one character a byte. */
export const toBinary = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");

/** The bytes of a one-character-a-byte string. */
export const fromBinary = (binary: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(binary, "latin1"));

/** UTF-8 as far as it is that, else ISO 8859-1, which every byte is. */
export const decodeText = (binary: string): string =>
  HIGH.test(binary) ? textOfFrame(Buffer.from(binary, "latin1")) : binary;

/** For showing: as `decodeText`, control characters and outer blanks gone. */
export function shown(binary: string): string {
  return decodeText(binary).replace(CONTROL, "").trim();
}

/**
 * A frame's bytes from a text that came through JSON: a character above U+00FF shows that the sender decoded UTF-8,
 * so the whole is encoded again; else every character stands for its byte.
 */
export const binaryOfJson = (text: string): string =>
  WIDE.test(text) ? Buffer.from(text, "utf8").toString("latin1") : text;
