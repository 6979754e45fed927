/** How bytes of questions and answers travel. The carriers of this file never read them. */
import type { Tx } from "../../db/mod.ts";

/** What came back from one try to bring a question to a peer. */
export type Brought =
  /** The peer's answer, or its refusal by status. */
  | { got: "reply"; status: number; bytes: Uint8Array }
  /** A hub holds the question until the peer fetches it (FED "Events": a relayed answer). */
  | { got: "wait"; wait: Wait }
  /** The peer was not reached: no connection, no answer in time, or nobody who would carry it. */
  | { got: "nothing"; why: string };

/** A question that lies at a hub. */
export interface Wait {
  /** Where it lies: the hub's address, or `own` for this instance's own queue. */
  hub: string;
  id: string;
  ticket: string;
}

/** An answer that came through a hub: what the spoke's own route would have answered. */
export interface RelayedAnswer {
  status: number;
  /** The signed answer; null beside a refusal. */
  frame: Uint8Array | null;
}

/** A hub's queue of questions for instances that push to it and cannot be reached (FED "Events"). */
export interface QuestionRelay {
  /** Whether the instance pushes to this one and may be asked through it. */
  isSpoke(instance: string): boolean;
  /** Queues a question whose asker is known and whose signature holds. Throws the caps' refusals. */
  queue(
    tx: Tx,
    question: { asker: string; target: string; frame: Uint8Array },
  ): { id: string; ticket: string };
  /** The answer to one of this instance's own; undefined while there is none, null when it is gone. */
  own(id: string): RelayedAnswer | undefined | null;
}
