/**
 * What a session asks of the outside, as values. The session itself is a generator without I/O: a TCP connection, a
 * packet circuit, a test and the simulator drive the same one, and a link may die between any two steps.
 */
import type { FbbMessage, Proposal } from "./message.ts";
import type { Mode, Sid } from "./sid.ts";

/** What this side answers to an offer. */
export type Verdict =
  | { answer: "want" }
  /** Stored already, whoever brought it: the partner counts it as delivered. */
  | { answer: "have" }
  /** Not now: offered again in another session. Also while another partner is just bringing the same BID. */
  | { answer: "later" }
  /** Never: where the partner knows only yes and no it is told no. */
  | { answer: "refuse" }
  /** Wanted, and the partner may know that an operator looks at it first. */
  | { answer: "hold" }
  /** Wanted from where an earlier session broke off; `part` is what `keep` was told then. */
  | { answer: "resume"; part: Uint8Array };

/** How the partner answered an offer of ours. */
export type Outcome =
  /** It has taken the whole block that the message was in. */
  | "sent"
  /** The same, and its operator looks at it first. */
  | "held"
  /** It had this BID already. */
  | "had_it"
  /** It will not take it, from us at least. */
  | "rejected"
  /** It says that the offer's fields are wrong; the same offer cannot succeed later. */
  | "malformed"
  /** Not now, or no answer at all: offer it again in another session. */
  | "deferred"
  /** Was not offered: it does not fit into this session (binary in a plain one, a field too long). */
  | "unsendable";

export interface Settled {
  bid: string;
  outcome: Outcome;
}

export type Effect =
  | { do: "send"; bytes: Uint8Array }
  /** The next bytes, however many; undefined when the line is closed or has been silent too long. */
  | { do: "read" }
  /** Both SIDs were seen: who it is, and how bodies will travel. For progress and logs; nothing hangs on it. */
  | { do: "met"; sid: Sid; mode: Mode }
  /**
   * What to propose next: at most `most` messages of about `bytes` bytes of body in all (one may be larger), none
   * whose BID is in `offered`. Where `binary` is false the partner takes plain text only: line ends become CR LF, and
   * a body with the byte 1A or a line `/EX` cannot go. Empty: nothing is left.
   */
  | { do: "offer"; most: number; bytes: number; offered: ReadonlySet<string>; binary: boolean }
  /** One verdict for each proposal, in their order. `resume` counts only where `canResume` is true. */
  | { do: "judge"; proposals: readonly Proposal[]; canResume: boolean }
  /** A whole message whose checksums are right: commit it before going on. The partner is answered after it. */
  | { do: "received"; message: FbbMessage; held: boolean }
  /** Commit these before going on. Each message that was offered comes here once, unless the link dies first. */
  | { do: "settle"; outcomes: readonly Settled[] }
  /**
   * The link died inside this message: `part` may be given to `resume` in a later session. Undefined: forget
   * what was kept, it is of no use.
   */
  | { do: "keep"; proposal: Proposal; part: Uint8Array | undefined };

/** How a session ended. */
export type SessionEnd =
  /** Both sides said that they have nothing left. */
  | { how: "clean" }
  /** The line closed or fell silent. */
  | { how: "cut" }
  /** The partner ended it with words, e.g. `*** Checksum error`. */
  | { how: "told"; words: string }
  /**
   * We ended it: `reason` is a code, `words` were sent. `bid` names the inbound message that was spoilt, if one was.
   */
  | { how: "broken"; reason: Breach; words: string; bid?: string }
  /** Called side only: the first line was no SID, so a person is calling. Nothing was answered to it. */
  | { how: "person"; line: string };

/** Mistakes of a partner after which the session cannot go on. */
export type Breach =
  | "no_sid"
  | "line_too_long"
  | "bad_line"
  | "bad_answer"
  | "proposal_checksum"
  | "bad_block"
  | "block_checksum"
  | "bad_data"
  | "too_long"
  | "bad_resume"
  | "too_many";

export type Steps<T> = Generator<Effect, T, unknown>;
