/** What moderation needs of the rest. */
import type { Accounts, People } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Caches } from "../caches/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { Limits } from "../http/mod.ts";
import type { Gathered } from "../plan/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { ReportedKind } from "./kinds.ts";

export interface ModerationParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  limits: Limits;
  accounts: Accounts;
  people: People;
  caches: Pick<Caches, "bringReport" | "heldOf" | "holdAgain" | "homeOf" | "release" | "reportedMember">;
  /** Kinds of things, of all areas. */
  gathered: Pick<Gathered, "moderated">;
  /** Tells a member in the app that something of theirs was removed. */
  alert(
    tx: Tx,
    told: {
      accountId: number;
      call: string;
      kind: `${ReportedKind}_removed` | "cache_disabled";
      code?: string;
    },
  ): void;
  /** What waits on the way out for an account, by kind: suspending drops it. */
  stations: { waitingOf(account: number): { mailbox: number; queued: number } };
  bbs: {
    waitingOf(account: number): { packetMail: number };
    heldOf(account: number): number;
    release(tx: Tx, account: number, act: number): number;
    holdAgain(tx: Tx, act: number): { held: number; stay: number };
  };
}
