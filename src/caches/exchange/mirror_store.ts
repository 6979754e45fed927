/** Caches and finds of other instances, as their records say. */
import type { Database, Tx } from "../../db/mod.ts";
import type { Tier } from "../finds/evidence.ts";

export interface MirrorRow {
  id: number;
  gid: string;
  origin: string;
  v: number;
  /** JSON of its row on the map. */
  map: string;
  /** JSON of what else is shown of it. */
  more: string;
}

/** A mirrored cache as written; `key`: how its code is compared. */
export interface NewMirror extends Omit<MirrorRow, "id"> {
  key: string;
}

export interface FindMirrorRow {
  gid: string;
  cacheGid: string;
  origin: string;
  call: string;
  kind: string;
  foundAt: number;
  createdAt: number;
  tier: Tier | null;
  text: string;
  distanceM: number | null;
}

const CACHE = "id, gid, origin, v, map, more";

export class MirrorStore {
  readonly #byGid;
  readonly #byKey;
  readonly #add;
  readonly #put;
  readonly #drop;
  readonly #putFind;
  readonly #dropFind;
  readonly #finds;
  readonly #inIds;

  constructor(db: Database) {
    this.#byGid = db.sql<{ gid: string }, MirrorRow>(`SELECT ${CACHE} FROM cache_mirror WHERE gid = :gid`);
    this.#byKey = db.sql<{ key: string }, MirrorRow>(
      `SELECT ${CACHE} FROM cache_mirror WHERE code_key = :key ORDER BY id`,
    );
    this.#add = db.sql(
      `INSERT INTO cache_mirror (gid, origin, v, code_key, map, more) VALUES (:gid, :origin, :v, :key, :map, :more)`,
    );
    this.#put = db.sql(
      "UPDATE cache_mirror SET v = :v, code_key = :key, map = :map, more = :more WHERE gid = :gid",
    );
    this.#drop = db.sql<{ gid: string }>("DELETE FROM cache_mirror WHERE gid = :gid");
    this.#putFind = db.sql<Record<keyof FindMirrorRow, string | number | null>>(
      `INSERT INTO find_mirror (gid, cache_gid, origin, call, kind, found_at, created_at, tier, text, distance_m)
       VALUES (:gid, :cacheGid, :origin, :call, :kind, :foundAt, :createdAt, :tier, :text, :distanceM)
       ON CONFLICT (gid) DO UPDATE SET cache_gid = excluded.cache_gid, call = excluded.call, kind = excluded.kind,
         found_at = excluded.found_at, created_at = excluded.created_at, tier = excluded.tier, text = excluded.text,
         distance_m = excluded.distance_m`,
    );
    this.#dropFind = db.sql<{ gid: string }>("DELETE FROM find_mirror WHERE gid = :gid");
    this.#finds = db.sql<{ gid: string; limit: number }, FindMirrorRow>(
      `SELECT gid, cache_gid AS cacheGid, origin, call, kind, found_at AS foundAt, created_at AS createdAt, tier, text,
         distance_m AS distanceM
       FROM find_mirror WHERE cache_gid = :gid ORDER BY found_at DESC, gid LIMIT :limit`,
    );
    this.#inIds = db.sql<{ ids: string }, MirrorRow>(
      `SELECT ${CACHE} FROM cache_mirror WHERE id IN (SELECT value FROM json_each(:ids))`,
    );
  }

  byGid = (gid: string): MirrorRow | undefined => this.#byGid.get({ gid });
  byKey = (key: string): MirrorRow[] => this.#byKey.all({ key });
  /** Keeps a cache that was not here; gives its number. */
  add = (tx: Tx, row: NewMirror): number => this.#add.run(tx, { ...row }).id;
  put(tx: Tx, row: NewMirror): void {
    this.#put.run(tx, { ...row });
  }
  drop(tx: Tx, gid: string): void {
    this.#drop.run(tx, { gid });
  }
  putFind(tx: Tx, row: FindMirrorRow): void {
    this.#putFind.run(tx, { ...row });
  }
  dropFind(tx: Tx, gid: string): void {
    this.#dropFind.run(tx, { gid });
  }
  findsOf = (gid: string, limit: number): FindMirrorRow[] => this.#finds.all({ gid, limit });
  byIds = (ids: readonly number[]): MirrorRow[] => this.#inIds.all({ ids: JSON.stringify(ids) });
}
