/**
 * Counts out of the sums that the game keeps (migration 0490): a site's logs, the week's finds, caches to find. Suspended
 * people's are taken off, by what is kept of each of them.
 */
import { SUSPENDED_ACCOUNTS } from "../accounts/mod.ts";
import type { Period } from "../caches/mod.ts";
import type { Database } from "../db/mod.ts";

/** What is kept under this number is everybody's together. */
const EVERYBODY = -1;
const WINDOW = "(SELECT since FROM finder_window_facts WHERE period = :period)";
/** Logs of Tier A of people who are not suspended, put to the kept counts or taken off them one by one. */
const one = (sign: 1 | -1, name: string, from = "heard_log h") =>
  `SELECT ${name} AS name, ${sign} AS n FROM ${from} WHERE h.account NOT IN ${SUSPENDED_ACCOUNTS}`;
/**
 * The kept counts of a window, corrected by what has left it or come back since it was moved last, and by logs of caches of
 * suspended people. `counts`: which logs count, and under what name.
 */
const heard = ({ name, counts }: { name: string; counts: string }) => `
  SELECT name, sum(n) AS n FROM (
    SELECT name, n FROM heard_sum_facts WHERE period = :period AND account = ${EVERYBODY}
    UNION ALL SELECT name, -n FROM heard_sum_facts WHERE period = :period AND account IN ${SUSPENDED_ACCOUNTS}
    UNION ALL ${one(-1, name)} AND ${counts} AND h.found_at >= ${WINDOW} AND h.found_at < :since
    UNION ALL ${one(1, name)} AND ${counts} AND h.found_at >= :since AND h.found_at < ${WINDOW}
    UNION ALL ${one(-1, name, "cache_facts c CROSS JOIN heard_log h ON h.cache_id = c.id")} AND ${counts}
      AND c.owner_account IN ${SUSPENDED_ACCOUNTS} AND +h.found_at >= :since
  ) GROUP BY name HAVING sum(n) > 0`;

/** The statements; `since` is the window's first second, `now` unix seconds. */
export const keptCounts = (db: Database) => ({
  /** Receiving sites by the logs that they proved, most first. */
  corroborators: db.rows<
    { period: Period; since: number; limit: number; now: number },
    { igate: string; corroborations: number }
  >(
    `SELECT name AS igate, n AS corroborations FROM (${
      heard({ name: "h.site", counts: "h.site IS NOT NULL" })
    })
     ORDER BY corroborations DESC, igate LIMIT :limit`,
  ),
  /** Finds of the last week that are proved by radio. */
  weekOfTierA: db.row<{ period: "week"; since: number; now: number }, { n: number }>(
    `SELECT coalesce(sum(n), 0) AS n FROM (${heard({ name: "''", counts: "h.kind = 'found'" })})`,
  ),
  /** Native caches that are active and have a place. */
  active: db.row<{ now: number }, { n: number }>(
    `SELECT coalesce(sum(iif(account = ${EVERYBODY}, n, -n)), 0) AS n FROM active_sum_facts
     WHERE account = ${EVERYBODY} OR account IN ${SUSPENDED_ACCOUNTS}`,
  ),
});
