/** What moderation refuses. */
import { failures } from "../base/mod.ts";

export const moderationFailure = failures({
  item_not_found: "missing",
  report_not_found: "missing",
  text_needed: "invalid",
  already_removed: "conflict",
  not_removed: "conflict",
  cannot_restore: "invalid",
  cannot_disable: "invalid",
  other_status: "conflict",
  operators_profile: "conflict",
  call_moved: "conflict",
  other_target: "conflict",
  reports_full: ["limited", { limit: "number", windowSec: "number", retryAfter: "number" }],
  short_query: "invalid",
});
