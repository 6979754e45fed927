/** Stores drafts of caches on the phone, in a database of their own. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Draft } from "./draft.ts";

interface Tables extends DBSchema {
  drafts: { key: string; value: Draft };
}

let opened: Promise<IDBPDatabase<Tables>> | undefined;
const database = (): Promise<IDBPDatabase<Tables>> =>
  opened ??= openDB<Tables>("service-gateway-drafts", 1, {
    upgrade: (db) => void db.createObjectStore("drafts", { keyPath: "id" }),
  });

/** The drafts of everybody who uses this phone, the latest first. */
export const allDrafts = async (): Promise<Draft[]> =>
  (await (await database()).getAll("drafts")).sort((a, b) => b.changedAt - a.changedAt);

/** Stores a draft. Settles once it is on the disk; rejects where there is no room. */
export async function keepDraft(draft: Draft): Promise<void> {
  const tx = (await database()).transaction("drafts", "readwrite", { durability: "strict" });
  await Promise.all([tx.store.put(draft), tx.done]);
}

/** Deletes a draft. */
export const dropDraft = async (id: string): Promise<void> => (await database()).delete("drafts", id);
