/** Claims and started proofs. */
import type { Database, Tx } from "../../db/mod.ts";
import type { VerificationMethod } from "../store.ts";

export type ClaimStatus = "open" | "done" | "refused" | "expired";
export interface ClaimRow {
  id: number;
  call: string;
  base: string;
  accountId: number | null;
  status: ClaimStatus;
  method: VerificationMethod | null;
  openedAt: number;
  expiresAt: number;
  wonAccount: number | null;
  sessionGiven: number;
}
export type ProofMethod = "rf_heard" | "ampr_dns" | "lotw";
export interface ProofRow {
  id: number;
  method: ProofMethod;
  base: string;
  accountId: number | null;
  claimId: number | null;
  code: string;
  startedAt: number;
  expiresAt: number;
  wrong: number;
}
/** Who proves: an account for a call that it holds, or a claim. */
export type Prover = { accountId: number } | { claimId: number };

const CLAIM = `SELECT id, call, base, account_id AS accountId, status, method, opened_at AS openedAt,
  expires_at AS expiresAt, won_account AS wonAccount, session_given AS sessionGiven FROM claim`;
const PROOF =
  `SELECT id, method, base, account_id AS accountId, claim_id AS claimId, code, started_at AS startedAt,
  expires_at AS expiresAt, wrong FROM proof`;
const PROVER = "account_id IS :account AND claim_id IS :claim";

export class ClaimStore {
  readonly #open;
  readonly #byId;
  readonly #byToken;
  readonly #openOf;
  readonly #decide;
  readonly #expire;
  readonly #giveSession;
  readonly #prune;
  readonly #startProof;
  readonly #dropProofs;
  readonly #proof;
  readonly #proofsFor;
  readonly #costly;
  readonly #dropProof;
  readonly #pruneProofs;

  constructor(db: Database) {
    this.#open = db.sql<{
      hash: string;
      call: string;
      base: string;
      account: number | null;
      at: number;
      expiresAt: number;
    }>(
      `INSERT INTO claim (token_hash, call, base, account_id, status, opened_at, expires_at)
       VALUES (:hash, :call, :base, :account, 'open', :at, :expiresAt)`,
    );
    this.#byId = db.sql<{ id: number }, ClaimRow>(`${CLAIM} WHERE id = :id`);
    this.#byToken = db.sql<{ hash: string }, ClaimRow>(`${CLAIM} WHERE token_hash = :hash`);
    this.#openOf = db.sql<{ base: string; now: number }, ClaimRow>(
      `${CLAIM} WHERE base = :base AND status = 'open' AND expires_at > :now ORDER BY id`,
    );
    this.#decide = db.sql<{ id: number; status: string; method: string | null; won: number | null }>(
      "UPDATE claim SET status = :status, method = :method, won_account = :won WHERE id = :id AND status = 'open'",
    );
    this.#expire = db.sql<{ now: number }>(
      "UPDATE claim SET status = 'expired' WHERE status = 'open' AND expires_at <= :now",
    );
    this.#giveSession = db.sql<{ id: number }>(
      "UPDATE claim SET session_given = 1 WHERE id = :id AND session_given = 0 AND won_account IS NOT NULL",
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM claim WHERE expires_at < :before");
    this.#startProof = db.sql<{
      method: string;
      base: string;
      account: number | null;
      claim: number | null;
      code: string;
      at: number;
      expiresAt: number;
    }>(
      `INSERT INTO proof (method, base, account_id, claim_id, code, started_at, expires_at)
       VALUES (:method, :base, :account, :claim, :code, :at, :expiresAt)`,
    );
    this.#dropProofs = db.sql<{ method: string; base: string; account: number | null; claim: number | null }>(
      `DELETE FROM proof WHERE method = :method AND base = :base AND ${PROVER}`,
    );
    this.#proof = db.sql<
      { method: string; base: string; account: number | null; claim: number | null; now: number },
      ProofRow
    >(`${PROOF} WHERE method = :method AND base = :base AND ${PROVER} AND expires_at > :now ORDER BY id DESC LIMIT 1`);
    this.#proofsFor = db.sql<{ method: string; base: string; now: number }, ProofRow>(
      `${PROOF} WHERE method = :method AND base = :base AND expires_at > :now ORDER BY id`,
    );
    this.#costly = db.sql<{ id: number }>("UPDATE proof SET wrong = wrong + 1 WHERE id = :id");
    this.#dropProof = db.sql<{ id: number }>("DELETE FROM proof WHERE id = :id");
    this.#pruneProofs = db.sql<{ now: number }>("DELETE FROM proof WHERE expires_at <= :now");
  }

  open(
    tx: Tx,
    claim: {
      hash: string;
      call: string;
      base: string;
      account: number | null;
      at: number;
      expiresAt: number;
    },
  ) {
    this.#open.run(tx, claim);
  }
  claim = (id: number): ClaimRow | undefined => this.#byId.get({ id });
  byToken = (hash: string): ClaimRow | undefined => this.#byToken.get({ hash });
  openOf = (base: string, now: number): ClaimRow[] => this.#openOf.all({ base, now });
  /** Decides an open claim; `false` when it was decided already. */
  decide = (
    tx: Tx,
    id: number,
    status: ClaimStatus,
    method: string | null = null,
    won: number | null = null,
  ) => this.#decide.run(tx, { id, status, method, won }).changes === 1;
  expire = (tx: Tx, now: number): number => this.#expire.run(tx, { now }).changes;
  /** Notes that a sign-up claim's session was handed out; `true` the first time only. */
  giveSession = (tx: Tx, id: number): boolean => this.#giveSession.run(tx, { id }).changes === 1;
  prune = (tx: Tx, before: number): number => this.#prune.run(tx, { before }).changes;

  /** Starts a proof in place of an earlier one of the same prover. */
  startProof(
    tx: Tx,
    method: ProofMethod,
    base: string,
    who: Prover,
    code: string,
    at: number,
    expiresAt: number,
  ) {
    this.#dropProofs.run(tx, { method, base, ...prover(who) });
    this.#startProof.run(tx, { method, base, ...prover(who), code, at, expiresAt });
  }
  proof = (method: ProofMethod, base: string, who: Prover, now: number): ProofRow | undefined =>
    this.#proof.get({ method, base, ...prover(who), now });
  proofsFor = (method: ProofMethod, base: string, now: number): ProofRow[] =>
    this.#proofsFor.all({ method, base, now });
  countWrong(tx: Tx, id: number): void {
    this.#costly.run(tx, { id });
  }
  dropProof = (tx: Tx, id: number): boolean => this.#dropProof.run(tx, { id }).changes === 1;
  pruneProofs = (tx: Tx, now: number): number => this.#pruneProofs.run(tx, { now }).changes;
}

const prover = (who: Prover) => ({
  account: "accountId" in who ? who.accountId : null,
  claim: "claimId" in who ? who.claimId : null,
});
