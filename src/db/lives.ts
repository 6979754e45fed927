/** Keeps the lives of outside services over a restart: a change is written soon, what goes on as before seldom. */
import type { Lives, Living, ServiceName, Shortfall } from "../base/mod.ts";
import type { Database } from "./open.ts";

interface Row {
  service: ServiceName;
  lastOkAt: number | null;
  lastFailedAt: number | null;
  lastError: string | null;
  shortfall: Shortfall | null;
  nextTryAt: number | null;
}

/** Lets `lives` go on with what is written, and gives what writes what has changed since; it writes nothing where nothing did. */
export function keepLives(db: Database, lives: Lives): () => Promise<void> {
  const all = db.rows<Record<never, never>, Row>(
    `SELECT service, last_ok_at AS lastOkAt, last_failed_at AS lastFailedAt, last_error AS lastError, shortfall,
       next_try_at AS nextTryAt FROM service_life ORDER BY max(ifnull(last_ok_at, 0), ifnull(last_failed_at, 0))`,
  );
  const put = db.change<{ [K in keyof Row]: Row[K] }>(
    `INSERT INTO service_life (service, last_ok_at, last_failed_at, last_error, shortfall, next_try_at)
     VALUES (:service, :lastOkAt, :lastFailedAt, :lastError, :shortfall, :nextTryAt)
     ON CONFLICT (service) DO UPDATE SET last_ok_at = excluded.last_ok_at, last_failed_at = excluded.last_failed_at,
       last_error = excluded.last_error, shortfall = excluded.shortfall, next_try_at = excluded.next_try_at`,
  );
  const drop = db.change<{ service: string }>("DELETE FROM service_life WHERE service = :service");
  lives.goOn(all().map(({ service, ...life }): Living => ({ service, life })));
  return async () => {
    const changed = lives.unwritten();
    if (changed.put.length + changed.drop.length === 0) return;
    await db.write((tx) => {
      for (const { service, life } of changed.put) put(tx, { service, ...life });
      for (const service of changed.drop) drop(tx, { service });
    });
  };
}
