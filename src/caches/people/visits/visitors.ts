/**
 * Visitors as persons: a base call and a home. Their numbers stand where those of accounts do, below zero; nobody signs in
 * as one. API "Caches, logs, media".
 */
import { baseCall } from "../../../base/mod.ts";
import type { Tx } from "../../../db/mod.ts";
import type { Game, GameNeeds } from "../../game.ts";
import type { Accounts, Person } from "../../ports.ts";
import { visitRows, type VisitStore } from "../../tables/visit_store.ts";

/** Sums use -1 for everybody together. */
const ABOVE_VISITORS = -1;

/** The accounts of the instance, and its visitors beside them: those hold no call here, and are no newcomers. */
export function withVisitors({ accounts }: Pick<GameNeeds, "accounts">, rows: () => VisitStore): Accounts {
  return {
    holder: (call) => accounts.holder(call),
    isVerified: (call) => accounts.isVerified(call),
    formerUntil: (account, call) => accounts.formerUntil(account, call),
    speaksFor: (call, account) =>
      account !== undefined && account < 0 ? false : accounts.speaksFor(call, account),
    isNewcomer: (account) => account >= 0 && accounts.isNewcomer(account),
    postsHeld: (account) => account >= 0 && accounts.postsHeld(account),
    deviceKey: (call, key) => accounts.deviceKey(call, key),
    cameFrom: (account) => accounts.cameFrom(account),
    keysOf: (base) => accounts.keysOf(base),
    person: (account) => account < 0 ? visitorAs(rows(), accounts, account) : accounts.person(account),
  };
}

function visitorAs(rows: VisitStore, accounts: Accounts, account: number): Person | undefined {
  const row = rows.visitor({ account });
  const member = row && accounts.holder(row.base);
  return row &&
    {
      accountId: account,
      call: row.base,
      bases: [row.base],
      suspended: member?.suspended === true,
      hidden: member?.hidden === true,
    };
}

/** The visitor of that home under the call's base call, made where there is none. */
export function visitorOf(game: Game, tx: Tx, call: string, home: string): Person {
  const base = baseCall(call), rows = visitRows(game);
  let account = rows.visitorOf({ base, home })?.account;
  if (account === undefined) {
    account = Math.min(rows.lowest({})!.account ?? ABOVE_VISITORS, ABOVE_VISITORS) - 1;
    rows.addVisitor(tx, { account, base, home });
  }
  return game.accounts.person(account)!;
}
