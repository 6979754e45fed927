/** Stores the bytes of photos that wait to be sent, in a database beside the queue, so that the queue stays quick to read. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface Tables extends DBSchema {
  files: { key: string; value: { id: string; bytes: Uint8Array } };
}

/** What `Drain` needs of it. */
export interface Files {
  read(id: string): Promise<Uint8Array | undefined>;
  drop(id: string): Promise<void>;
}

/** The store in IndexedDB. */
export class FileStore implements Files {
  #opened: Promise<IDBPDatabase<Tables>> | undefined;

  /** The database is opened with the first photo: most phones never need it. */
  #db(): Promise<IDBPDatabase<Tables>> {
    return this.#opened ??= openDB<Tables>("service-gateway-files", 1, {
      upgrade: (db) => void db.createObjectStore("files", { keyPath: "id" }),
    });
  }

  /** Stores bytes under an id. Settles once they are on the disk; rejects where there is no room. */
  async keep(id: string, bytes: Uint8Array): Promise<void> {
    const tx = (await this.#db()).transaction("files", "readwrite", { durability: "strict" });
    await Promise.all([tx.store.put({ id, bytes }), tx.done]);
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    return (await (await this.#db()).get("files", id))?.bytes;
  }

  async drop(id: string): Promise<void> {
    await (await this.#db()).delete("files", id);
  }
}
