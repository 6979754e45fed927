/** What accounts need of the rest, and what they tell it. */
import type { Tx } from "../db/mod.ts";
import type { Publications } from "../wire/mod.ts";

/** A call left an account: somebody else has verified it, or an operator has released it. */
interface Detached {
  base: string;
  accountId: number;
  /** The account's active call afterwards; `null` when it holds no call any more. */
  left: string | null;
}

/** An area's share in a person's data. Each area hands one in for its tables; erasing must leave nothing personal. */
export interface PersonalData {
  /** Name of the area, for messages. */
  name: string;
  /** Everything of the person, one list for each kind, in plain values. */
  export(person: DataOf): Record<string, unknown>;
  /** Takes the person out: deletes, or keeps what must stay without a name. Publishes tombstones itself. */
  erase(tx: Tx, person: DataOf): void;
}
export interface DataOf {
  accountId: number;
  /** Base calls held. */
  bases: string[];
  email: string | null;
}

/** What happens to people that other areas act on, each inside the write that does it. */
export interface AccountsEvents {
  /** Whether control of a base call is verified may have changed. */
  proofChanged: { tx: Tx; base: string };
  /** A call left an account. */
  callDetached: Detached & { tx: Tx };
  /** ... because an operator released it: the person is told. */
  callReleased: { tx: Tx; accountId: number; base: string };
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

/** Used on an instance without a federation key, which publishes nothing. */
export const NO_PUBLICATIONS: Publications = {
  publish: () => ({ gid: "", v: 0 }),
  withdraw: () => 0,
};
