/** What the notebook refuses. */
import { failures } from "../base/mod.ts";

export const notebookFailure = failures({
  field_notes_full: ["conflict", { limit: "number" }],
  field_note_missing: "missing",
  field_notes_none: "invalid",
});
