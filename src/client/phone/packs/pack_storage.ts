/** Stores packs in a database of their own, so that replacing or removing a pack never touches the queue. */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
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

const STRICT = { durability: "strict" } as const;
/** The range of all keys of one pack. */
const ofPack = (grid: string) => IDBKeyRange.bound([grid], [grid, []]);
/** The key of a cache: people write codes in small or capital letters, with or without a dash. */
export const nameOf = (ref: string): string =>
  ref.includes(":") ? ref : ref.replaceAll("-", "").toUpperCase();

/** All that others do with the storage: tests put a memory in its place. */
export type PackStore = Pick<PackStorage, keyof PackStorage>;

/** The database. */
export class PackStorage {
  readonly #db: Promise<IDBPDatabase<Tables>>;

  constructor(name = "service-gateway-packs") {
    this.#db = openDB<Tables>(name, 1, {
      upgrade(db) {
        db.createObjectStore("packs", { keyPath: "grid" });
        db.createObjectStore("rows", { keyPath: "grid" });
        db.createObjectStore("caches", { keyPath: ["grid", "name"] });
        db.createObjectStore("parts", { keyPath: ["grid", "name"] }).createIndex("name", "name");
        db.createObjectStore("ranges", { keyPath: ["grid", "from"] });
        db.createObjectStore("opened", { keyPath: ["account", "cache", "n"] });
      },
    });
    // Whoever uses the database gets the error; without this line the browser would also report it as unhandled.
    this.#db.catch(() => {});
  }

  async packs(): Promise<Pack[]> {
    return (await this.#db).getAll("packs");
  }

  async rows(grid: string): Promise<CacheRow[]> {
    return (await (await this.#db).get("rows", grid))?.rows ?? [];
  }

  /** Stores a pack's caches in place of the old ones: all of them or, where the phone is full, none; then it rejects. */
  async put(pack: Pack, caches: readonly PackedCache[]): Promise<void> {
    const { grid } = pack;
    const tx = (await this.#db).transaction(["packs", "rows", "caches"], "readwrite", STRICT);
    const rows = caches.flatMap((cache) => rowOf(cache) ?? []);
    const writes = [
      tx.objectStore("caches").delete(ofPack(grid)),
      ...caches.map((cache) =>
        tx.objectStore("caches").put({ grid, name: nameOf(cache.gid ?? cache.code), cache })
      ),
      tx.objectStore("rows").put({ grid, rows }),
      tx.objectStore("packs").put(pack),
    ];
    await Promise.all([...writes, tx.done]);
  }

  /** Changes the record of a pack; gives `undefined` where the pack was removed meanwhile. */
  async change(grid: string, change: (pack: Pack) => Pack): Promise<Pack | undefined> {
    const tx = (await this.#db).transaction("packs", "readwrite", STRICT);
    const pack = await tx.store.get(grid);
    const changed = pack && change(pack);
    if (changed) await tx.store.put(changed);
    await tx.done;
    return changed;
  }

  async remove(grid: string): Promise<void> {
    const tx = (await this.#db).transaction(
      ["packs", "rows", "caches", "parts", "ranges"],
      "readwrite",
      STRICT,
    );
    await Promise.all([
      tx.objectStore("packs").delete(grid),
      tx.objectStore("rows").delete(grid),
      tx.objectStore("caches").delete(ofPack(grid)),
      tx.objectStore("parts").delete(ofPack(grid)),
      tx.objectStore("ranges").delete(ofPack(grid)),
      tx.done,
    ]);
  }

  async caches(grid: string): Promise<PackedCache[]> {
    return (await (await this.#db).getAll("caches", ofPack(grid))).map(({ cache }) => cache);
  }

  async cache(grid: string, ref: string): Promise<PackedCache | undefined> {
    return (await (await this.#db).get("caches", [grid, nameOf(ref)]))?.cache;
  }

  /** The names of the stored parts of a pack. */
  async partNames(grid: string): Promise<Set<string>> {
    return new Set((await (await this.#db).getAllKeys("parts", ofPack(grid))).map(([, name]) => name));
  }

  async putPart(part: StoredPart): Promise<void> {
    await (await this.#db).put("parts", part);
  }

  /** Deletes parts of a pack. */
  async dropParts(grid: string, names: readonly string[]): Promise<void> {
    const tx = (await this.#db).transaction("parts", "readwrite");
    await Promise.all([...names.map((name) => tx.store.delete([grid, name])), tx.done]);
  }

  /** A photo or sound, from any pack that has it. */
  async part(name: string): Promise<StoredPart | undefined> {
    return (await this.#db).getFromIndex("parts", "name", name);
  }

  async putRange(range: StoredRange): Promise<void> {
    await (await this.#db).put("ranges", range);
  }

  async rangeStarts(grid: string): Promise<Set<number>> {
    return new Set((await (await this.#db).getAllKeys("ranges", ofPack(grid))).map(([, from]) => from));
  }

  async dropRanges(grid: string): Promise<void> {
    await (await this.#db).delete("ranges", ofPack(grid));
  }

  /** The range of a pack that begins at a byte, or the last one that begins before it. */
  async rangeBefore(grid: string, byte: number): Promise<StoredRange | undefined> {
    const tx = (await this.#db).transaction("ranges");
    const found = await tx.store.openCursor(IDBKeyRange.bound([grid], [grid, byte]), "prev");
    return found?.value;
  }

  async opened(account: string, cache: string): Promise<OpenedStage[]> {
    return (await this.#db).getAll("opened", IDBKeyRange.bound([account, cache], [account, cache, []]));
  }

  async putOpened(stage: OpenedStage): Promise<void> {
    const tx = (await this.#db).transaction("opened", "readwrite", STRICT);
    await Promise.all([tx.store.put(stage), tx.done]);
  }
}
