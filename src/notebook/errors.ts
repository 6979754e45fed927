/** What the notebook refuses. */
import { failures } from "../base/mod.ts";

export const notebookFailure = failures({
  bad_cache_code: "invalid",
  cache_list_missing: "missing",
  notebook_full: ["conflict", { what: "string", limit: "number" }],
  field_notes_full: ["conflict", { limit: "number" }],
  field_note_missing: "missing",
  field_notes_none: "invalid",
  finds_unreadable: ["invalid", { said: "string" }],
  finds_none: "invalid",
  finds_elsewhere_full: ["conflict", { limit: "number" }],
});
