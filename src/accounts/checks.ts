/** What the setup checklist asks of this area (API "Administration"). */
import { ADMIN_CALLSIGNS } from "../settings/mod.ts";
import type { People } from "./people.ts";

/** Whether an operator has proven a call: without that nobody is sysop. */
export const operatorProven = ({ accounts, settings }: People) => () => {
  const calls = settings.get(ADMIN_CALLSIGNS);
  const proven = calls.filter((call) => accounts.isVerified(call));
  return {
    key: "verify",
    label: "Operator's callsign proven",
    group: "identity" as const,
    level: "recommended" as const,
    status: proven.length > 0 ? "ok" as const : "missing" as const,
    source: "db" as const,
    detail: proven.length > 0
      ? `${proven.join(", ")} proven`
      : calls.length > 0
      ? `none of ${calls.join(", ")} is proven: sign in with main.ts operator-link`
      : "ADMIN_CALLSIGNS names nobody",
    reason: proven.length > 0 ? null : calls.length > 0 ? "verify.none" as const : "verify.nobody" as const,
    values: { value: (proven.length > 0 ? proven : calls).join(", ") },
  };
};
