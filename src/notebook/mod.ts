/**
 * The notebook: what a member carries for themselves, and nobody else sees unless they share it. Owns the tables of
 * migrations 0670 to 0679 and 0920. Refuses to log anything: a draft becomes a log by being sent as one.
 */
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { Elsewhere } from "./elsewhere/elsewhere.ts";
import { FieldNotes } from "./field_notes/field_notes.ts";
import { Kept } from "./kept/kept.ts";
import type { NotebookParts } from "./parts.ts";
import { elsewhereRoutes } from "./routes/elsewhere.ts";
import { fieldNoteRoutes } from "./routes/field_notes.ts";
import { keptRoutes } from "./routes/kept.ts";

export interface NotebookKeeps {
  fieldNotes: FieldNotes;
  keptCaches: Kept;
  elsewhere: Elsewhere;
  /** What searches for caches ask: what a member ignores, has on a list, and has found elsewhere. */
  keptCodes: Pick<Kept, "ignored" | "list"> & { foundElsewhere: Elsewhere["codes"] };
}

const routes = (
  { fieldNotes: notes, keptCaches: kept, elsewhere, ...needs }: NotebookParts & NotebookKeeps,
) => [
  ...fieldNoteRoutes({ ...needs, notes }),
  ...elsewhereRoutes({ db: needs.db, elsewhere }),
  ...keptRoutes({ db: needs.db, kept, shownCall: needs.shownCall }),
];
/** What its routes take and give, by signature. */
export type NotebookRoutes = RouteTable<ReturnType<typeof routes>>;

export const notebook = area<{ needs: NotebookParts; keeps: NotebookKeeps }>()({
  name: "notebook",
  needs: ["caches", "db", "shownCall", "world"],
  keeps: {
    fieldNotes: (needs) => new FieldNotes(needs),
    keptCaches: (needs) => new Kept(needs),
    elsewhere: ({ db }) => new Elsewhere(db),
    keptCodes: ({ keptCaches, elsewhere }) => ({
      ignored: keptCaches.ignored,
      list: (account, id) => keptCaches.list(account, id),
      foundElsewhere: elsewhere.codes,
    }),
  },
  data: ({ fieldNotes, keptCaches, elsewhere }) => ({
    name: "notebook",
    export: ({ accountId }) => {
      const { notes: cacheNotes, ignored, lists } = keptCaches.all(accountId);
      return {
        fieldNotes: fieldNotes.export(accountId),
        cacheNotes,
        cachesIgnored: ignored,
        cacheLists: lists,
        findsElsewhere: elsewhere.export(accountId),
      };
    },
    erase(tx, { accountId }) {
      fieldNotes.forget(tx, accountId);
      keptCaches.forget(tx, accountId);
      elsewhere.forget(tx, accountId);
    },
  }),
  routes,
});
