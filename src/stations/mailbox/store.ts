/** Mailbox messages. */
import type { Database, Tx } from "../../db/mod.ts";

export interface MailRow {
  id: number;
  accountId: number;
  fromCall: string;
  toCall: string;
  body: string;
  via: string;
  status: string;
  createdAt: number;
  expiresAt: number;
  attempts: number;
  triedAt: number | null;
  sentTo: string | null;
  settledAt: number | null;
}

const MAIL = `SELECT id, account_id AS accountId, from_call AS fromCall, to_call AS toCall, body, via, status,
  created_at AS createdAt, expires_at AS expiresAt, attempts, tried_at AS triedAt, sent_to AS sentTo,
  settled_at AS settledAt FROM mailbox`;

/** As members see it. */
const view = (row: MailRow) => ({
  id: row.id,
  from: row.fromCall,
  to: row.toCall,
  text: row.body,
  via: row.via,
  status: row.status,
  deliveredTo: row.status === "delivered" ? row.sentTo : null,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  deliveredAt: row.status === "delivered" ? row.settledAt : null,
  attempts: row.attempts,
});

export class MailStore {
  readonly #one;
  readonly #put;
  readonly #posted;
  readonly #waitingFor;
  readonly #addressees;
  readonly #tried;
  readonly #settle;
  readonly #sentBy;
  readonly #receivedBy;
  readonly #expire;
  readonly #prune;
  readonly #dropOf;

  constructor(db: Database) {
    this.#one = db.sql<{ id: number }, MailRow>(`${MAIL} WHERE id = :id`);
    this.#put = db.sql<{
      account: number;
      from: string;
      to: string;
      text: string;
      via: string;
      at: number;
      expiresAt: number;
    }>(
      `INSERT INTO mailbox (account_id, from_call, to_call, body, via, status, created_at, expires_at)
       VALUES (:account, :from, :to, :text, :via, 'held', :at, :expiresAt)`,
    );
    this.#posted = db.sql<{ account: number; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM mailbox WHERE account_id = :account AND created_at > :since",
    );
    this.#waitingFor = db.sql<{ to: string; now: number }, MailRow>(
      `${MAIL} WHERE to_call = :to AND status IN ('held', 'sent') AND expires_at > :now ORDER BY id`,
    );
    this.#addressees = db.sql<{ now: number }, { toCall: string }>(
      "SELECT DISTINCT to_call AS toCall FROM mailbox WHERE status IN ('held', 'sent') AND expires_at > :now",
    );
    this.#tried = db.sql<{ id: number; to: string; at: number }>(
      "UPDATE mailbox SET status = 'sent', attempts = attempts + 1, tried_at = :at, sent_to = :to WHERE id = :id",
    );
    this.#settle = db.sql<{ id: number; status: string; at: number }>(
      "UPDATE mailbox SET status = :status, settled_at = :at WHERE id = :id",
    );
    this.#sentBy = db.sql<{ account: number }, MailRow>(
      `${MAIL} WHERE account_id = :account ORDER BY id DESC LIMIT 100`,
    );
    this.#receivedBy = db.sql<{ bases: string }, MailRow>(
      `${MAIL} WHERE iif(instr(to_call, '-') > 0, substr(to_call, 1, instr(to_call, '-') - 1), to_call)
         IN (SELECT value FROM json_each(:bases)) AND status <> 'withdrawn' ORDER BY id DESC LIMIT 100`,
    );
    this.#expire = db.sql<{ now: number }>(
      `UPDATE mailbox SET status = iif(status = 'sent', 'undelivered', 'expired'), settled_at = :now
       WHERE status IN ('held', 'sent') AND expires_at <= :now`,
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM mailbox WHERE settled_at < :before");
    this.#dropOf = db.sql<{ account: number; at: number }>(
      `UPDATE mailbox SET status = 'withdrawn', settled_at = :at
       WHERE account_id = :account AND status IN ('held', 'sent')`,
    );
  }

  mail = (id: number): MailRow | undefined => this.#one.get({ id });
  put = (
    tx: Tx,
    row: {
      account: number;
      from: string;
      to: string;
      text: string;
      via: string;
      at: number;
      expiresAt: number;
    },
  ): number => this.#put.run(tx, row).id;
  postedSince = (account: number, since: number): number => this.#posted.get({ account, since })!.n;
  waitingFor = (to: string, now: number): MailRow[] => this.#waitingFor.all({ to, now });
  addressees = (now: number): string[] => this.#addressees.all({ now }).map(({ toCall }) => toCall);
  tried = (tx: Tx, id: number, to: string, at: number) => this.#tried.run(tx, { id, to, at });
  settle = (tx: Tx, id: number, status: string, at: number) => this.#settle.run(tx, { id, status, at });
  sentBy = (account: number) => this.#sentBy.all({ account }).map(view);
  receivedBy = (bases: readonly string[]) => this.#receivedBy.all({ bases: JSON.stringify(bases) }).map(view);
  expire = (tx: Tx, now: number) => this.#expire.run(tx, { now });
  prune = (tx: Tx, before: number) => this.#prune.run(tx, { before });
  dropOf = (tx: Tx, account: number, at: number) => this.#dropOf.run(tx, { account, at });
}
