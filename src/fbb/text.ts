/** Text of the BBS network. It is bytes first: nobody declares a character set. */
import { utf8 } from "../base/mod.ts";

/** One character a byte, and back: for protocol lines, where a byte must keep its value. */
export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
export const toLatin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text, "latin1"));

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A subject or body for people: UTF-8 where it is that, else ISO 8859-1; line ends become LF. */
export function shownText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = strict.decode(bytes);
  } catch {
    text = latin1(bytes);
  }
  return text.replace(/\r\n?/g, "\n");
}

/** A text that was written here, as the network carries it: UTF-8, lines ended by CR LF. */
export const wireText = (text: string): Uint8Array<ArrayBuffer> =>
  utf8(text.replace(/\r\n?/g, "\n").replaceAll("\n", "\r\n"));
