/** What moderation needs of the rest. */
import type { Accounts, People } from "../accounts/mod.ts";
import type { World } from "../base/mod.ts";
import type { Audit, Database, ModeratedKind, Tx } from "../db/mod.ts";
import type { Limits } from "../http/mod.ts";
import type { Settings } from "../settings/mod.ts";

export interface ModerationParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  limits: Limits;
  accounts: Accounts;
  people: People;
  /** What areas give; the profile is moderation's own. */
  kinds: readonly ModeratedKind[];
  /** Tells a member in the app that something of theirs was removed. */
  alert(tx: Tx, told: { accountId: number; call: string; kind: string; code?: string }): void;
  /** What waits on the way out for an account, by kind: suspending drops it. */
  waitingOf(account: number): Record<string, number>;
}
