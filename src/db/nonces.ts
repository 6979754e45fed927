/** Nonces and signatures that were accepted, and are not accepted again: also after a restart. */
import type { Database } from "./open.ts";
import type { Tx } from "./write.ts";

export class Nonces {
  readonly #db: Database;
  readonly #put;
  readonly #prune;

  constructor(db: Database) {
    this.#db = db;
    this.#put = db.sql<{ purpose: string; nonce: string; expiresAt: number }>(
      "INSERT INTO spent_nonce (purpose, nonce, expires_at) VALUES (:purpose, :nonce, :expiresAt) ON CONFLICT DO NOTHING",
    );
    this.#prune = db.sql<{ now: number }>("DELETE FROM spent_nonce WHERE expires_at < :now");
  }

  /** Remembers a nonce until `expiresAt` (unix seconds). `false` when it was known: a replay. */
  spend(purpose: string, nonce: string, expiresAt: number): Promise<boolean> {
    return this.#db.write((tx) => this.#put.run(tx, { purpose, nonce, expiresAt }).changes === 1);
  }

  /** Forgets the expired ones. */
  prune = (tx: Tx, now: number): number => this.#prune.run(tx, { now }).changes;
}
