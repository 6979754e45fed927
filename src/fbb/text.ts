/** Text of the BBS network. It is bytes first: nobody declares a character set. */
import { utf8 } from "../base/mod.ts";
import { textOfFrame } from "../foreign/text_of_bytes.ts";

/** One character a byte, and back: for protocol lines, where a byte must keep its value. */
export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
export const toLatin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text, "latin1"));

/** A subject or body for people: UTF-8 where it is that, else ISO 8859-1; line ends become LF. */
export const shownText = (bytes: Uint8Array): string => textOfFrame(bytes).replace(/\r\n?/g, "\n");

/** A text that was written here, as the network carries it: UTF-8, lines ended by CR LF. */
export const wireText = (text: string): Uint8Array<ArrayBuffer> =>
  utf8(text.replace(/\r\n?/g, "\n").replaceAll("\n", "\r\n"));

/** A message's body in JSON. */
interface BodyFields {
  body: string;
  bodyBase64?: string | undefined;
}

/** A body for JSON: its text, and all of it byte for byte where the text does not give the bytes back. */
export function bodyFields(bytes: Uint8Array): BodyFields {
  const body = shownText(bytes);
  const isExact = Buffer.compare(wireText(body), bytes) === 0;
  return { body, ...(!isExact && { bodyBase64: Buffer.from(bytes).toString("base64") }) };
}

/** The bytes of a body that came as JSON. */
export const bodyOf = ({ body, bodyBase64 }: BodyFields): Uint8Array<ArrayBuffer> =>
  bodyBase64 === undefined ? wireText(body) : Uint8Array.from(Buffer.from(bodyBase64, "base64"));
