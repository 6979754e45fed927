/** Rows of push subscriptions. */
import type { Database, Tx } from "../../db/mod.ts";

export interface SubscriptionRow {
  endpoint: string;
  p256dh: string;
  auth: string;
  failures: number;
}

export class PushStore {
  readonly #of;
  readonly #put;
  readonly #surplus;
  readonly #drop;
  readonly #dropOwn;
  readonly #failures;

  constructor(db: Database) {
    this.#of = db.sql<{ account: number }, SubscriptionRow>(
      "SELECT endpoint, p256dh, auth, failures FROM push_subscription WHERE account_id = :account",
    );
    // A browser that signs in under another account takes its endpoint along.
    this.#put = db.sql<{ endpoint: string; account: number; p256dh: string; auth: string; at: number }>(
      `INSERT INTO push_subscription (endpoint, account_id, p256dh, auth, created_at)
       VALUES (:endpoint, :account, :p256dh, :auth, :at)
       ON CONFLICT (endpoint) DO UPDATE SET account_id = excluded.account_id, p256dh = excluded.p256dh,
         auth = excluded.auth, created_at = excluded.created_at, failures = 0`,
    );
    this.#surplus = db.sql<{ account: number; most: number }>(
      `DELETE FROM push_subscription WHERE endpoint IN (SELECT endpoint FROM push_subscription
         WHERE account_id = :account ORDER BY created_at DESC, endpoint LIMIT -1 OFFSET :most)`,
    );
    this.#drop = db.sql<{ endpoint: string }>("DELETE FROM push_subscription WHERE endpoint = :endpoint");
    this.#dropOwn = db.sql<{ endpoint: string; account: number }>(
      "DELETE FROM push_subscription WHERE endpoint = :endpoint AND account_id = :account",
    );
    this.#failures = db.sql<{ endpoint: string; n: number }>(
      "UPDATE push_subscription SET failures = :n WHERE endpoint = :endpoint",
    );
  }

  of = (account: number): SubscriptionRow[] => this.#of.all({ account });

  put(
    tx: Tx,
    row: { endpoint: string; account: number; p256dh: string; auth: string; at: number },
    most: number,
  ): void {
    this.#put.run(tx, row);
    this.#surplus.run(tx, { account: row.account, most });
  }

  /** Forgets an endpoint, of whoever, or only if it is that account's. */
  drop(tx: Tx, endpoint: string, account?: number): boolean {
    const done = account === undefined
      ? this.#drop.run(tx, { endpoint })
      : this.#dropOwn.run(tx, { endpoint, account });
    return done.changes === 1;
  }

  failures(tx: Tx, endpoint: string, n: number): void {
    this.#failures.run(tx, { endpoint, n });
  }
}
