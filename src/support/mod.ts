/**
 * Support: the page that says how an instance is paid for, its ledger, and who gave. Owns the tables of migration
 * 0151. Names nobody who has not agreed, and gates nothing: whoever gave may do what everybody may.
 */
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { Ledger } from "./ledger.ts";
import type { SupportParts } from "./parts.ts";
import { supportRoutes } from "./routes.ts";

export interface SupportKeeps {
  ledger: Ledger;
}

/** What its routes take and give, by signature. */
export type SupportRoutes = RouteTable<ReturnType<typeof supportRoutes>>;

export const support = area<{ needs: SupportParts; keeps: SupportKeeps }>()({
  name: "support",
  needs: ["accounts", "audit", "db", "settings", "world"],
  keeps: { ledger: ({ db, world }) => new Ledger(db, world) },
  data: ({ ledger }) => ({
    name: "support",
    export: ({ accountId }) => ({
      donations: ledger.donationsOf(accountId).map(({ accountId: _, ...row }) => row),
      supportPreferences: [ledger.preference(accountId)],
    }),
    erase: (tx, { accountId }) => ledger.forget(tx, accountId),
  }),
  routes: supportRoutes,
});
