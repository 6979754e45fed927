/** A message as two systems hand it over. */

/** P personal, B bulletin, T traffic; A acknowledges a personal and goes only to systems whose SID has `A`. */
export type MessageType = "P" | "B" | "T" | "A";
export const MESSAGE_TYPES: readonly MessageType[] = ["P", "B", "T", "A"];

export interface Header {
  type: MessageType;
  /** Sender's base call, at most six characters. */
  from: string;
  /** `at` of the address (see `Address`); empty: the partner itself is meant. */
  at: string;
  to: string;
  /** In its normal form (`normalBid`). */
  bid: string;
}

/** Subject and body are bytes as they stand on the wire; `shownText` makes them readable. */
export interface FbbMessage extends Header {
  /** One line. F6FBB keeps 60 bytes, the header of a compressed transfer takes 80. */
  subject: Uint8Array;
  /** `R:` lines, blank line and text. Sent ones carry this system's own postmark on top (`postmark`). */
  body: Uint8Array;
}

/** One offer of the other side, before its message is there. */
export interface Proposal extends Header {
  /**
   * Bytes of the text as the partner counts them; nobody checks that number, so it is only used to refuse what is
   * too large.
   */
  size: number;
}
