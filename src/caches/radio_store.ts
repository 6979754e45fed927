/** Commands heard over the air, and what was sent in answer. */
import type { Database, Tx } from "../db/mod.ts";

export type CommandStatus = "logged" | "pending" | "rejected" | "help" | "done" | "discarded" | "expired";

export interface CommandRow {
  id: number;
  accountId: number | null;
  fromCall: string;
  command: string;
  cacheCode: string | null;
  body: string;
  number: string | null;
  trusted: number;
  status: CommandStatus;
  reason: string | null;
  logId: number | null;
  sentAt: number;
  decidedAt: number | null;
}
export type SentKind = "ack" | "reply" | "near";

const COLUMNS =
  `id, account_id AS accountId, from_call AS fromCall, command, cache_code AS cacheCode, body, number, trusted,
  status, reason, log_id AS logId, sent_at AS sentAt, decided_at AS decidedAt`;

export class RadioStore {
  readonly #byId;
  readonly #ofAccount;
  readonly #insert;
  readonly #settle;
  readonly #recent;
  readonly #countFrom;
  readonly #expire;
  readonly #prune;
  readonly #pruneSent;
  readonly #sent;
  readonly #countSent;
  readonly #countSentTo;
  readonly #countNear;
  readonly #lastNear;
  readonly #lastAck;
  readonly #forget;

  constructor(db: Database) {
    const select = `SELECT ${COLUMNS} FROM radio_command WHERE`;
    this.#byId = db.sql<{ id: number }, CommandRow>(`${select} id = :id`);
    this.#ofAccount = db.sql<{ account: number }, CommandRow>(
      `${select} account_id = :account ORDER BY id DESC LIMIT 50`,
    );
    this.#insert = db.sql<Record<keyof Omit<CommandRow, "id">, string | number | null>>(
      `INSERT INTO radio_command (account_id, from_call, command, cache_code, body, number, trusted, status, reason, log_id,
         sent_at, decided_at)
       VALUES (:accountId, :fromCall, :command, :cacheCode, :body, :number, :trusted, :status, :reason, :logId, :sentAt,
         :decidedAt)`,
    );
    this.#settle = db.sql<
      {
        id: number;
        status: string;
        reason: string | null;
        logId: number | null;
        trusted: number;
        at: number | null;
      }
    >(
      `UPDATE radio_command SET status = :status, reason = :reason, log_id = :logId, trusted = :trusted, decided_at = :at
       WHERE id = :id`,
    );
    this.#recent = db.sql<{ from: string; body: string; number: string | null; since: number }, CommandRow>(
      `${select} from_call = :from AND body = :body AND number IS :number AND sent_at >= :since ORDER BY id DESC LIMIT 1`,
    );
    this.#countFrom = db.sql<{ base: string; ssids: string; since: number }, { n: number }>(
      `SELECT count(*) AS n FROM radio_command
       WHERE sent_at >= :since AND (from_call = :base OR from_call GLOB :ssids)`,
    );
    this.#expire = db.sql<{ before: number; now: number }>(
      "UPDATE radio_command SET status = 'expired', decided_at = :now WHERE status = 'pending' AND sent_at < :before",
    );
    this.#prune = db.sql<{ before: number }>(
      "DELETE FROM radio_command WHERE status <> 'pending' AND sent_at < :before",
    );
    this.#pruneSent = db.sql<{ before: number }>("DELETE FROM radio_sent WHERE at < :before");
    this.#sent = db.sql<
      { at: number; kind: string; account: number | null; to: string; cache: number | null }
    >("INSERT INTO radio_sent (at, kind, account_id, to_call, cache_id) VALUES (:at, :kind, :account, :to, :cache)");
    this.#countSent = db.sql<{ kinds: string; since: number }, { n: number }>(
      `SELECT count(*) AS n FROM radio_sent
       WHERE kind IN (SELECT value FROM json_each(:kinds)) AND at >= :since`,
    );
    this.#countSentTo = db.sql<{ to: string; kind: string; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM radio_sent WHERE to_call = :to AND kind = :kind AND at >= :since",
    );
    this.#countNear = db.sql<{ account: number; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM radio_sent WHERE account_id = :account AND kind = 'near' AND at >= :since",
    );
    this.#lastNear = db.sql<{ account: number; cache: number; since: number }, { n: number }>(
      `SELECT count(*) AS n FROM radio_sent
       WHERE account_id = :account AND kind = 'near' AND cache_id = :cache AND at >= :since`,
    );
    this.#lastAck = db.sql<{ to: string; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM radio_sent WHERE to_call = :to AND kind = 'ack' AND at > :since",
    );
    this.#forget = [
      db.sql<{ account: number }>("DELETE FROM radio_command WHERE account_id = :account"),
      db.sql<{ account: number }>("DELETE FROM radio_sent WHERE account_id = :account"),
    ];
  }

  byId = (id: number): CommandRow | undefined => this.#byId.get({ id });
  /** Newest 50 of an account. */
  ofAccount = (account: number): CommandRow[] => this.#ofAccount.all({ account });
  insert = (tx: Tx, row: Omit<CommandRow, "id">): number => this.#insert.run(tx, { ...row }).id;
  settle(
    tx: Tx,
    id: number,
    to: {
      status: CommandStatus;
      reason: string | null;
      logId: number | null;
      trusted: number;
      at: number | null;
    },
  ): void {
    this.#settle.run(tx, { id, ...to });
  }
  /** The same command of the same station since a time. */
  equalSince = (
    of: { from: string; body: string; number: string | null; since: number },
  ): CommandRow | undefined => this.#recent.get(of);
  /** Commands of a base call, all SSIDs, since a time. */
  countFrom = (base: string, since: number): number =>
    this.#countFrom.get({ base, ssids: `${base}-*`, since })!.n;
  expire(tx: Tx, before: number, now: number): void {
    this.#expire.run(tx, { before, now });
  }
  prune(tx: Tx, before: number): void {
    this.#prune.run(tx, { before });
  }
  pruneSent(tx: Tx, before: number): void {
    this.#pruneSent.run(tx, { before });
  }
  noteSent(
    tx: Tx,
    sent: { at: number; kind: SentKind; account: number | null; to: string; cache: number | null },
  ): void {
    this.#sent.run(tx, sent);
  }
  countSent = (kinds: readonly SentKind[], since: number): number =>
    this.#countSent.get({ kinds: JSON.stringify(kinds), since })!.n;
  countSentTo = (to: string, kind: SentKind, since: number): number =>
    this.#countSentTo.get({ to, kind, since })!.n;
  countNear = (account: number, since: number): number => this.#countNear.get({ account, since })!.n;
  wasNear = (account: number, cache: number, since: number): boolean =>
    this.#lastNear.get({ account, cache, since })!.n > 0;
  ackedAfter = (to: string, since: number): boolean => this.#lastAck.get({ to, since })!.n > 0;
  forget(tx: Tx, account: number): void {
    for (const statement of this.#forget) statement.run(tx, { account });
  }
}
