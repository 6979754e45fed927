/** What the setup checklist asks of this area (API "Administration"). */
import { ADMIN_CALLSIGNS } from "../settings/mod.ts";
import type { People } from "./people.ts";

/** The line that says whether an operator's call is verified: without one nobody is sysop. */
export const operatorVerified = ({ accounts, settings }: Pick<People, "accounts" | "settings">) => () => {
  const calls = settings.get(ADMIN_CALLSIGNS);
  const verified = calls.filter((call) => accounts.isVerified(call));
  return {
    key: "verify",
    label: "Operator's callsign verified",
    group: "identity" as const,
    level: "recommended" as const,
    status: verified.length > 0 ? "ok" as const : "missing" as const,
    source: "db" as const,
    detail: verified.length > 0
      ? `${verified.join(", ")} verified`
      : calls.length > 0
      ? `none of ${calls.join(", ")} is verified: sign in with main.ts operator-link`
      : "ADMIN_CALLSIGNS names nobody",
    reason: verified.length > 0 ? null : calls.length > 0 ? "verify.none" as const : "verify.nobody" as const,
    values: { value: (verified.length > 0 ? verified : calls).join(", ") },
  };
};

/**
 * The line that says whether a second operator could go on alone: one may be ill or gone. An operator who signs in only by
 * links that the first one makes is none yet.
 */
export const secondOperator = (
  { accounts, settings, signIn }: Pick<People, "accounts" | "settings" | "signIn">,
) =>
() => {
  const isReady = (call: string): boolean => {
    const holder = accounts.isVerified(call) ? accounts.holder(call) : undefined;
    return holder !== undefined && !holder.suspended &&
      (accounts.store.account({ id: holder.accountId })!.email !== null ||
        signIn.store.rows(holder.accountId).length > 0);
  };
  const calls = settings.get(ADMIN_CALLSIGNS), ready = calls.filter(isReady);
  const waiting = calls.filter((call) => !ready.includes(call));
  // Two callsigns of one person are one operator.
  const ok = new Set(ready.map((call) => accounts.holder(call)!.accountId)).size > 1;
  const waits = calls.length > 1 && waiting.length > 0;
  return {
    key: "operators",
    label: "Second operator",
    group: "identity" as const,
    level: "optional" as const,
    status: ok ? "ok" as const : "missing" as const,
    source: "env" as const,
    detail: ok
      ? `${ready.join(", ")} can go on without each other`
      : waits
      ? `${waiting.join(", ")} cannot sign in without another operator yet`
      : "nobody else could go on: main.ts help hand-over",
    reason: ok ? null : waits ? "operators.waiting" as const : "operators.one" as const,
    values: { value: (ok ? ready : waiting).join(", ") },
  };
};
