/** Passkeys, begun ceremonies and user handles. */
import type { Database, Tx } from "../../db/mod.ts";
import type { NewPasskey, StoredPasskey } from "./ceremonies.ts";

export interface PasskeyRow {
  id: string;
  account: number;
  handle: string | null;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string;
  addedAt: number;
  lastUsedAt: number | null;
}
export type CeremonyKind = "register" | "login";
export interface CeremonyRow {
  accountId: number | null;
  call: string | null;
  handle: string | null;
  email: string | null;
}

const PASSKEY =
  `SELECT p.id, p.account_id AS account, a.user_handle AS handle, p.public_key AS publicKey, p.counter,
  p.transports, p.added_at AS addedAt, p.last_used_at AS lastUsedAt
  FROM passkey p JOIN account a ON a.id = p.account_id`;

export class PasskeyStore {
  readonly #byId;
  readonly #of;
  readonly #add;
  readonly #used;
  readonly #remove;
  readonly #begin;
  readonly #take;
  readonly #prune;
  readonly #handle;
  readonly #setHandle;

  constructor(db: Database) {
    this.#byId = db.sql<{ id: string }, PasskeyRow>(`${PASSKEY} WHERE p.id = :id`);
    this.#of = db.sql<{ account: number }, PasskeyRow>(
      `${PASSKEY} WHERE p.account_id = :account ORDER BY p.added_at, p.id`,
    );
    this.#add = db.sql<{
      id: string;
      account: number;
      publicKey: Uint8Array;
      counter: number;
      transports: string;
      at: number;
    }>(
      `INSERT INTO passkey (id, account_id, public_key, counter, transports, added_at)
       VALUES (:id, :account, :publicKey, :counter, :transports, :at) ON CONFLICT (id) DO NOTHING`,
    );
    // The counter is compared once more: of two answers of a cloned key that were checked side by side one loses.
    this.#used = db.sql<{ id: string; before: number; counter: number; at: number }>(
      "UPDATE passkey SET counter = :counter, last_used_at = :at WHERE id = :id AND counter = :before",
    );
    this.#remove = db.sql<{ id: string; account: number }>(
      "DELETE FROM passkey WHERE id = :id AND account_id = :account",
    );
    this.#begin = db.sql<{
      challenge: string;
      kind: string;
      account: number | null;
      call: string | null;
      handle: string | null;
      email: string | null;
      expiresAt: number;
    }>(
      `INSERT INTO ceremony (challenge, kind, account_id, call, handle, email, expires_at)
       VALUES (:challenge, :kind, :account, :call, :handle, :email, :expiresAt)`,
    );
    this.#take = db.sql<{ challenge: string; kind: string; now: number }, CeremonyRow>(
      `DELETE FROM ceremony WHERE challenge = :challenge AND kind = :kind AND expires_at > :now
       RETURNING account_id AS accountId, call, handle, email`,
    );
    this.#prune = db.sql<{ now: number }>("DELETE FROM ceremony WHERE expires_at <= :now");
    this.#handle = db.sql<{ account: number }, { handle: string | null }>(
      "SELECT user_handle AS handle FROM account WHERE id = :account",
    );
    this.#setHandle = db.sql<{ account: number; handle: string }>(
      "UPDATE account SET user_handle = :handle WHERE id = :account AND user_handle IS NULL",
    );
  }

  passkey(id: string): StoredPasskey | undefined {
    const row = this.#byId.get({ id });
    return row && stored(row);
  }
  rows = (account: number): PasskeyRow[] => this.#of.all({ account });
  of = (account: number): StoredPasskey[] => this.rows(account).map(stored);

  /** Stores a key; `false` when its credential id is registered already, to whomever. */
  add(tx: Tx, account: number, key: NewPasskey, at: number): boolean {
    const { id, publicKey, counter } = key;
    const transports = JSON.stringify(key.transports);
    return this.#add.run(tx, { id, account, publicKey, counter, transports, at }).changes === 1;
  }
  /** Notes a sign-in; `false` when the counter moved since `before` was read. */
  used = (tx: Tx, id: string, before: number, counter: number, at: number): boolean =>
    this.#used.run(tx, { id, before, counter, at }).changes === 1;
  remove = (tx: Tx, id: string, account: number): boolean =>
    this.#remove.run(tx, { id, account }).changes === 1;

  begin(tx: Tx, kind: CeremonyKind, challenge: string, row: CeremonyRow, expiresAt: number): void {
    const { accountId: account, ...rest } = row;
    this.#begin.run(tx, { ...rest, account, kind, challenge, expiresAt });
  }
  /** Takes a begun ceremony away, once; `undefined` when it is unknown, taken, of the other kind or too old. */
  take = (tx: Tx, kind: CeremonyKind, challenge: string, now: number): CeremonyRow | undefined =>
    this.#take.returning(tx, { challenge, kind, now });
  pruneCeremonies = (tx: Tx, now: number): number => this.#prune.run(tx, { now }).changes;

  handle = (account: number): string | undefined => this.#handle.get({ account })?.handle ?? undefined;
  setHandle(tx: Tx, account: number, handle: string): void {
    this.#setHandle.run(tx, { account, handle });
  }
}

const stored = (row: PasskeyRow): StoredPasskey => ({
  id: row.id,
  account: row.account,
  handle: row.handle ?? "",
  publicKey: row.publicKey,
  counter: row.counter,
  transports: JSON.parse(row.transports),
});
