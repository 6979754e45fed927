/** What the app stores on the phone, in one IndexedDB database. A write counts only once it is on the disk. */
import type { DBSchema } from "idb";
import { Handle } from "./database.ts";
import { type Happening, type Item, next, pick } from "../queue/item.ts";

/** An answer of the gateway, kept for when the gateway is not reached, or a note of the app's own. */
interface Kept {
  /** What it is kept under: an address and whose it is (`keptUnder`); a note has a name that is no path. */
  path: string;
  value: unknown;
  /** When the gateway gave it, unix seconds. */
  at: number;
}

/** The key that signs this phone's logs; it cannot leave the browser. */
export interface DeviceKey {
  account: string;
  publicKey: string;
  privateKey: CryptoKey;
  /** Whether the gateway knows it. */
  registered: boolean;
}

interface Tables extends DBSchema {
  outbox: { key: string; value: Item };
  kept: { key: string; value: Kept };
  keys: { key: string; value: DeviceKey };
}

/** What the queue needs from its storage; tests have one in memory. */
export interface Outbox {
  all(): Promise<Item[]>;
  /** Stores items, all or none. Settles once they are on the disk; rejects where there is no room. */
  add(...items: readonly Item[]): Promise<void>;
  /** Takes the next item to send, in one transaction, so that only one of several tabs gets it. */
  take(whose: { account: string; instance: string; now: number }): Promise<Item | undefined>;
  /** Changes an item by what happened and gives it; `undefined` where it is no longer stored. */
  change(id: string, happening: Happening, now: number): Promise<Item | undefined>;
  drop(id: string): Promise<void>;
}

/**
 * What the answer of an address is kept under for an account, "" where nobody is signed in: what one person was answered is
 * not found for another. No address has a line's end in it.
 */
export const keptUnder = (path: string, account: string): string =>
  account === "" ? path : `${path}\n${account}`;

/** The database: the queue, answers of the gateway, and the keys of this phone. */
export class Storage implements Outbox {
  readonly #db: Handle<Tables>;

  constructor(name = "service-gateway") {
    this.#db = new Handle<Tables>(name, (db) => {
      db.createObjectStore("outbox", { keyPath: "id" });
      db.createObjectStore("kept", { keyPath: "path" });
      db.createObjectStore("keys", { keyPath: "account" });
    });
  }

  all(): Promise<Item[]> {
    return this.#db.use((db) => db.getAll("outbox"));
  }

  async add(...items: readonly Item[]): Promise<void> {
    await this.#db.write(
      ["outbox"],
      (tx) => Promise.all(items.map((item) => tx.objectStore("outbox").add(item))),
    );
  }

  take(whose: { account: string; instance: string; now: number }): Promise<Item | undefined> {
    return this.#db.write(["outbox"], async (tx) => {
      const store = tx.objectStore("outbox"), found = pick(await store.getAll(), whose);
      const taken = found && next(found, { what: "taken" }, whose.now);
      if (taken) await store.put(taken);
      return taken;
    });
  }

  change(id: string, happening: Happening, now: number): Promise<Item | undefined> {
    return this.#db.write(["outbox"], async (tx) => {
      const store = tx.objectStore("outbox"), item = await store.get(id);
      const changed = item && next(item, happening, now);
      if (changed) await store.put(changed);
      return changed;
    });
  }

  drop(id: string): Promise<void> {
    return this.#db.use((db) => db.delete("outbox", id));
  }

  kept(path: string): Promise<Kept | undefined> {
    return this.#db.use((db) => db.get("kept", path));
  }

  async keep(kept: Kept): Promise<void> {
    await this.#db.use((db) => db.put("kept", kept));
  }

  /** Deletes every answer of the gateway but those to this account. The app's own notes stay: their names are no paths. */
  async forgetOthers(account: string): Promise<void> {
    await this.#db.write(["kept"], async (tx) => {
      const store = tx.objectStore("kept");
      const names = await store.getAllKeys(IDBKeyRange.bound("/", "0", false, true));
      const others = names.filter((name) => name !== keptUnder(name.split("\n", 1)[0]!, account));
      await Promise.all(others.map((name) => store.delete(name)));
    });
  }

  deviceKey(account: string): Promise<DeviceKey | undefined> {
    return this.#db.use((db) => db.get("keys", account));
  }

  /** Stores a key, unless its account has one already. Gives the stored one. */
  addDeviceKey(key: DeviceKey): Promise<DeviceKey> {
    return this.#db.write(["keys"], async (tx) => {
      const store = tx.objectStore("keys"), there = await store.get(key.account);
      if (!there) await store.put(key);
      return there ?? key;
    });
  }

  /** Notes that the gateway may not know the account's key. */
  async forgetRegistered(account: string): Promise<void> {
    await this.#db.write(["keys"], async (tx) => {
      const store = tx.objectStore("keys"), key = await store.get(account);
      if (key) await store.put({ ...key, registered: false });
    });
  }

  /** Notes that the gateway knows this key. */
  async noteRegistered(key: DeviceKey): Promise<void> {
    await this.#db.use((db) => db.put("keys", { ...key, registered: true }));
  }
}
