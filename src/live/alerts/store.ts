/** Rows of watches and alerts. */
import type { Database, Tx } from "../../db/mod.ts";

export interface WatchRow {
  id: number;
  callsign: string;
  addedAt: number;
}
export interface AlertRow {
  id: number;
  kind: string;
  callsign: string;
  code: string | null;
  title: string | null;
  at: number;
  seenAt: number | null;
}
export interface NewAlert {
  accountId: number;
  kind: string;
  call: string;
  code?: string;
  title?: string;
  at: number;
}

const ALERT = "SELECT id, kind, call AS callsign, code, title, at, seen_at AS seenAt FROM alert";

export class AlertStore {
  readonly #watches;
  readonly #everyWatch;
  readonly #isWatching;
  readonly #addWatch;
  readonly #dropWatch;
  readonly #latest;
  readonly #add;
  readonly #page;
  readonly #unseen;
  readonly #see;
  readonly #prune;
  readonly #waitingAccounts;
  readonly #waiting;
  readonly #lastMail;
  readonly #mailed;

  constructor(db: Database) {
    this.#watches = db.sql<{ account: number }, WatchRow>(
      "SELECT id, base AS callsign, created_at AS addedAt FROM watch WHERE account_id = :account ORDER BY base",
    );
    this.#everyWatch = db.sql<never, { base: string; account: number }>(
      "SELECT base, account_id AS account FROM watch",
    );
    this.#isWatching = db.sql<{ account: number; base: string }, { one: number }>(
      "SELECT 1 AS one FROM watch WHERE account_id = :account AND base = :base",
    );
    this.#addWatch = db.sql<{ account: number; base: string; at: number }, { id: number }>(
      `INSERT INTO watch (account_id, base, created_at) VALUES (:account, :base, :at)
       ON CONFLICT (account_id, base) DO UPDATE SET base = excluded.base RETURNING id`,
    );
    this.#dropWatch = db.sql<{ account: number; id: number }>(
      "DELETE FROM watch WHERE id = :id AND account_id = :account",
    );
    this.#latest = db.sql<{ account: number; base: string; since: number }, { at: number }>(
      `SELECT at FROM alert WHERE account_id = :account AND kind IN ('heard', 'near_cache') AND at > :since
         AND (call = :base OR call LIKE :base || '-%') LIMIT 1`,
    );
    this.#add = db.sql<
      { account: number; kind: string; call: string; code: string | null; title: string | null; at: number }
    >("INSERT INTO alert (account_id, kind, call, code, title, at) VALUES (:account, :kind, :call, :code, :title, :at)");
    this.#page = db.sql<{ account: number; at: number; id: number; limit: number }, AlertRow>(
      `${ALERT} WHERE account_id = :account AND (at, id) < (:at, :id) ORDER BY at DESC, id DESC LIMIT :limit`,
    );
    this.#unseen = db.sql<{ account: number }, { n: number }>(
      "SELECT count(*) AS n FROM alert WHERE account_id = :account AND seen_at IS NULL",
    );
    this.#see = db.sql<{ account: number; at: number }>(
      "UPDATE alert SET seen_at = :at WHERE account_id = :account AND seen_at IS NULL",
    );
    this.#prune = db.sql<{ before: number }>("DELETE FROM alert WHERE at < :before");
    this.#waitingAccounts = db.sql<never, { account: number }>(
      "SELECT DISTINCT account_id AS account FROM alert WHERE seen_at IS NULL AND mailed_at IS NULL",
    );
    this.#waiting = db.sql<{ account: number; most: number }, AlertRow>(
      `${ALERT} WHERE account_id = :account AND seen_at IS NULL AND mailed_at IS NULL ORDER BY at DESC, id DESC LIMIT :most`,
    );
    this.#lastMail = db.sql<{ account: number }, { at: number | null }>(
      "SELECT max(mailed_at) AS at FROM alert WHERE account_id = :account",
    );
    this.#mailed = db.sql<{ account: number; upTo: number; at: number }>(
      "UPDATE alert SET mailed_at = :at WHERE account_id = :account AND mailed_at IS NULL AND id <= :upTo",
    );
  }

  isWatching = (account: number, base: string): boolean =>
    this.#isWatching.get({ account, base }) !== undefined;
  watches = (account: number): WatchRow[] => this.#watches.all({ account });
  everyWatch = (): { base: string; account: number }[] => this.#everyWatch.all();
  addWatch = (tx: Tx, account: number, base: string, at: number): number =>
    this.#addWatch.returning(tx, { account, base, at })!.id;
  dropWatch = (tx: Tx, account: number, id: number): boolean =>
    this.#dropWatch.run(tx, { account, id }).changes === 1;

  /** Whether the account was told of that call after `since`. */
  toldSince = (account: number, base: string, since: number): boolean =>
    this.#latest.get({ account, base, since }) !== undefined;
  add(tx: Tx, alert: NewAlert): void {
    this.#add.run(tx, {
      account: alert.accountId,
      kind: alert.kind,
      call: alert.call,
      code: alert.code ?? null,
      title: alert.title ?? null,
      at: alert.at,
    });
  }
  /** Newest first, those before (at, id). */
  page = (account: number, at: number, id: number, limit: number): AlertRow[] =>
    this.#page.all({ account, at, id, limit });
  unseen = (account: number): number => this.#unseen.get({ account })!.n;
  see = (tx: Tx, account: number, at: number): number => this.#see.run(tx, { account, at }).changes;
  prune = (tx: Tx, before: number): number => this.#prune.run(tx, { before }).changes;

  /** Accounts with alerts that were neither seen nor mailed. */
  waitingAccounts = (): number[] => this.#waitingAccounts.all().map((row) => row.account);
  waiting = (account: number, most: number): AlertRow[] => this.#waiting.all({ account, most });
  lastMail = (account: number): number | null => this.#lastMail.get({ account })!.at;
  mailed = (tx: Tx, account: number, upTo: number, at: number): number =>
    this.#mailed.run(tx, { account, upTo, at }).changes;
}
