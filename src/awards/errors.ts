/** What awards refuse. */
import { failures } from "../base/mod.ts";

export const awardFailure = failures({
  award_missing: "missing",
  award_not_reached: ["conflict", { have: "number", limit: "number" }],
  award_unsigned: "unavailable",
  award_builtin: "conflict",
  awards_full: ["conflict", { limit: "number" }],
  certificate_missing: "missing",
});
