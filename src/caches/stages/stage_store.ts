/** Stages, who opened them, and tries of their NFC codes. */
import type { Database, Tx } from "../../db/mod.ts";

export type UnlockKind = "geo" | "audio" | "open" | "nfc";

export interface StageRow {
  cacheId: number;
  n: number;
  unlock: UnlockKind;
  clue: string | null;
  lat: number | null;
  lon: number | null;
  radiusM: number;
  code: string | null;
  bits: number;
  sealed: string | null;
}

export interface UnlockRow {
  cacheId: number;
  n: number;
  accountId: number;
  call: string;
  at: number;
  method: string;
  bits: number;
}

const STAGE = "cache_id AS cacheId, n, unlock, clue, lat, lon, radius_m AS radiusM, code, bits, sealed";

export class StageStore {
  readonly #of;
  readonly #ofMany;
  readonly #insert;
  readonly #clear;
  readonly #place;
  readonly #unseal;
  readonly #setSealed;
  readonly #unlocks;
  readonly #allUnlocks;
  readonly #unlock;
  readonly #relock;
  readonly #forget;
  readonly #tries;
  readonly #try;
  readonly #pruneTries;

  constructor(db: Database) {
    this.#of = db.sql<{ cache: number }, StageRow>(
      `SELECT ${STAGE} FROM stage WHERE cache_id = :cache ORDER BY n`,
    );
    this.#ofMany = db.sql<{ ids: string }, StageRow>(
      `SELECT ${STAGE} FROM stage WHERE cache_id IN (SELECT value FROM json_each(:ids)) ORDER BY cache_id, n`,
    );
    this.#insert = db.sql<Record<keyof StageRow, string | number | null>>(
      `INSERT INTO stage (cache_id, n, unlock, clue, lat, lon, radius_m, code, bits, sealed)
       VALUES (:cacheId, :n, :unlock, :clue, :lat, :lon, :radiusM, :code, :bits, :sealed)`,
    );
    this.#clear = db.sql<{ cache: number }>("DELETE FROM stage WHERE cache_id = :cache");
    this.#place = db.sql<{ cache: number; n: number; lat: number; lon: number }>(
      "UPDATE stage SET lat = :lat, lon = :lon, sealed = NULL WHERE cache_id = :cache AND n = :n",
    );
    this.#unseal = db.sql<{ cache: number; n: number }>(
      "UPDATE stage SET sealed = NULL WHERE cache_id = :cache AND n = :n",
    );
    this.#setSealed = db.sql<
      {
        cache: number;
        n: number;
        sealed: string;
        code: string;
        lat: number | null;
        lon: number | null;
        clue: string | null;
      }
    >(
      `UPDATE stage SET sealed = :sealed WHERE cache_id = :cache AND n = :n AND sealed IS NULL AND code = :code
         AND lat IS :lat AND lon IS :lon AND clue IS :clue`,
    );
    this.#unlocks = db.sql<{ cache: number; account: number }, UnlockRow>(
      `SELECT cache_id AS cacheId, n, account_id AS accountId, call, at, method, bits FROM stage_unlock
       WHERE cache_id = :cache AND account_id = :account ORDER BY n`,
    );
    this.#allUnlocks = db.sql<{ account: number }, UnlockRow>(
      `SELECT cache_id AS cacheId, n, account_id AS accountId, call, at, method, bits FROM stage_unlock
       WHERE account_id = :account`,
    );
    this.#unlock = db.sql<Record<keyof UnlockRow, string | number>>(
      `INSERT INTO stage_unlock (cache_id, n, account_id, call, at, method, bits)
       VALUES (:cacheId, :n, :accountId, :call, :at, :method, :bits) ON CONFLICT DO NOTHING`,
    );
    this.#relock = db.sql<{ cache: number; from: number }>(
      "DELETE FROM stage_unlock WHERE cache_id = :cache AND n >= :from",
    );
    this.#forget = db.sql<{ account: number }>("DELETE FROM stage_unlock WHERE account_id = :account");
    this.#tries = db.sql<
      { cache: number; n: number; account: number; since: number },
      { mine: number; stage: number; oldest: number | null }
    >(
      `SELECT (SELECT count(*) FROM nfc_try WHERE account_id = :account AND at > :since) AS mine,
         (SELECT count(*) FROM nfc_try WHERE cache_id = :cache AND n = :n AND at > :since) AS stage,
         (SELECT min(at) FROM nfc_try WHERE at > :since
           AND (account_id = :account OR (cache_id = :cache AND n = :n))) AS oldest`,
    );
    this.#try = db.sql<{ cache: number; n: number; account: number; at: number }>(
      "INSERT INTO nfc_try (cache_id, n, account_id, at) VALUES (:cache, :n, :account, :at)",
    );
    this.#pruneTries = db.sql<{ before: number }>("DELETE FROM nfc_try WHERE at < :before");
  }

  of = (cache: number): StageRow[] => this.#of.all({ cache });
  ofMany = (caches: readonly number[]): StageRow[] => this.#ofMany.all({ ids: JSON.stringify(caches) });
  replace(tx: Tx, cache: number, stages: readonly StageRow[]): void {
    this.#clear.run(tx, { cache });
    for (const stage of stages) this.#insert.run(tx, { ...stage });
  }
  setPlace(tx: Tx, cache: number, n: number, at: { lat: number; lon: number }): void {
    this.#place.run(tx, { cache, n, lat: at.lat, lon: at.lon });
  }
  /** What the seal holds has changed. */
  unseal(tx: Tx, cache: number, n: number): void {
    this.#unseal.run(tx, { cache, n });
  }
  /** Keeps a seal, unless the stage has changed since it was made. */
  setSealed(tx: Tx, { cacheId, n, code, lat, lon, clue }: StageRow, sealed: string): void {
    this.#setSealed.run(tx, { cache: cacheId, n, sealed, code: code!, lat, lon, clue });
  }
  unlocksOf = (cache: number, account: number): UnlockRow[] => this.#unlocks.all({ cache, account });
  allUnlocksOf = (account: number): UnlockRow[] => this.#allUnlocks.all({ account });
  /** False when it was open already. */
  unlock = (tx: Tx, row: UnlockRow): boolean => this.#unlock.run(tx, { ...row }).changes > 0;
  /** Everybody's unlocks from a stage on are void. */
  relockFrom(tx: Tx, cache: number, from: number): void {
    this.#relock.run(tx, { cache, from });
  }
  forget(tx: Tx, account: number): void {
    this.#forget.run(tx, { account });
  }
  /** Tries of NFC codes since a time: by this person, at this stage, and the oldest of them. */
  triesSince = (of: { cache: number; n: number; account: number; since: number }) => this.#tries.get(of)!;
  addTry(tx: Tx, of: { cache: number; n: number; account: number; at: number }): void {
    this.#try.run(tx, of);
  }
  pruneTries(tx: Tx, before: number): void {
    this.#pruneTries.run(tx, { before });
  }
}
