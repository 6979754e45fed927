/** Messages for tests, from a seed. */
import { concat, utf8 } from "../../src/base/mod.ts";
import { type FbbMessage, postmark, session, type SessionOptions } from "../../src/fbb/mod.ts";

const WORDS = "the quick brown fox jumps over lazy dog 73 de OE1XBB packet radio node gateway Grüße".split(
  " ",
);

/** Bytes of some kind: prose, noise, one byte over and over, or Latin-1. Never with 1A where `plain`. */
export function someBytes(draw: () => number, length: number, plain = false): Uint8Array<ArrayBuffer> {
  const kind = Math.floor(draw() * 4), out = new Uint8Array(length);
  if (kind === 0) {
    let text = "";
    while (text.length < length) {
      text += WORDS[Math.floor(draw() * WORDS.length)] + (draw() < 0.1 ? "\r\n" : " ");
    }
    out.set(utf8(text).subarray(0, length));
  } else {
    const one = Math.floor(draw() * 256);
    for (let i = 0; i < length; i++) {
      out[i] = kind === 1
        ? Math.floor(draw() * 256)
        : kind === 2 && draw() < 0.99
        ? one
        : 0x20 + Math.floor(draw() * 224);
    }
  }
  if (plain) { for (let i = 0; i < length; i++) if (out[i] === 0x1a) out[i] = 0x20; }
  return out;
}

/** Every line end as CR LF: what plain text transfers and F6FBB's own store make of them. */
export const crLf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(Buffer.from(bytes).toString("latin1").replace(/\r\n?|\n/g, "\r\n"), "latin1"));

/** A message with a postmark. Plain ones have lines that end in CR LF and no 1A, so that ASCII keeps every byte. */
export function someMessage(draw: () => number, bid: string, length: number, plain = false): FbbMessage {
  const text = plain ? concat(crLf(someBytes(draw, length, true)), utf8("\r\n")) : someBytes(draw, length);
  const bulletin = draw() < 0.3;
  return {
    type: bulletin ? "B" : "P",
    from: "N0ABC",
    at: bulletin ? "WW" : "N0SVC.#TST.USA.NOAM",
    to: bulletin ? "TEST" : "N0XYZ",
    bid,
    subject: utf8(`Message ${bid}`),
    body: postmark({ at: 1_780_000_000, address: "N0SVC.#TST.USA.NOAM", number: 7, bid }, text, 0),
  };
}

/** A session of a test system. */
export const testSession = (options: Partial<SessionOptions> & Pick<SessionOptions, "side">) =>
  session({
    call: "N0SVC",
    partner: "N0FBB",
    software: { name: "SVC", version: "1.0" },
    mode: "b1",
    ...options,
  });
