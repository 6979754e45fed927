/** From bytes of a connection to lines on a screen, and from what was pasted to lines that are sent. Pure. */
import { decodeText, toBinary } from "../../../aprs/text.ts";

/** `me`: what the terminal itself says of the connection. */
export interface Line {
  readonly n: number;
  readonly kind: "in" | "out" | "me";
  readonly text: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Lines that a screen keeps, and characters of one: a peer that never ends a line must not fill the memory. */
const MOST_LINES = 2000, LONGEST = 512;
/** Lines of one paste, and characters of one line that is sent. */
const MOST_PASTED = 200;
export const MOST_TYPED = 250;

// deno-lint-ignore no-control-regex -- what no screen shows: bells, colours of other terminals, the end of a line
const UNSEEN = /\x1b\[[0-9;?]{0,20}[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]/g;

/** Reads a stream that is cut anywhere. Lines end with CR, LF, or both. */
export class LineReader {
  #rest = "";
  #wasCr = false;

  /** What came and has no end yet, such as a mailbox's prompt. */
  get rest(): string {
    return seen(this.#rest);
  }

  push(bytes: Uint8Array): string[] {
    const lines: string[] = [];
    for (const char of toBinary(bytes)) {
      const isAfterCr = this.#wasCr;
      this.#wasCr = char === "\r";
      if (char === "\n" && isAfterCr) continue;
      if (char !== "\r" && char !== "\n") this.#rest += char;
      if (char === "\r" || char === "\n" || this.#rest.length >= LONGEST) lines.push(this.end());
    }
    return lines;
  }

  /** Ends the line that stands open. */
  end(): string {
    const text = this.rest;
    this.#rest = "";
    return text;
  }
}

const seen = (binary: string): string => decodeText(binary).replace(UNSEEN, "");

/** A screen with more on it; the oldest lines give way. */
export function withLines(
  before: readonly Line[],
  kind: Line["kind"],
  texts: readonly string[],
  at: number,
): readonly Line[] {
  let n = before.at(-1)?.n ?? 0;
  return [...before, ...texts.map((text): Line => ({ n: ++n, kind, text, at }))].slice(-MOST_LINES);
}

/** Whether a line is part of a table, whose columns stand below each other: it does not wrap. */
export const isColumns = (text: string): boolean =>
  text.length > 50 && text.split("  ").filter((part) => part.trim() !== "").length > 2;

/** The lines of a pasted text; `undefined` where it is one line, which goes where one types. */
export function pastedLines(text: string): string[] | undefined {
  if (!/[\r\n]/.test(text.trimEnd())) return undefined;
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  while (lines.at(-1) === "") lines.pop();
  return lines.slice(0, MOST_PASTED).map((line) => line.slice(0, MOST_TYPED));
}

/** A screen as a file of text. */
export const textOf = (lines: readonly Line[]): string =>
  lines.map(({ kind, text }) => `${kind === "out" ? "> " : kind === "me" ? "*** " : ""}${text}\r\n`).join("");

/** The name of that file: `oe1xab-2026-11-28.txt`. */
export const textName = (peer: string, at: number): string =>
  `${peer.toLowerCase()}-${new Date(at * 1000).toISOString().slice(0, 10)}.txt`;

/** Up and down through what was typed: a place in the list from its end; 0 is the line that is being typed. */
export class History {
  readonly #lines: string[] = [];
  #at = 0;
  #typed = "";

  add(line: string): void {
    this.#at = 0;
    if (line === "" || this.#lines.at(-1) === line) return;
    this.#lines.push(line);
    if (this.#lines.length > 100) this.#lines.shift();
  }
  /** The line so many steps back; what stands in the field is kept for the way forward. */
  step(by: 1 | -1, typed: string): string {
    if (this.#at === 0) this.#typed = typed;
    this.#at = Math.max(0, Math.min(this.#lines.length, this.#at + by));
    return this.#at === 0 ? this.#typed : this.#lines.at(-this.#at)!;
  }
}
