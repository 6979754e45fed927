/** Commands heard over the air, and near-cache messages that were sent. */
import type { Database, Tx } from "../../db/mod.ts";

export type CommandStatus = "logged" | "pending" | "rejected" | "help" | "done" | "discarded" | "expired";

export interface CommandRow {
  id: number;
  /** The message that carried it; its copies have the same. */
  messageId: number;
  accountId: number | null;
  fromCall: string;
  command: string;
  cacheCode: string | null;
  body: string;
  trusted: number;
  status: CommandStatus;
  reason: string | null;
  logId: number | null;
  sentAt: number;
  decidedAt: number | null;
}

const COLUMNS = `id, message_id AS messageId, account_id AS accountId, from_call AS fromCall, command,
  cache_code AS cacheCode, body, trusted, status, reason, log_id AS logId, sent_at AS sentAt, decided_at AS decidedAt`;

export class RadioStore {
  readonly #byId;
  readonly #byMessage;
  readonly #ofAccount;
  readonly #insert;
  readonly #settle;
  readonly #waiting;
  readonly #expire;
  readonly #prune;
  readonly #addNear;
  readonly #nearSince;
  readonly #allNearSince;
  readonly #wasNear;
  readonly #pruneNear;
  readonly #forget;

  constructor(db: Database) {
    const select = `SELECT ${COLUMNS} FROM radio_command WHERE`;
    this.#byId = db.sql<{ id: number }, CommandRow>(`${select} id = :id`);
    this.#byMessage = db.sql<{ message: number }, CommandRow>(`${select} message_id = :message`);
    this.#ofAccount = db.sql<{ account: number; limit: number }, CommandRow>(
      `${select} account_id = :account ORDER BY id DESC LIMIT :limit`,
    );
    this.#insert = db.sql<Record<keyof Omit<CommandRow, "id">, string | number | null>>(
      `INSERT INTO radio_command (message_id, account_id, from_call, command, cache_code, body, trusted, status, reason,
         log_id, sent_at, decided_at)
       VALUES (:messageId, :accountId, :fromCall, :command, :cacheCode, :body, :trusted, :status, :reason, :logId, :sentAt,
         :decidedAt)`,
    );
    this.#settle = db.sql<
      {
        id: number;
        status: string;
        reason: string | null;
        logId: number | null;
        trusted: boolean;
        at: number;
      }
    >(
      `UPDATE radio_command SET status = :status, reason = :reason, log_id = :logId, trusted = :trusted, decided_at = :at
       WHERE id = :id`,
    );
    this.#waiting = db.sql<{ call: string }, { n: number }>(
      "SELECT count(*) AS n FROM radio_command WHERE from_call = :call AND status = 'pending'",
    );
    this.#expire = db.sql<{ before: number; now: number }>(
      "UPDATE radio_command SET status = 'expired', decided_at = :now WHERE status = 'pending' AND sent_at < :before",
    );
    this.#prune = db.sql<{ before: number }>(
      "DELETE FROM radio_command WHERE status <> 'pending' AND sent_at < :before",
    );
    this.#addNear = db.sql<{ at: number; account: number; cache: number }>(
      "INSERT INTO near_message (at, account_id, cache_id) VALUES (:at, :account, :cache)",
    );
    this.#nearSince = db.sql<{ account: number; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM near_message WHERE account_id = :account AND at >= :since",
    );
    this.#allNearSince = db.sql<{ since: number }, { n: number }>(
      "SELECT count(*) AS n FROM near_message WHERE at >= :since",
    );
    this.#wasNear = db.sql<{ account: number; cache: number; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM near_message WHERE account_id = :account AND cache_id = :cache AND at >= :since",
    );
    this.#pruneNear = db.sql<{ before: number }>("DELETE FROM near_message WHERE at < :before");
    this.#forget = ["radio_command", "near_message"].map((table) =>
      db.sql<{ account: number }>(`DELETE FROM ${table} WHERE account_id = :account`)
    );
  }

  byId = (id: number): CommandRow | undefined => this.#byId.get({ id });
  byMessage = (message: number): CommandRow | undefined => this.#byMessage.get({ message });
  /** The newest of an account; a limit of -1 is none. */
  ofAccount = (account: number, limit: number): CommandRow[] => this.#ofAccount.all({ account, limit });
  insert = (tx: Tx, row: Omit<CommandRow, "id">): number => this.#insert.run(tx, { ...row }).id;
  settle(
    tx: Tx,
    id: number,
    to: { status: CommandStatus; reason: string | null; logId: number | null; trusted: boolean; at: number },
  ): void {
    this.#settle.run(tx, { id, ...to });
  }
  /** Whether a command of this call waits for its confirmation. */
  isWaiting = (call: string): boolean => this.#waiting.get({ call })!.n > 0;
  expire(tx: Tx, before: number, now: number): void {
    this.#expire.run(tx, { before, now });
  }
  prune(tx: Tx, before: number): void {
    this.#prune.run(tx, { before });
  }
  addNear(tx: Tx, of: { at: number; account: number; cache: number }): void {
    this.#addNear.run(tx, of);
  }
  nearSince = (account: number, since: number): number => this.#nearSince.get({ account, since })!.n;
  allNearSince = (since: number): number => this.#allNearSince.get({ since })!.n;
  wasNear = (account: number, cache: number, since: number): boolean =>
    this.#wasNear.get({ account, cache, since })!.n > 0;
  pruneNear(tx: Tx, before: number): void {
    this.#pruneNear.run(tx, { before });
  }
  forget(tx: Tx, account: number): void {
    for (const statement of this.#forget) statement.run(tx, { account });
  }
}
