/** Keeps on the phone, in a database of their own, drafts of caches and what was typed into other forms and is not saved yet. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "./draft.ts";

/** What was typed into a form. `id` names account, instance and form. */
interface Form {
  id: string;
  typed: unknown;
}

interface Tables extends DBSchema {
  drafts: { key: string; value: Draft | Form };
}

let opened: Promise<IDBPDatabase<Tables>> | undefined;
const forget = () => opened = undefined;
/** One that was closed, or could not be opened, is opened anew by the next call. */
const database = (): Promise<IDBPDatabase<Tables>> =>
  opened ??= openDB<Tables>("service-gateway-drafts", 1, {
    upgrade: (db) => void db.createObjectStore("drafts", { keyPath: "id" }),
    // Another window deletes the database, or has a newer app that changes it: it waits until nobody has it open.
    blocking: (_from, _to, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).catch((error) => {
    forget();
    throw error;
  });

/** The drafts of everybody who uses this phone, the latest first. */
export const allDrafts = async (): Promise<Draft[]> =>
  (await (await database()).getAll("drafts")).filter((one): one is Draft => !("typed" in one))
    .sort((a, b) => b.changedAt - a.changedAt);

/** What was typed into this form; `undefined` where nothing is kept. */
export const typedOf = async (id: string): Promise<unknown> => {
  const form = await (await database()).get("drafts", id);
  return form && "typed" in form ? form.typed : undefined;
};

/** Stores a draft or a form. Settles once it is on the disk; rejects where there is no room. */
export async function keepDraft(draft: Draft | Form): Promise<void> {
  const tx = (await database()).transaction("drafts", "readwrite", { durability: "strict" });
  await Promise.all([tx.store.put(draft), tx.done]);
}

/** Deletes a draft or a form. */
export const dropDraft = async (id: string): Promise<void> => (await database()).delete("drafts", id);
