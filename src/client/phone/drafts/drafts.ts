/** Keeps on the phone, in a database of their own, drafts of caches and what was typed into other forms and is not saved yet. */
import type { DBSchema } from "idb";
import { Handle } from "../kept/database.ts";
import type { Draft } from "./draft.ts";

/** What was typed into a form. `id` names account, instance and form. */
interface Form {
  id: string;
  typed: unknown;
}

interface Tables extends DBSchema {
  drafts: { key: string; value: Draft | Form };
}

const database = new Handle<Tables>(
  "service-gateway-drafts",
  (db) => void db.createObjectStore("drafts", { keyPath: "id" }),
);

/** The drafts of everybody who uses this phone, the latest first. */
export const allDrafts = async (): Promise<Draft[]> =>
  (await database.use((db) => db.getAll("drafts"))).filter((one): one is Draft => !("typed" in one))
    .sort((a, b) => b.changedAt - a.changedAt);

/** What was typed into this form; `undefined` where nothing is kept. */
export const typedOf = async (id: string): Promise<unknown> => {
  const form = await database.use((db) => db.get("drafts", id));
  return form && "typed" in form ? form.typed : undefined;
};

/** Stores a draft or a form. Settles once it is on the disk; rejects where there is no room. */
export async function keepDraft(draft: Draft | Form): Promise<void> {
  await database.write(["drafts"], (tx) => tx.objectStore("drafts").put(draft));
}

/** Deletes a draft or a form. */
export const dropDraft = (id: string): Promise<void> => database.use((db) => db.delete("drafts", id));
