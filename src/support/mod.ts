/**
 * Support: the page that says how an instance is paid for, its ledger, and who gave. Owns the tables of migration 0151.
 * Refuses to name anybody unasked, and gates nothing: whoever gave may do what everybody may.
 */
import type { World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import type { Route } from "../http/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { Ledger } from "./ledger.ts";
import { supportRoutes } from "./routes.ts";

export { Ledger } from "./ledger.ts";

export interface SupportParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  /** Account that holds a call, its call shown to others, and whether it is suspended. */
  people: {
    holder(call: string): { accountId: number } | undefined;
    person(account: number): { call: string; suspended: boolean } | undefined;
  };
}

/** Opens the area. */
export function openSupport(parts: SupportParts) {
  const ledger = new Ledger(parts.db, parts.world);
  const routes: Route[] = supportRoutes({ ...parts, ledger });
  const personalData = [{
    name: "support",
    export: ({ accountId }: { accountId: number }) => ({
      donations: ledger.donationsOf(accountId).map(({ accountId: _, ...row }) => row),
      supportPreferences: [ledger.preference(accountId)],
    }),
    erase: (tx: Tx, { accountId }: { accountId: number }) => ledger.forget(tx, accountId),
  }];
  return { ledger, routes, personalData };
}
