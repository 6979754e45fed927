/**
 * `R:` lines, the postmarks of the BBS network: each system puts one on top of the text, so the newest stands first
 * and the oldest, that of the sender's home system, last. Then a blank line, then the text.
 */
import { componentsOf, isAt } from "./address.ts";
import { isBid, normalBid } from "./bid.ts";
import { latin1, toLatin1 } from "./text.ts";

export interface RLine {
  /** Unix seconds when the system got the message; absent where the line's time cannot be. */
  at?: number;
  /** The system with what it lies in, e.g. `OE1XBB.#OE1.AUT.EU`; upper case. */
  address: string;
  /** Its local number of the message. */
  number?: number;
  town?: string;
  zip?: string;
  bid?: string;
}

/** Longest line that counts as a postmark, and how many of them are read. */
const MAX_R_LINE = 256;
export const MAX_R_LINES = 100;

const HEAD = /^R:([0-9]{6})\/([0-9]{4})[A-Za-z]? /;
const SYSTEM = /^(?:@:|([0-9]{1,9})@:?)([^ ]{1,64})(?: |$)/;

const two = (n: number): string => String(n).padStart(2, "0");

/**
 * Unix seconds of `yymmdd` and `hhmm` in UTC; undefined for a date that does not exist. Years from 70 on are 19xx.
 */
function timeOf(date: string, time: string): number | undefined {
  const [yy, month, day] = [0, 2, 4].map((i) => Number(date.slice(i, i + 2))) as [number, number, number];
  const [hour, minute] = [0, 2].map((i) => Number(time.slice(i, i + 2))) as [number, number];
  const ms = Date.UTC(yy >= 70 ? 1900 + yy : 2000 + yy, month - 1, day, hour, minute);
  const back = new Date(ms);
  // An hour from 24 on is one of another day.
  const real = back.getUTCMonth() === month - 1 && back.getUTCDate() === day && minute < 60;
  return real ? ms / 1000 : undefined;
}

/** Reads one line without its end; undefined when it is not a postmark that names a system. */
export function readRLine(line: string): RLine | undefined {
  if (line.length > MAX_R_LINE) return undefined;
  const head = HEAD.exec(line);
  if (!head) return undefined;
  const rest = line.slice(head[0].length);
  const system = SYSTEM.exec(rest);
  const address = system?.[2]?.toUpperCase();
  if (!address || !isAt(address)) return undefined;
  const read: RLine = { address };
  const at = timeOf(head[1]!, head[2]!);
  if (at !== undefined) read.at = at;
  if (system![1]) read.number = Number(system![1]);
  const town = /\[([^[\]]{1,64})\]/.exec(rest)?.[1]?.trim();
  if (town) read.town = town;
  for (const word of rest.replace(/\[[^[\]]{0,200}\]/, " ").split(" ")) {
    if (/^#:[0-9]{1,9}$/.test(word)) read.number = Number(word.slice(2));
    else if (/^Z:[^ ]{1,12}$/.test(word)) read.zip = word.slice(2);
    else if (word.startsWith("$:") && isBid(word.slice(2))) read.bid = normalBid(word.slice(2));
  }
  return read;
}

/** The line in the newer form, without its end. `at` in unix seconds; a town's brackets and controls are left out. */
export function writeRLine({ at, address, number, town, zip, bid }: RLine & { at: number }): string {
  const when = new Date(at * 1000);
  const date = two(when.getUTCFullYear() % 100) + two(when.getUTCMonth() + 1) + two(when.getUTCDate());
  const parts = [`R:${date}/${two(when.getUTCHours())}${two(when.getUTCMinutes())}Z`, `@:${address}`];
  if (number !== undefined) parts.push(`#:${number}`);
  // deno-lint-ignore no-control-regex
  const shown = town?.replace(/[\x00-\x1f\x7f[\]]/g, "").slice(0, 40).trim();
  if (shown) parts.push(`[${shown}]`);
  if (bid) parts.push(`$:${bid}`);
  if (zip) parts.push(`Z:${zip}`);
  return parts.join(" ");
}

export interface Trail {
  /** Newest first. Postmarks that name no readable system are left out. */
  lines: RLine[];
  /** Where the text begins: behind the postmarks and the blank line after them. */
  textAt: number;
}

/** The postmarks on top of a body. */
export function readTrail(body: Uint8Array): Trail {
  const lines: RLine[] = [];
  let at = 0;
  for (let count = 0; count < MAX_R_LINES && body[at] === 0x52 && body[at + 1] === 0x3a; count++) {
    const end = lineEnd(body, at);
    if (end.text - at <= MAX_R_LINE) {
      const read = readRLine(latin1(body.subarray(at, end.text)));
      if (read) lines.push(read);
    }
    at = end.next;
  }
  if (at > 0) {
    const blank = lineEnd(body, at);
    if (blank.text === at) at = blank.next;
  }
  return { lines, textAt: at };
}

/** Where the line that begins at `from` ends, and where the next begins. Lines end in CR, LF or CR LF. */
function lineEnd(bytes: Uint8Array, from: number): { text: number; next: number } {
  let text = from;
  while (text < bytes.length && bytes[text] !== 13 && bytes[text] !== 10) text++;
  const pair = bytes[text] === 13 && bytes[text + 1] === 10;
  return { text, next: Math.min(bytes.length, text + (pair ? 2 : 1)) };
}

/** Whether the first line of a text that is not empty begins like a postmark. */
function looksLikePostmark(text: Uint8Array): boolean {
  let at = 0;
  while (text[at] === 13 || text[at] === 10) at++;
  return text[at] === 0x52 && text[at + 1] === 0x3a;
}

/**
 * The body as it leaves this system: its own postmark on top. `textAt`: where its text begins behind the postmarks with
 * which it came (`readTrail`); at 0 it has none, and ours brings the blank line. F6FBB reads postmarks behind empty
 * lines too: before a text that would be read as one stands a line with a space, which ends them there.
 */
export function postmark(
  line: RLine & { at: number },
  body: Uint8Array,
  textAt: number,
): Uint8Array<ArrayBuffer> {
  const between = textAt > 0 ? "" : looksLikePostmark(body) ? "\r\n \r\n" : "\r\n";
  const head = toLatin1(`${writeRLine(line)}\r\n${between}`);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

/** Whether the message went through this system already: sending it there would make a loop. */
export const passedThrough = (lines: readonly RLine[], systemCall: string): boolean =>
  lines.some(({ address }) => componentsOf(address)[0] === systemCall.toUpperCase());

/** The sender's home system: the oldest postmark's. */
export const homeOf = (lines: readonly RLine[]): string | undefined => lines.at(-1)?.address;
