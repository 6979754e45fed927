/**
 * Lines of a packet circuit: `SVCL1 <H, R, P or E> <base64>`. Nodes on the way say things too (a banner, "Connected
 * to"), so a line that does not begin with the prefix is ignored.
 *
 * Where both sides have `visits` in what they can do, a member's visit goes to the instance of the cache as well:
 * `SVCL1 V <base64url>` from whoever dialled, and back `SVCL1 A <digest> <taken, waiting key or refused REASON>`. Who has not
 * said that word is never sent either.
 */
import { fromBase64Url, toBase64Url, utf8 } from "../base/mod.ts";
import { readVisitAnswer, type VisitAnswer, visitDigest } from "../wire/mod.ts";

const PREFIX = "SVCL1 ";
/** Longest payload in characters, and longest line: node software cuts longer ones. */
export const MAX_PAYLOAD = 7000;
export const MAX_LINE = 8192;
/** Longest reason of a refusal, in characters. */
const MAX_WORDS = 200;

type LineKind = "H" | "R" | "P" | "E";

export type CircuitLine =
  /** `V`: a visit in CBOR. */
  | { kind: LineKind | "V"; payload: Uint8Array }
  | { kind: "A"; digest: string; answer: VisitAnswer };

/** Whether bytes fit into one line. */
export const fitsLine = (bytes: number): boolean => Math.ceil(bytes / 3) * 4 <= MAX_PAYLOAD;

/** A line with its end, CR. */
export const writeLine = (kind: LineKind, payload: Uint8Array): Uint8Array<ArrayBuffer> =>
  utf8(`${PREFIX}${kind} ${Buffer.from(payload).toString("base64")}\r`);

/** Whether a visit of so many bytes fits into one line; a longer one goes other ways. */
export const fitsVisit = (bytes: number): boolean => Math.ceil(bytes * 4 / 3) <= MAX_PAYLOAD;

/** A visit as a line with its end. */
export const writeVisitLine = (visit: Uint8Array): Uint8Array<ArrayBuffer> =>
  utf8(`${PREFIX}V ${toBase64Url(visit)}\r`);
/** The answer to a visit, which names it by its digest. */
export const writeAnswerLine = (visit: Uint8Array, answer: VisitAnswer): Uint8Array<ArrayBuffer> =>
  utf8(`${PREFIX}A ${visitDigest(visit)} ${answer}\r`);

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
  const rest = text.slice(PREFIX.length + 1).trimEnd();
  if (!rest.startsWith(" ") || rest.length > MAX_PAYLOAD + 1) return "broken";
  if (kind === "A") return readAnswerLine(rest.slice(1));
  if (kind !== "H" && kind !== "R" && kind !== "P" && kind !== "E" && kind !== "V") return "broken";
  const payload = kind === "V" ? fromBase64Url(rest.slice(1)) : readBase64(rest.slice(1));
  return payload ? { kind, payload } : "broken";
}

function readAnswerLine(text: string): CircuitLine | "broken" {
  const [, digest, words] = /^([0-9a-f]{32}) (.+)$/.exec(text) ?? [];
  const answer = words === undefined ? undefined : readVisitAnswer(words);
  return answer ? { kind: "A", digest: digest!, answer } : "broken";
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
