/** The tape: what came in the last minutes as marks side by side, one for each packet. Pure. */
import type { LiveMessage } from "../../live/mod.ts";

/** How one packet came, as far as its mark tells. */
export type Ink = "radio" | "mesh" | "net";
export interface Mark {
  /** When it came, unix seconds. */
  at: number;
  ink: Ink;
  /** How high the mark is, from 0 to 1: of one station always the same, so that the eye finds it again. */
  height: number;
}

/** The tape shows so many seconds. */
export const TAPE_S = 120;
/** It keeps so many marks at most: on a busy channel the oldest are gone earlier. */
const MOST = 400;

const inkOf = (via: string): Ink => via === "rf" ? "radio" : via === "meshcom" ? "mesh" : "net";

/** A number from 0 to 1 that belongs to a call. */
function heightOf(call: string): number {
  let sum = 7;
  for (let i = 0; i < call.length; i++) sum = (sum * 31 + call.charCodeAt(i)) % 997;
  return 0.25 + 0.75 * (sum / 996);
}

/** The marks of a bundle: a live page is told of packets that have a place. */
export const marksOf = (messages: readonly LiveMessage[]): Mark[] =>
  messages.flatMap((one) =>
    one.type === "position" ? [{ at: one.at, ink: inkOf(one.via), height: heightOf(one.call) }] : []
  );

/** The tape with more marks, without those that have run out of it. */
export const wound = (tape: readonly Mark[], more: readonly Mark[], now: number): Mark[] =>
  [...tape, ...more].filter(({ at }) => now - at <= TAPE_S).slice(-MOST);

/** How many packets came in the last minute. */
export const inMinute = (tape: readonly Mark[], now: number): number =>
  tape.filter(({ at }) => now - at < 60).length;
