/** Rows of push subscriptions, and of the messages that wait for one. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

export interface SubscriptionRow {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Failures in a row. */
  failures: number;
  /** Before this it is not asked again; `null`: at once. Unix seconds, as all times here. */
  nextTryAt: number | null;
}
/** How a subscription stands with its push service. */
export interface PushState {
  lastOkAt: number | null;
  lastFailedAt: number | null;
  lastError: string | null;
  nextTryAt: number | null;
}
interface NewRow {
  endpoint: string;
  accountId: number;
  p256dh: string;
  auth: string;
  createdAt: number;
  sessionId: string;
  /** When the session ends by itself. */
  sessionEnds: number;
}
const NEW = columns<NewRow>(asNamed("endpoint accountId p256dh auth createdAt sessionId sessionEnds"));
const ROW = columns<SubscriptionRow>(asNamed("endpoint p256dh auth failures nextTryAt"));
const STATE = columns<PushState>(asNamed("lastOkAt lastFailedAt lastError nextTryAt"));

/** Of subscriptions whose session is over by time nothing is sent. */
const OPEN = "(session_ends IS NULL OR session_ends > :now)";

export function pushStore(db: Database) {
  // A browser that signs in under another account keeps its endpoint, which then belongs to that account; nothing that
  // waited for the one before is shown to it.
  const drop = db.change<{ endpoint: string }>("DELETE FROM push_subscription WHERE endpoint = :endpoint");
  const ownerOf = db.row<{ endpoint: string }, { account: number }>(
    "SELECT account_id AS account FROM push_subscription WHERE endpoint = :endpoint",
  );
  const put = db.change<NewRow>(
    `${NEW.insertInto("push_subscription")} ON CONFLICT (endpoint) DO UPDATE SET ${
      NEW.without("endpoint").setExcluded()
    }, failures = 0, next_try_at = NULL`,
  );
  const surplus = db.change<{ account: number; most: number }>(
    `DELETE FROM push_subscription WHERE endpoint IN (SELECT endpoint FROM push_subscription
       WHERE account_id = :account ORDER BY created_at DESC, endpoint LIMIT -1 OFFSET :most)`,
  );
  const wait = db.change<{ endpoint: string; message: string; at: number }>(
    `INSERT INTO push_waiting (endpoint, message, at)
     SELECT endpoint, :message, :at FROM push_subscription WHERE endpoint = :endpoint`,
  );
  const older = db.change<{ endpoint: string; most: number }>(
    `DELETE FROM push_waiting WHERE id IN (SELECT id FROM push_waiting WHERE endpoint = :endpoint
       ORDER BY id DESC LIMIT -1 OFFSET :most)`,
  );
  return {
    ofAccount: db.rows<{ account: number; now: number }, SubscriptionRow>(
      `SELECT ${ROW.select()} FROM push_subscription WHERE account_id = :account AND ${OPEN}`,
    ),
    /** How one endpoint stands, where this session of this account registered it. */
    ofSession: db.row<
      { endpoint: string; account: number; session: string; ends: number },
      PushState & { addedAt: number; waiting: number }
    >(
      `SELECT ${STATE.select("s")}, s.created_at AS addedAt,
         (SELECT count(*) FROM push_waiting w WHERE w.endpoint = s.endpoint) AS waiting
       FROM push_subscription s WHERE s.endpoint = :endpoint AND s.account_id = :account
         AND s.session_id = :session AND s.session_ends = :ends`,
    ),
    /** Keeps a subscription, and the newest `most` of its account. */
    put(tx: Tx, row: NewRow, most: number): void {
      if (ownerOf({ endpoint: row.endpoint })?.account !== row.accountId) {
        drop(tx, { endpoint: row.endpoint });
      }
      put(tx, row);
      surplus(tx, { account: row.accountId, most });
    },
    /** Browsers that are told, of all accounts. */
    count: db.row<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM push_subscription"),
    drop,
    dropOwn: db.change<{ endpoint: string; account: number }>(
      "DELETE FROM push_subscription WHERE endpoint = :endpoint AND account_id = :account",
    ),
    dropOf: db.change<{ account: number }>("DELETE FROM push_subscription WHERE account_id = :account"),
    dropOfSession: db.change<{ account: number; session: string }>(
      "DELETE FROM push_subscription WHERE account_id = :account AND session_id = :session",
    ),
    dropEnded: db.change<{ now: number }>("DELETE FROM push_subscription WHERE session_ends <= :now"),
    failed: db.change<{ endpoint: string; at: number; error: string; again: number }>(
      `UPDATE push_subscription SET failures = failures + 1, last_failed_at = :at, last_error = :error,
         next_try_at = :again WHERE endpoint = :endpoint`,
    ),
    succeeded: db.change<{ endpoint: string; at: number }>(
      "UPDATE push_subscription SET failures = 0, last_ok_at = :at, next_try_at = NULL WHERE endpoint = :endpoint",
    ),
    rested: db.change<{ endpoint: string }>(
      "UPDATE push_subscription SET next_try_at = NULL WHERE endpoint = :endpoint",
    ),
    /** Those that may be asked again by now, longest waiting first. */
    due: db.rows<{ now: number; most: number }, SubscriptionRow>(
      `SELECT ${ROW.select()} FROM push_subscription WHERE next_try_at <= :now AND ${OPEN}
       ORDER BY next_try_at LIMIT :most`,
    ),
    /** Lets a message wait for a browser, with the newest `most` of those before it. */
    wait(tx: Tx, waiting: { endpoint: string; message: string; at: number }, most: number): void {
      wait(tx, waiting);
      older(tx, { endpoint: waiting.endpoint, most });
    },
    /** What waits for a browser, oldest first. */
    waiting: db.rows<{ endpoint: string }, { id: number; message: string }>(
      "SELECT id, message FROM push_waiting WHERE endpoint = :endpoint ORDER BY id",
    ),
    sent: db.change<{ id: number }>("DELETE FROM push_waiting WHERE id = :id"),
    dropOld: db.change<{ before: number }>("DELETE FROM push_waiting WHERE at < :before"),
    /** All subscriptions together: when the last message went out, and what failed last. */
    light: db.row<
      Record<never, never>,
      { lastOkAt: number | null; lastFailedAt: number | null; nextTryAt: number | null }
    >(
      `SELECT max(last_ok_at) AS lastOkAt, max(last_failed_at) AS lastFailedAt, min(next_try_at) AS nextTryAt
       FROM push_subscription`,
    ),
    lastError: db.row<Record<never, never>, { lastError: string | null }>(
      "SELECT last_error AS lastError FROM push_subscription ORDER BY last_failed_at DESC LIMIT 1",
    ),
  };
}
export type PushStore = ReturnType<typeof pushStore>;
