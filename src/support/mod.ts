/**
 * Support: the page that says how an instance is paid for, its ledger, and who gave. Owns the tables of migration
 * 0151. Names nobody who has not agreed, and gates nothing: whoever gave may do what everybody may.
 */
import type { RouteTable } from "../http/mod.ts";
import type { Tx } from "../db/mod.ts";
import { Ledger } from "./ledger.ts";
import type { SupportParts } from "./parts.ts";
import { supportRoutes } from "./routes.ts";

/** Opens the area. */
export function openSupport(parts: SupportParts) {
  const ledger = new Ledger(parts.db, parts.world);
  const routes = supportRoutes({ ...parts, ledger });
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
/** What its routes take and give, by signature. */
export type SupportRoutes = RouteTable<ReturnType<typeof supportRoutes>>;
