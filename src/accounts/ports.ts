/** What accounts need of the rest, and what they tell it. */
import type { Tx } from "../db/mod.ts";
import type { Publications } from "../wire/mod.ts";

export type { DataOf, PersonalData } from "../plan/mod.ts";

/**
 * What becomes of the caches that were hidden under a call which its holder loses: they stay with the account, are
 * offered for adoption as well, or are archived.
 */
export const CACHES_LEFT = ["stay", "offer", "archive"] as const;
export type CachesLeft = typeof CACHES_LEFT[number];

/** A call left an account: somebody else has verified it, or an operator has released it. */
interface Detached {
  base: string;
  accountId: number;
  /** The account's active call afterwards; `null` when it holds no call any more. */
  left: string | null;
  caches: CachesLeft;
  /** `licensee`, or the operator's call. */
  actor: string;
}

/** What happens to people that other areas act on, each inside the write that does it. */
export interface AccountsEvents {
  /** Whether control of a base call is verified may have changed. */
  proofChanged: { tx: Tx; base: string };
  /** A call left an account. */
  callDetached: Detached & { tx: Tx };
  /** ... because an operator released it: the person is told. */
  callReleased: { tx: Tx; accountId: number; base: string };
  /** Somebody signed out of a session, or, without one, everywhere: what was given in it ends with it. */
  sessionEnded: { tx: Tx; accountId: number; session?: string };
  /** Somebody was suspended: what waits to be sent for them is dropped. */
  suspended: { tx: Tx; accountId: number };
}

export interface PeoplePorts {
  publications: Publications;
  /** Calls of receiving stations that are trusted: one of them must hear an on-air proof. */
  receivingSites(): string[];
  /** Whether an instance is a peer that the operator trusts. */
  trusts(instance: string): boolean;
  /** Whether web push can be offered. */
  pushConfigured(): boolean;
}
