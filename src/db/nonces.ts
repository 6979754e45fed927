/** Nonces and signatures that were accepted, and are not accepted again: also after a restart. */
import type { Database } from "./open.ts";
import type { Tx } from "./write.ts";

/** Statements on spent nonces. */
export function openNonces(db: Database) {
  const put = db.change<{ purpose: string; nonce: string; expiresAt: number }>(
    "INSERT INTO spent_nonce (purpose, nonce, expires_at) VALUES (:purpose, :nonce, :expiresAt) ON CONFLICT DO NOTHING",
  );
  const prune = db.change<{ now: number }>("DELETE FROM spent_nonce WHERE expires_at < :now");
  return {
    /** Remembers a nonce until `expiresAt` (unix seconds). `false` when it was known: a replay. */
    spend: (purpose: string, nonce: string, expiresAt: number): Promise<boolean> =>
      db.write((tx) => put(tx, { purpose, nonce, expiresAt }).changes === 1),
    /** Forgets the expired ones; `now` in unix seconds. */
    prune: (tx: Tx, now: number): number => prune(tx, { now }).changes,
  };
}
export type Nonces = ReturnType<typeof openNonces>;
