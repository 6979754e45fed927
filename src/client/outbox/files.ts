/** Photos that wait to be sent: bytes beside the queue, in a database of their own, so that the queue stays quick to read. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface Tables extends DBSchema {
  files: { key: string; value: { id: string; bytes: Uint8Array } };
}

/** What the sender needs of it. */
export interface Files {
  read(id: string): Promise<Uint8Array | undefined>;
  drop(id: string): Promise<void>;
}

export class FileStore implements Files {
  #opened: Promise<IDBPDatabase<Tables>> | undefined;

  /** Opened with the first photo: most phones have none waiting. */
  #db(): Promise<IDBPDatabase<Tables>> {
    return this.#opened ??= openDB<Tables>("service-gateway-files", 1, {
      upgrade: (db) => void db.createObjectStore("files", { keyPath: "id" }),
    });
  }

  /** Settles once it is on the disk; rejects where there is no room. */
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
