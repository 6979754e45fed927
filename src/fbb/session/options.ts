/** What a session is told before it begins. */
import type { Mode } from "../sid.ts";

export interface Limits {
  /** Bytes of a body with its `R:` lines, ours and theirs; a body that says or turns out to be longer is refused. */
  body: number;
  /** Bytes of body that one block of ours offers in all; a single larger message still goes. */
  block: number;
  /** Messages that we offer in one session; the rest waits for the next. */
  messages: number;
}

/** 64 KiB of text and the postmarks of a long way; blocks as F6FBB makes them by default. */
export const DEFAULT_LIMITS: Limits = { body: 96 * 1024, block: 10 * 1024, messages: 1000 };

export interface SessionOptions {
  /** Who opened the line. The called side greets first, the calling side proposes first. */
  side: "calls" | "called";
  /** Own base call, as it stands in the prompt. */
  call: string;
  /** The partner's base call: where mail without an `at` goes. */
  partner: string;
  software: { name: string; version: string };
  /** The best form of body that may be used; the partner's SID can make it a lesser one. */
  mode: Mode;
  /** Calling side: what to say and wait for before the partner shows its SID (`runScript`). */
  script?: string;
  /** Called side: one line of welcome. */
  greeting?: string;
  limits?: Partial<Limits>;
}

/** Longest line that is read: greetings of nodes and banners, far above any line of the protocol. */
export const MAX_LINE = 1024;
/** Lines without meaning for the protocol (banner, comments, blanks) after which we stop listening. */
export const MAX_NOISE = 200;
