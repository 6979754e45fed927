/** Started proofs: a code to send, to publish or to sign. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

export type ProofMethod = "rf_heard" | "ampr_dns" | "lotw";
/** Times in unix seconds. Exactly one of account and claim is set. */
export interface ProofRow {
  id: number;
  method: ProofMethod;
  base: string;
  accountId: number | null;
  claimId: number | null;
  code: string;
  startedAt: number;
  expiresAt: number;
  /** Wrong tries so far. */
  wrong: number;
}
/** Who proves: an account for a call that it holds, or a claim. */
export type Prover = { accountId: number } | { claimId: number };

const PROOF = columns<ProofRow>(asNamed("id method base accountId claimId code startedAt expiresAt wrong"));
/** The proofs of one prover for one call. */
const OWN = "method = :method AND base = :base AND account_id IS :accountId AND claim_id IS :claimId";
type Own = Pick<ProofRow, "method" | "base" | "accountId" | "claimId">;

export function proofStore(db: Database) {
  const insert = db.change<Omit<ProofRow, "id" | "wrong">>(
    PROOF.without("id", "wrong").insertInto("proof"),
  );
  const dropOwn = db.change<Own>(`DELETE FROM proof WHERE ${OWN}`);
  const latest = db.row<Own & { now: number }, ProofRow>(
    `SELECT ${PROOF.select()} FROM proof WHERE ${OWN} AND expires_at > :now ORDER BY id DESC LIMIT 1`,
  );
  const drop = db.change<{ id: number }>("DELETE FROM proof WHERE id = :id");
  return {
    /** Starts a proof in place of an earlier one of the same prover. */
    start(
      tx: Tx,
      { who, method, base, ...rest }:
        & { who: Prover }
        & Pick<ProofRow, "method" | "base" | "code" | "startedAt" | "expiresAt">,
    ): void {
      const own = { method, base, ...columnsOf(who) };
      dropOwn(tx, own);
      insert(tx, { ...own, ...rest });
    },
    proof: (method: ProofMethod, base: string, who: Prover, now: number): ProofRow | undefined =>
      latest({ method, base, ...columnsOf(who), now }),
    /** The running proofs of everybody who proves a base call. */
    runningFor: db.rows<{ method: ProofMethod; base: string; now: number }, ProofRow>(
      `SELECT ${PROOF.select()} FROM proof WHERE method = :method AND base = :base AND expires_at > :now ORDER BY id`,
    ),
    countWrong: db.change<{ id: number }>("UPDATE proof SET wrong = wrong + 1 WHERE id = :id"),
    /** Deletes a proof; `false` where it was deleted already. */
    drop: (tx: Tx, id: number): boolean => drop(tx, { id }).changes === 1,
    prune: db.change<{ now: number }>("DELETE FROM proof WHERE expires_at <= :now"),
  };
}
export type ProofStore = ReturnType<typeof proofStore>;

const columnsOf = (who: Prover) => ({
  accountId: "accountId" in who ? who.accountId : null,
  claimId: "claimId" in who ? who.claimId : null,
});
