/**
 * The mbox form (RFC 4155, with the quoting of "mboxrd"): a mailbox as one file that every mail program reads. Pure.
 * Written as UTF-8; read as bytes, so that a foreign file's odd bytes survive.
 */
import { concat, isCall, normalCall, utf8, withoutTrailing } from "../../base/mod.ts";
import { textOfBytes } from "../../foreign/mod.ts";

export interface MboxMail {
  from: string;
  to: string;
  subject: string;
  /** Unix seconds. */
  at: number;
  bid?: string | undefined;
  text: string;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (n: number): string => String(n).padStart(2, "0");

/** `Mon Jun  1 12:00:00 2026`, as the separating line has it. */
function asctime(at: number): string {
  const d = new Date(at * 1000);
  const time = [d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds()].map(two).join(":");
  const day = String(d.getUTCDate()).padStart(2);
  return `${WEEKDAYS[d.getUTCDay()]} ${MONTHS[d.getUTCMonth()]} ${day} ${time} ${d.getUTCFullYear()}`;
}

/** `Mon, 01 Jun 2026 12:00:00 +0000` (RFC 5322). */
const mailDate = (at: number): string => new Date(at * 1000).toUTCString().replace("GMT", "+0000");

/** What a header cannot carry as it is. */
const NOT_PLAIN = /[^\x20-\x7e]|=\?/;
/** A header's text: plain ASCII as it stands, else encoded words of whole characters (RFC 2047). */
function headerText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  const words: string[] = [];
  for (let rest = [...text]; rest.length > 0; rest = rest.slice(11)) {
    words.push(`=?UTF-8?B?${Buffer.from(rest.slice(0, 11).join("")).toString("base64")}?=`);
  }
  return words.join("\n ");
}

/** One mail of an mbox file. `host`: what stands behind the @ of its addresses. */
export function writeMbox({ from, to, subject, at, bid, text }: MboxMail, host: string): string {
  const address = (name: string): string => isCall(name) ? `${name} <${name.toLowerCase()}@${host}>` : name;
  const head = [
    `From ${from.toLowerCase()}@${host} ${asctime(at)}`,
    `From: ${address(from)}`,
    `To: ${address(to)}`,
    `Date: ${mailDate(at)}`,
    `Subject: ${headerText(subject)}`,
    ...(bid === undefined ? [] : [`X-BBS-BID: ${bid}`]),
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  // A line that could be taken for the next mail's first gets a ">", one that has some gets one more.
  return `${head.join("\n")}\n\n${withoutTrailing(text.replace(/^(>*From )/gm, ">$1"), "\n")}\n\n`;
}

/** A mail as it was read: headers by their lower-case name, the body as bytes. */
export interface ReadMail {
  headers: ReadonlyMap<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** Encoded words back to text; what they name in a character set that is not known stays as it is. */
function decodeWords(text: string): string {
  return text.replace(/(\?=)\s{1,80}(=\?)/g, "$1$2").replace(
    /=\?([\w-]{1,40})\?([BbQq])\?([^?\s]{0,400})\?=/g,
    (whole, charset: string, kind: string, data: string) => {
      const bytes = kind.toUpperCase() === "B" ? Buffer.from(data, "base64") : Buffer.from(
        data.replaceAll("_", " ").replace(
          /=([0-9A-Fa-f]{2})/g,
          (_, hex) => String.fromCharCode(parseInt(hex, 16)),
        ),
        "latin1",
      );
      try {
        return /^utf-?8$/i.test(charset)
          ? textOfBytes(bytes).text
          : new TextDecoder(charset).decode(bytes).replaceAll("\ufffd", "?");
      } catch {
        return whole;
      }
    },
  );
}

function unquotePrintable(bytes: Uint8Array): Uint8Array {
  const text = latin1(bytes).replace(/=[ \t]{0,80}\r?\n/g, "").replace(
    /=([0-9A-Fa-f]{2})/g,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(text, "latin1");
}

/** Header lines, folded ones joined. */
function readHeaders(lines: readonly Uint8Array[]): Map<string, string> {
  const headers = new Map<string, string>();
  let name = "";
  for (const line of lines) {
    const { text } = textOfBytes(line);
    if (/^[ \t]/.test(text) && name !== "") {
      headers.set(name, `${headers.get(name)} ${text.trim()}`);
      continue;
    }
    const colon = text.indexOf(":");
    name = colon > 0 ? text.slice(0, colon).toLowerCase() : "";
    if (name !== "" && !headers.has(name)) headers.set(name, text.slice(colon + 1).trim());
  }
  for (const [key, value] of headers) headers.set(key, decodeWords(value));
  return headers;
}

/** Every mail of an mbox file. */
export function* readMbox(file: Uint8Array): Generator<ReadMail> {
  let lines: Uint8Array[] | undefined;
  const isSeparator = (line: Uint8Array) => latin1(line.subarray(0, 5)) === "From ";
  for (let at = 0; at < file.length;) {
    let end = file.indexOf(10, at);
    if (end < 0) end = file.length;
    const line = file.subarray(at, file[end - 1] === 13 ? end - 1 : end);
    at = end + 1;
    if (isSeparator(line)) {
      if (lines) yield readMail(lines);
      lines = [];
    } else lines?.push(line);
  }
  if (lines) yield readMail(lines);
}

const NEWLINE = utf8("\n");

function readMail(lines: readonly Uint8Array[]): ReadMail {
  const blank = lines.findIndex((line) => line.length === 0);
  const headers = readHeaders(blank < 0 ? lines : lines.slice(0, blank));
  const text = blank < 0 ? [] : lines.slice(blank + 1);
  // The blank line before the next separator belongs to the file, not to the mail.
  while (text.length > 0 && text.at(-1)!.length === 0) text.pop();
  const plain = text.map((line) => /^>+From /.test(latin1(line.subarray(0, 80))) ? line.subarray(1) : line);
  const joined = concat(...plain.flatMap((line) => [line, NEWLINE]));
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  const body = encoding === "base64"
    ? Buffer.from(latin1(joined), "base64")
    : encoding === "quoted-printable"
    ? unquotePrintable(joined)
    : joined;
  return { headers, body: Uint8Array.from(body) };
}

/** The callsign in an address header: `OE1ABC <oe1abc@club.example>`, `"Ann, OE1ABC" <ann@x>`; undefined without one. */
export function callIn(header: string | undefined): string | undefined {
  for (const word of (header ?? "").slice(0, 400).toUpperCase().split(/[^A-Z0-9-]+/)) {
    if (isCall(normalCall(word)) && /\d[A-Z]/.test(word)) return normalCall(word);
  }
  return undefined;
}
