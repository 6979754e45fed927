/** What this area keeps of a person: watched calls and places, alerts, browsers for push. */
import { baseCall } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import type { Watchers } from "./alerts/watchers.ts";

interface Person {
  accountId: number;
  bases: string[];
}

/** Export and erasure of a person's rows. Those of the account itself go with it; others' rows that name it go here. */
export function livePersonalData(db: Database, watchers: Pick<Watchers, "refresh">) {
  const watches = db.sql<{ account: number }>(
    "SELECT base AS callsign, created_at AS createdAt FROM watch WHERE account_id = :account ORDER BY id",
  );
  const told = db.sql<{ account: number }>(
    `SELECT kind, call AS callsign, code, title, far_m AS farM, at, seen_at AS seenAt, mailed_at AS mailedAt FROM alert
     WHERE account_id = :account ORDER BY id`,
  );
  const places = db.sql<{ account: number }>(
    `SELECT lat, lon, radius_m AS radiusM, new_caches AS newCaches, first_finds AS firstFinds, created_at AS createdAt
     FROM place_watch WHERE account_id = :account ORDER BY id`,
  );
  // The endpoint is where a push service finds the browser; its keys open nothing without it and are left out.
  const browsers = db.sql<{ account: number }>(
    "SELECT endpoint, created_at AS createdAt FROM push_subscription WHERE account_id = :account ORDER BY created_at",
  );
  const dropWatches = db.sql<{ account: number; base: string }>(
    "DELETE FROM watch WHERE account_id = :account OR base = :base",
  );
  const dropAlerts = db.sql<{ account: number; base: string }>(
    "DELETE FROM alert WHERE account_id = :account OR call = :base OR call LIKE :base || '-%'",
  );
  const dropPlaces = db.sql<{ account: number }>("DELETE FROM place_watch WHERE account_id = :account");
  const dropTold = db.sql<{ account: number }>("DELETE FROM place_watch_told WHERE account_id = :account");
  const dropToldMirrors = db.sql<{ account: number }>(
    "DELETE FROM place_watch_mirror WHERE account_id = :account",
  );
  const dropBrowsers = db.sql<{ account: number }>(
    "DELETE FROM push_subscription WHERE account_id = :account",
  );
  return {
    name: "live",
    export: ({ accountId }: Person) => ({
      watches: watches.all({ account: accountId }),
      watchedPlaces: places.all({ account: accountId }),
      alerts: told.all({ account: accountId }),
      pushSubscriptions: browsers.all({ account: accountId }),
    }),
    erase(tx: Tx, { accountId, bases }: Person): void {
      for (const base of bases.length > 0 ? bases : [""]) {
        dropWatches.run(tx, { account: accountId, base: baseCall(base) });
        dropAlerts.run(tx, { account: accountId, base: baseCall(base) });
      }
      dropPlaces.run(tx, { account: accountId });
      dropTold.run(tx, { account: accountId });
      dropToldMirrors.run(tx, { account: accountId });
      dropBrowsers.run(tx, { account: accountId });
      tx.after(() => watchers.refresh());
    },
  };
}
