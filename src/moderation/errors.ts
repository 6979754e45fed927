/** What moderation refuses. */
import { failures } from "../base/mod.ts";

export const moderationFailure = failures({
  item_not_found: ["missing", "There is no such thing, or it was deleted"],
  report_not_found: ["missing", "There is no such report"],
  text_needed: ["invalid", "text: says what is wrong in at least 3 characters, since the category is other"],
  already_removed: ["conflict", "This is removed already"],
  not_removed: ["conflict", "This is not removed"],
  cannot_restore: ["invalid", "kind: only a cache can be restored"],
  operators_profile: ["conflict", "An operator's profile is not removed: the operator edits it"],
  call_moved: ["conflict", "The call belongs to somebody else since the report: resolve the report"],
  other_target: ["conflict", "The report is about another thing"],
  short_query: ["invalid", "q: takes at least 2 characters, or suspended=1 in its place"],
});
