/** How nested steps end a session: they throw a value that becomes the session's result. */
import type { Breach, SessionEnd } from "../effects.ts";

/** Thrown to end a session; `end` is what the session gives back. */
export class Stop extends Error {
  constructor(readonly end: SessionEnd) {
    super(end.how);
    this.name = "Stop";
  }
}

export const cut = (): Stop => new Stop({ how: "cut" });

/** The partner ended the session with a line of its own, e.g. `*** Checksum error`. */
export const told = (line: string): Stop => new Stop({ how: "told", words: line.trim() });

const WORDS: Record<Breach, string> = {
  no_sid: "This system forwards by the FBB protocol only",
  line_too_long: "Line too long",
  bad_line: "Protocol error: line not understood",
  bad_answer: "Protocol error: answer not understood",
  proposal_checksum: "Checksum error in the proposals",
  bad_block: "Protocol error: not a block of data",
  block_checksum: "Checksum error in a message",
  bad_data: "Compressed data of a message are damaged",
  too_long: "Message too long",
  bad_resume: "Resumed message is not the one that was broken off",
  too_many: "Too many lines without meaning",
};

/**
 * The partner made a mistake after which the session cannot go on. The partner is told the reason in a line, as
 * F6FBB does.
 */
export const broken = (reason: Breach, bid?: string): Stop =>
  new Stop({ how: "broken", reason, words: `*** ${WORDS[reason]}`, ...(bid === undefined ? {} : { bid }) });
