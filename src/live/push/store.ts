/** Rows of push subscriptions. */
import { columns, type Database, type Tx } from "../../db/mod.ts";

export interface SubscriptionRow {
  endpoint: string;
  p256dh: string;
  auth: string;
  failures: number;
}

interface Row extends SubscriptionRow {
  accountId: number;
  createdAt: number;
}
const SUBSCRIPTION = columns<Row>({
  endpoint: true,
  accountId: true,
  p256dh: true,
  auth: true,
  createdAt: true,
  failures: true,
});

export function pushStore(db: Database) {
  // A browser that signs in under another account keeps its endpoint, which then belongs to that account.
  const put = db.change<Row>(
    `${SUBSCRIPTION.insertInto("push_subscription")} ON CONFLICT (endpoint) DO UPDATE SET ${
      SUBSCRIPTION.without("endpoint").setExcluded()
    }`,
  );
  const surplus = db.change<{ account: number; most: number }>(
    `DELETE FROM push_subscription WHERE endpoint IN (SELECT endpoint FROM push_subscription
       WHERE account_id = :account ORDER BY created_at DESC, endpoint LIMIT -1 OFFSET :most)`,
  );
  return {
    ofAccount: db.rows<{ account: number }, SubscriptionRow>(
      `SELECT ${
        SUBSCRIPTION.without("accountId", "createdAt").select()
      } FROM push_subscription WHERE account_id = :account`,
    ),
    /** Keeps a subscription, and the newest `most` of its account. */
    put(tx: Tx, row: Omit<Row, "failures">, most: number): void {
      put(tx, { ...row, failures: 0 });
      surplus(tx, { account: row.accountId, most });
    },
    drop: db.change<{ endpoint: string }>("DELETE FROM push_subscription WHERE endpoint = :endpoint"),
    dropOwn: db.change<{ endpoint: string; account: number }>(
      "DELETE FROM push_subscription WHERE endpoint = :endpoint AND account_id = :account",
    ),
    setFailures: db.change<{ endpoint: string; n: number }>(
      "UPDATE push_subscription SET failures = :n WHERE endpoint = :endpoint",
    ),
  };
}
export type PushStore = ReturnType<typeof pushStore>;
