/** What the post office asks of others. `app.ts` joins them; tests bring their own. */
import type { World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { Publications } from "../wire/mod.ts";

interface BbsAccounts {
  /** Who holds the call's base call. */
  holder(call: string): { accountId: number; suspended: boolean } | undefined;
  /** An account's base calls. */
  person(accountId: number): { bases: readonly string[] } | undefined;
  /** Throws while the call's holder is suspended, or was when they were erased. */
  refuseSuspended(call: string): void;
  /** Whether the call's base call is control-verified. */
  isVerified(call: string): boolean;
  /** Whether the account holds no verified call; whether what it writes is held. */
  isNewcomer(accountId: number): boolean;
  postsHeld(accountId: number): boolean;
  /** Whether what leaves here under the call may: for the account that wrote it, where one did. */
  speaksFor(call: string, account?: number): boolean;
  /** Whether an account lets its packet mail be read over the air; `undefined` where it has said nothing. */
  overAir(accountId: number): boolean | undefined;
}

/** What became of a batch. */
interface BatchTaken {
  /**
   * `known`: it was here already; `damaged`: the hash does not match, all of it is dropped; `unknown`: its origin
   * is not known, nothing of it is kept; `full`: some of it found no room. These two may come again.
   */
  outcome: "taken" | "known" | "damaged" | "unknown" | "full";
  words: string;
}

export interface BbsParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  accounts: BbsAccounts;
  publications: Pick<Publications, "publish" | "withdraw">;
  origins: {
    /** Instances whose bulletins are shown: trusted ones, with `unvetted` those too that nobody has judged. */
    shown(options: { unvetted: boolean }): readonly string[];
  };
  /** Whether the clock can be believed. While not, nothing is given up, aged or expired. */
  clockIsSet(): boolean;
  /** Mail has come for somebody who is not looking. */
  arrived?(tx: Tx, mail: { accountId: number; from: string }): void;
  /** Takes a batch of federation that a marked partner brought. Absent: nobody takes any (FED "Store-and-forward"). */
  takeBatch?(tx: Tx, batch: { partner: string; bid: string; text: string }): BatchTaken;
}
