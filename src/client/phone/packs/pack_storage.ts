/** Stores packs in a database of their own, so that replacing or removing a pack never touches the queue. */
import type { DBSchema } from "idb";
import { Handle } from "../kept/database.ts";
import type { CacheRow } from "../known/caches.ts";
import { type Pack, type PackedCache, rowOf } from "./pack.ts";

/** A photo, a sound, or a range of the map. Stored as bytes and not as a Blob, since some browsers lose Blobs. */
interface StoredPart {
  grid: string;
  name: string;
  bytes: ArrayBuffer;
  type: string;
}

/** A range of the map archive. */
export interface StoredRange {
  grid: string;
  /** First byte. */
  from: number;
  bytes: ArrayBuffer;
}

/** A stage that was opened on this phone without a connection. */
export interface OpenedStage {
  account: string;
  cache: string;
  n: number;
  content: { lat: number | null; lon: number | null; clue: string | null; mediaUrl: string | null };
  at: number;
  /** What opened a neighbour's: it goes with the log. */
  code?: string;
}

interface Tables extends DBSchema {
  packs: { key: string; value: Pack };
  /** The rows that lists show of a pack's caches, as one value, so that they are read at once. */
  rows: { key: string; value: { grid: string; rows: CacheRow[] } };
  caches: { key: [string, string]; value: { grid: string; name: string; cache: PackedCache } };
  parts: { key: [string, string]; value: StoredPart; indexes: { name: string } };
  ranges: { key: [string, number]; value: StoredRange };
  opened: { key: [string, string, number]; value: OpenedStage };
}

/** The range of all keys of one pack. */
const ofPack = (grid: string) => IDBKeyRange.bound([grid], [grid, []]);
/** The key of a cache: people write codes in small or capital letters, with or without a dash. */
export const nameOf = (ref: string): string =>
  ref.includes(":") ? ref : ref.replaceAll("-", "").toUpperCase();

/** All that others do with the storage: tests put a memory in its place. */
export type PackStore = Pick<PackStorage, keyof PackStorage>;

/** The database. */
export class PackStorage {
  readonly #db: Handle<Tables>;

  constructor(name = "service-gateway-packs") {
    this.#db = new Handle<Tables>(name, (db) => {
      db.createObjectStore("packs", { keyPath: "grid" });
      db.createObjectStore("rows", { keyPath: "grid" });
      db.createObjectStore("caches", { keyPath: ["grid", "name"] });
      db.createObjectStore("parts", { keyPath: ["grid", "name"] }).createIndex("name", "name");
      db.createObjectStore("ranges", { keyPath: ["grid", "from"] });
      db.createObjectStore("opened", { keyPath: ["account", "cache", "n"] });
    });
  }

  packs(): Promise<Pack[]> {
    return this.#db.use((db) => db.getAll("packs"));
  }

  async rows(grid: string): Promise<CacheRow[]> {
    return (await this.#db.use((db) => db.get("rows", grid)))?.rows ?? [];
  }

  /** Stores a pack's caches in place of the old ones: all of them or, where the phone is full, none; then it rejects. */
  async put(pack: Pack, caches: readonly PackedCache[]): Promise<void> {
    const { grid } = pack;
    const rows = caches.flatMap((cache) => rowOf(cache) ?? []);
    await this.#db.write(["packs", "rows", "caches"], (tx) =>
      Promise.all([
        tx.objectStore("caches").delete(ofPack(grid)),
        ...caches.map((cache) =>
          tx.objectStore("caches").put({ grid, name: nameOf(cache.gid ?? cache.code), cache })
        ),
        tx.objectStore("rows").put({ grid, rows }),
        tx.objectStore("packs").put(pack),
      ]));
  }

  /** Changes the record of a pack; gives `undefined` where the pack was removed meanwhile. */
  change(grid: string, change: (pack: Pack) => Pack): Promise<Pack | undefined> {
    return this.#db.write(["packs"], async (tx) => {
      const store = tx.objectStore("packs"), pack = await store.get(grid);
      const changed = pack && change(pack);
      if (changed) await store.put(changed);
      return changed;
    });
  }

  async remove(grid: string): Promise<void> {
    await this.#db.write(["packs", "rows", "caches", "parts", "ranges"], (tx) =>
      Promise.all([
        tx.objectStore("packs").delete(grid),
        tx.objectStore("rows").delete(grid),
        tx.objectStore("caches").delete(ofPack(grid)),
        tx.objectStore("parts").delete(ofPack(grid)),
        tx.objectStore("ranges").delete(ofPack(grid)),
      ]));
  }

  async caches(grid: string): Promise<PackedCache[]> {
    return (await this.#db.use((db) => db.getAll("caches", ofPack(grid)))).map(({ cache }) => cache);
  }

  async cache(grid: string, ref: string): Promise<PackedCache | undefined> {
    return (await this.#db.use((db) => db.get("caches", [grid, nameOf(ref)])))?.cache;
  }

  /** The names of the stored parts of a pack. */
  async partNames(grid: string): Promise<Set<string>> {
    return new Set(
      (await this.#db.use((db) => db.getAllKeys("parts", ofPack(grid)))).map(([, name]) => name),
    );
  }

  async putPart(part: StoredPart): Promise<void> {
    await this.#db.use((db) => db.put("parts", part));
  }

  /** Deletes parts of a pack. */
  async dropParts(grid: string, names: readonly string[]): Promise<void> {
    await this.#db.write(
      ["parts"],
      (tx) => Promise.all(names.map((name) => tx.objectStore("parts").delete([grid, name]))),
    );
  }

  /** A photo or sound, from any pack that has it. */
  part(name: string): Promise<StoredPart | undefined> {
    return this.#db.use((db) => db.getFromIndex("parts", "name", name));
  }

  async putRange(range: StoredRange): Promise<void> {
    await this.#db.use((db) => db.put("ranges", range));
  }

  async rangeStarts(grid: string): Promise<Set<number>> {
    return new Set(
      (await this.#db.use((db) => db.getAllKeys("ranges", ofPack(grid)))).map(([, from]) => from),
    );
  }

  dropRanges(grid: string): Promise<void> {
    return this.#db.use((db) => db.delete("ranges", ofPack(grid)));
  }

  /** The range of a pack that begins at a byte, or the last one that begins before it. */
  async rangeBefore(grid: string, byte: number): Promise<StoredRange | undefined> {
    const range = IDBKeyRange.bound([grid], [grid, byte]);
    const found = await this.#db.use((db) => db.transaction("ranges").store.openCursor(range, "prev"));
    return found?.value;
  }

  opened(account: string, cache: string): Promise<OpenedStage[]> {
    const range = IDBKeyRange.bound([account, cache], [account, cache, []]);
    return this.#db.use((db) => db.getAll("opened", range));
  }

  async putOpened(stage: OpenedStage): Promise<void> {
    await this.#db.write(["opened"], (tx) => tx.objectStore("opened").put(stage));
  }
}
