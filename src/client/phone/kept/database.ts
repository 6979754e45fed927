/**
 * A database of the app in the browser. Browsers close a connection when they like: iPhones do so to apps in the background, and
 * a window with a newer app asks for it. One that was closed is opened anew by whoever needs it next; what was under way when
 * it was closed is done once more, for a transaction that did not end has changed nothing.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";

const STRICT = { durability: "strict" } as const;

/** How a connection that is gone shows itself; the last is how Safari says that its database process ended. */
const GONE: readonly string[] = ["InvalidStateError", "AbortError", "UnknownError"];
const nameOf = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : "";

export class Handle<Tables extends DBSchema> {
  #opened: Promise<IDBPDatabase<Tables>> | undefined;

  constructor(
    private readonly name: string,
    private readonly upgrade: (db: IDBPDatabase<Tables>) => void,
    private readonly open: typeof openDB = openDB,
  ) {}

  #database(): Promise<IDBPDatabase<Tables>> {
    if (this.#opened) return this.#opened;
    const forget = () => {
      if (this.#opened === opened) this.#opened = undefined;
    };
    const opened = this.#begin(forget);
    this.#opened = opened;
    // Whoever uses it gets the error.
    opened.catch(forget);
    return opened;
  }

  async #begin(forget: () => void): Promise<IDBPDatabase<Tables>> {
    try {
      return await this.open<Tables>(this.name, 1, {
        upgrade: this.upgrade,
        blocking: (_from, _to, event) => {
          (event.target as IDBDatabase).close();
          forget();
        },
        terminated: forget,
      });
    } catch (error) {
      // Browsers that are told to keep nothing have many words for it: none of them is about room.
      throw nameOf(error) === "QuotaExceededError"
        ? error
        : new DOMException(String(error), "NotAllowedError");
    }
  }

  /** Does something with the database; once more over a new connection where the one at hand turns out to be gone. */
  async use<Given>(work: (db: IDBPDatabase<Tables>) => Promise<Given>): Promise<Given> {
    const db = await this.#database();
    try {
      return await work(db);
    } catch (error) {
      if (!GONE.includes(nameOf(error))) throw error;
      db.close();
      this.#opened = undefined;
      return await work(await this.#database());
    }
  }

  /** Writes in one transaction, all or nothing. Settles once it is on the disk, with what `work` gives. */
  write<Names extends StoreNames<Tables>, Given>(
    stores: readonly Names[],
    work: (tx: IDBPTransaction<Tables, Names[], "readwrite">) => Promise<Given>,
  ): Promise<Given> {
    return this.use(async (db) => {
      const tx = db.transaction([...stores], "readwrite", STRICT);
      // A write of a transaction that was aborted says that it was, the transaction itself says why.
      const [given, done] = await Promise.allSettled([work(tx), tx.done]);
      if (done.status === "rejected") throw done.reason;
      if (given.status === "rejected") throw given.reason;
      return given.value;
    });
  }
}

/** Why nothing was kept: there is no room, this browser keeps nothing for the app, or it failed in another way. */
export type NotKept = "full" | "blocked" | "failed";

export function whyNotKept(error: unknown): NotKept {
  const name = nameOf(error);
  return name === "QuotaExceededError" ? "full" : name === "NotAllowedError" ? "blocked" : "failed";
}
