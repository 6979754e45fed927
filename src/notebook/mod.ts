/**
 * The notebook: what a member carries for themselves, and nobody else sees unless they share it. Owns the tables of
 * migrations 0670 to 0679. Refuses to log anything: a draft becomes a log by being sent as one.
 */
import type { PersonalData } from "../accounts/mod.ts";
import type { Tx } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { Elsewhere } from "./elsewhere/elsewhere.ts";
import { FieldNotes } from "./field_notes/field_notes.ts";
import { Kept } from "./kept/kept.ts";
import type { NotebookParts } from "./parts.ts";
import { elsewhereRoutes } from "./routes/elsewhere.ts";
import { fieldNoteRoutes } from "./routes/field_notes.ts";
import { keptRoutes } from "./routes/kept.ts";

/** Opens the area. */
export function openNotebook(parts: NotebookParts) {
  const notes = new FieldNotes(parts), kept = new Kept(parts);
  const elsewhere = new Elsewhere(parts.db);
  const routes = [
    ...fieldNoteRoutes({ ...parts, notes }),
    ...elsewhereRoutes({ db: parts.db, elsewhere }),
    ...keptRoutes({ db: parts.db, kept, shownCall: parts.shownCall }),
  ];
  const personalData: PersonalData[] = [{
    name: "notebook",
    export: ({ accountId }) => {
      const { notes: cacheNotes, ignored, lists } = kept.all(accountId);
      return {
        fieldNotes: notes.export(accountId),
        cacheNotes,
        cachesIgnored: ignored,
        cacheLists: lists,
        findsElsewhere: elsewhere.export(accountId),
      };
    },
    erase(tx: Tx, { accountId }) {
      notes.forget(tx, accountId);
      kept.forget(tx, accountId);
      elsewhere.forget(tx, accountId);
    },
  }];
  return {
    routes,
    personalData,
    kept: {
      ignored: kept.ignored,
      list: (account: number, id: number) => kept.list(account, id),
      foundElsewhere: elsewhere.codes,
    },
  };
}
/** What its routes take and give, by signature. */
export type NotebookRoutes = RouteTable<ReturnType<typeof openNotebook>["routes"]>;
