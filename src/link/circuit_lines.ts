/**
 * Lines of a packet circuit: `SVCL1 <H, R, P or E> <base64>`. Nodes on the way say things too (a banner, "Connected
 * to"), so a line that does not begin with the prefix is ignored.
 */
import { utf8 } from "../base/mod.ts";

const PREFIX = "SVCL1 ";
/** Longest payload in characters, and longest line: node software cuts longer ones. */
export const MAX_PAYLOAD = 7000;
export const MAX_LINE = 8192;
/** Longest reason of a refusal, in characters. */
const MAX_WORDS = 200;

type LineKind = "H" | "R" | "P" | "E";

export interface CircuitLine {
  kind: LineKind;
  payload: Uint8Array;
}

/** Whether bytes fit into one line. */
export const fitsLine = (bytes: number): boolean => Math.ceil(bytes / 3) * 4 <= MAX_PAYLOAD;

/** A line with its end, CR. */
export const writeLine = (kind: LineKind, payload: Uint8Array): Uint8Array<ArrayBuffer> =>
  utf8(`${PREFIX}${kind} ${Buffer.from(payload).toString("base64")}\r`);

/** A refusal in words; control characters are left out, and it is cut at 200 characters. */
export const writeError = (words: string): Uint8Array<ArrayBuffer> =>
  writeLine("E", utf8([...words].filter((one) => one >= " " && one !== "\x7f").slice(0, MAX_WORDS).join("")));

/** The words of an error line, safe to show. */
export const wordsOf = (payload: Uint8Array): string =>
  [...new TextDecoder().decode(payload)].filter((one) => one >= " " && one !== "\x7f").slice(0, MAX_WORDS)
    .join("");

/** Standard base64 with its padding, in its only canonical form. */
function readBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  return Buffer.from(bytes).toString("base64") === text ? bytes : undefined;
}

/**
 * Reads a line without its end. `chatter`: not ours. `broken`: ours by its prefix and not readable.
 */
export function readLine(text: string): CircuitLine | "chatter" | "broken" {
  if (!text.startsWith(PREFIX)) return "chatter";
  const kind = text[PREFIX.length];
  if (kind !== "H" && kind !== "R" && kind !== "P" && kind !== "E") return "broken";
  const rest = text.slice(PREFIX.length + 1).trimEnd();
  if (!rest.startsWith(" ") || rest.length > MAX_PAYLOAD + 1) return "broken";
  const payload = readBase64(rest.slice(1));
  return payload ? { kind, payload } : "broken";
}

/** Splits a byte stream at CR, LF or both. A line longer than any is dropped whole, never kept. */
export class LineSplitter {
  #line: number[] = [];
  #tooLong = false;
  /** Lines given up for their length. */
  dropped = 0;

  /** The lines that these bytes complete; empty ones are left out. */
  push(chunk: Uint8Array): string[] {
    const lines: string[] = [];
    for (const byte of chunk) {
      if (byte !== 13 && byte !== 10) {
        if (this.#line.length < MAX_LINE) this.#line.push(byte);
        else this.#tooLong = true;
        continue;
      }
      if (this.#tooLong) this.dropped++;
      else if (this.#line.length > 0) lines.push(Buffer.from(this.#line).toString("latin1"));
      this.#line = [];
      this.#tooLong = false;
    }
    return lines;
  }
}
