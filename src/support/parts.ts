/** What support needs of the rest. */
import type { World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { Settings } from "../settings/mod.ts";

export interface SupportParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  /** Account that holds a call, its call shown to others, and whether it is suspended. */
  accounts: {
    holder(call: string): { accountId: number } | undefined;
    person(account: number): { call: string; suspended: boolean } | undefined;
  };
}
