/** From bytes to what people read. A frame's text is bytes before it is text (APRS101 1.2c chapter 5). */
// deno-lint-ignore-file no-control-regex -- control characters are what this file is about

import { textOfFrame } from "../foreign/text_of_bytes.ts";

const HIGH = /[\x80-\uffff]/;
const WIDE = /[\u0100-\uffff]/;
const CONTROL = /[\x00-\x1f\x7f]/g;

/** So many characters are made at once: an argument list has an end, and a frame is never so long. */
const AT_ONCE = 8192;

/** Bytes as a string of one character a byte. */
export function toBinary(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  }
  return binary;
}

/** The bytes of a one-character-a-byte string. */
export function fromBinary(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** UTF-8 as far as it is that, else ISO 8859-1, which every byte is. */
export const decodeText = (binary: string): string =>
  HIGH.test(binary) ? textOfFrame(fromBinary(binary)) : binary;

/** For showing: as `decodeText`, control characters and outer blanks gone. */
export function shown(binary: string): string {
  return decodeText(binary).replace(CONTROL, "").trim();
}

/**
 * A frame's bytes from a text that came through JSON: a character above U+00FF shows that the sender decoded UTF-8,
 * so the whole is encoded again; else every character stands for its byte.
 */
export const binaryOfJson = (text: string): string =>
  WIDE.test(text) ? toBinary(new TextEncoder().encode(text)) : text;
