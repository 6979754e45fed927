/**
 * What was said in a session, for whoever looks why it failed: control lines of both sides, never a message's text, and
 * nothing of what we say before the other side is known, where a connect script may log in by a password.
 */
import type { Line } from "./drive.ts";

/** Longest line, and most characters of all, that are kept. */
const LONGEST = 120, MOST = 8_000;
/** Software of a side; proposals and answers to them; ends of blocks; errors; prompts. */
const CONTROL: readonly RegExp[] = [
  /^\[[^\]]{1,100}\]$/,
  /^F[ABCD] [A-Z]{1,2} /,
  /^FS [-+=!A-Z0-9 ]{1,100}$/,
  /^F> ?[0-9A-F]{0,2}$/,
  /^F[FQ]$/,
  /^\*\*\* /,
  /^[A-Z0-9 ()-]{0,30}>$/,
];
/** The software of the other side: from then on it is a forwarding program, and both speak control lines. */
const SOFTWARE = /^\[[^\]]{1,50}-[^\]]{1,50}\]$/;

/** A line that is written down while it is used. */
interface Recorded {
  line: Line;
  /** What was said so far. */
  text(): string;
}

/** Writes down what goes over a line. */
export function recorded(line: Line): Recorded {
  const said: string[] = [], open = { "<": "", ">": "" };
  /** What we typed before the other side was known: where a node sends it back, it is no more for the page than before. */
  const typed: string[] = [];
  let size = 0, isKnown = false, mail = { side: "", bytes: 0 };
  const put = (entry: string) => {
    if (size > MOST) return;
    size += entry.length + 1;
    said.push(size > MOST ? "…" : entry);
  };
  const endMail = () => {
    if (mail.bytes > 0) put(`${mail.side} (${mail.bytes} bytes of mail)`);
    mail = { side: "", bytes: 0 };
  };
  const asMail = (side: string, bytes: number) => {
    if (mail.side !== side) endMail();
    mail = { side, bytes: mail.bytes + bytes };
  };
  const take = (side: "<" | ">", whole: string, end = 1) => {
    const text = side === "<" && !isKnown
      ? typed.reduce((left, one) => left.replaceAll(one, "…"), whole)
      : whole;
    if (text === "") return;
    const isTheirs = side === "<";
    if (isTheirs && SOFTWARE.test(text)) isKnown = true;
    // deno-lint-ignore no-control-regex -- packed mail is full of control characters
    const isControl = CONTROL.some((one) => one.test(text)) && !/[\x00-\x1f\x7f]/.test(text);
    // Before that, nodes and log-ins: what they say, and of ours nothing.
    // deno-lint-ignore no-control-regex -- as above
    if (isControl || !isKnown && isTheirs && !/[\x00-\x08\x0e-\x1f\x7f]/.test(text)) {
      endMail();
      put(`${side} ${text.slice(0, LONGEST)}`);
    } else if (!isKnown && !isTheirs) {
      if (text.trim().length > 2) typed.push(text.trim());
      put("> (a line of the connect script)");
    } else asMail(side, text.length + end);
  };
  const hear = (side: "<" | ">", bytes: Uint8Array) => {
    // Packed mail may have no end of line for long: what is held stays small.
    const parts = (open[side] + new TextDecoder("latin1").decode(bytes)).split(/[\r\n]+/);
    open[side] = parts.pop()!;
    for (const part of parts) take(side, part);
    if (open[side].length > LONGEST * 4) {
      asMail(side, open[side].length);
      open[side] = "";
    }
  };
  return {
    line: {
      async read() {
        const bytes = await line.read();
        if (bytes) hear("<", bytes);
        return bytes;
      },
      async write(bytes: Uint8Array) {
        hear(">", bytes);
        await line.write(bytes);
      },
    },
    text() {
      for (const side of ["<", ">"] as const) {
        if (open[side] !== "") take(side, open[side], 0);
        open[side] = "";
      }
      endMail();
      return said.join("\n");
    },
  };
}
