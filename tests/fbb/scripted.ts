/** A session against bytes that are written down: what it sends, how it ends, what it asked its desk. */
import { concat } from "../../src/base/mod.ts";
import type { Desk, SessionEnd, Steps } from "../../src/fbb/mod.ts";
import { PostOffice } from "../kit/fbb_desk.ts";
import { testSession } from "./messages.ts";
import { answerTo } from "./lines.ts";

export interface Told {
  end: SessionEnd;
  /** Everything it sent, one character a byte. */
  out: string;
  office: PostOffice;
}

export const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "latin1"));

/** Feeds the input in pieces of `size` bytes, then closes the line. */
export function feed(
  steps: Steps<SessionEnd>,
  desk: Desk,
  input: Uint8Array,
  size = 64,
): Omit<Told, "office"> {
  const sent: Uint8Array[] = [];
  let at = 0, step = steps.next();
  while (!step.done) {
    const effect = step.value;
    if (effect.do === "send") {
      sent.push(effect.bytes);
      step = steps.next();
    } else if (effect.do === "read") {
      const chunk = at < input.length ? input.subarray(at, at + size) : undefined;
      at += size;
      step = steps.next(chunk);
    } else step = steps.next(answerTo(effect, desk));
  }
  return { end: step.value, out: Buffer.from(concat(...sent)).toString("latin1") };
}

/** Our called side in front of a partner that sends this, whatever we answer. */
export function called(
  input: string | Uint8Array,
  options: Parameters<typeof testSession>[0] = { side: "called" },
  office = new PostOffice(),
  size = 64,
): Told {
  const given = typeof input === "string" ? bytes(input) : input;
  return { ...feed(testSession(options), office.desk("N0FBB"), given, size), office };
}

/** Our calling side. */
export const calling = (
  input: string | Uint8Array,
  office = new PostOffice(),
  options: Omit<Parameters<typeof testSession>[0], "side"> = {},
  size = 64,
): Told => called(input, { side: "calls", ...options }, office, size);
