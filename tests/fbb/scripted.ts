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

/** What the partner sends: pieces that do not run into each other, as after a prompt. */
export type Input = string | Uint8Array | readonly (string | Uint8Array)[];

/** Feeds the input, cut into pieces of at most `size` bytes, then closes the line. */
export function feed(steps: Steps<SessionEnd>, desk: Desk, input: Input, size = 64): Omit<Told, "office"> {
  const pieces = (Array.isArray(input) ? input : [input]).flatMap((piece) => {
    const whole: Uint8Array = typeof piece === "string" ? bytes(piece) : piece;
    return Array.from(
      { length: Math.ceil(whole.length / size) },
      (_, i) => whole.subarray(i * size, (i + 1) * size),
    );
  });
  const sent: Uint8Array[] = [];
  let step = steps.next();
  while (!step.done) {
    const effect = step.value;
    if (effect.do === "send") {
      sent.push(effect.bytes);
      step = steps.next();
    } else step = steps.next(effect.do === "read" ? pieces.shift() : answerTo(effect, desk));
  }
  return { end: step.value, out: Buffer.from(concat(...sent)).toString("latin1") };
}

type Options = Parameters<typeof testSession>[0];

/** Our called side in front of a partner that sends this, whatever we answer. */
export function called(
  input: Input,
  options: Options = { side: "called" },
  office = new PostOffice(),
  size = 64,
): Told {
  const desk = office.desk("N0FBB");
  const told = feed(testSession(options), desk, input, size);
  desk.end();
  return { ...told, office };
}

/** Our calling side. */
export const calling = (
  input: Input,
  office = new PostOffice(),
  options: Omit<Options, "side"> = {},
  size = 64,
): Told => called(input, { side: "calls", ...options }, office, size);
