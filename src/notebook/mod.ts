/**
 * The notebook: what a member carries for themselves, and nobody else sees unless they share it. Owns the tables of
 * migrations 0670 to 0679. Refuses to log anything: a draft becomes a log by being sent as one.
 */
import type { PersonalData } from "../accounts/mod.ts";
import type { Tx } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { FieldNotes } from "./field_notes/field_notes.ts";
import type { NotebookParts } from "./parts.ts";
import { fieldNoteRoutes } from "./routes/field_notes.ts";

/** Opens the area. */
export function openNotebook(parts: NotebookParts) {
  const notes = new FieldNotes(parts);
  const routes = [...fieldNoteRoutes({ ...parts, notes })];
  const personalData: PersonalData[] = [{
    name: "notebook",
    export: ({ accountId }) => ({ fieldNotes: notes.export(accountId) }),
    erase(tx: Tx, { accountId }) {
      notes.forget(tx, accountId);
    },
  }];
  return { routes, personalData };
}
/** What its routes take and give, by signature. */
export type NotebookRoutes = RouteTable<ReturnType<typeof openNotebook>["routes"]>;
