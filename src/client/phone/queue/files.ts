/** Stores the bytes of photos that wait to be sent, in a database beside the queue, so that the queue stays quick to read. */
import type { DBSchema } from "idb";
import { Handle } from "../kept/database.ts";

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
  /** The database is opened with the first photo: most phones never need it. */
  readonly #db = new Handle<Tables>(
    "service-gateway-files",
    (db) => void db.createObjectStore("files", { keyPath: "id" }),
  );

  /** Stores bytes under an id. Settles once they are on the disk; rejects where there is no room. */
  async keep(id: string, bytes: Uint8Array): Promise<void> {
    await this.#db.write(["files"], (tx) => tx.objectStore("files").put({ id, bytes }));
  }

  async read(id: string): Promise<Uint8Array | undefined> {
    return (await this.#db.use((db) => db.get("files", id)))?.bytes;
  }

  drop(id: string): Promise<void> {
    return this.#db.use((db) => db.delete("files", id));
  }
}
