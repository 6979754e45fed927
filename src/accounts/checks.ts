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
