/**
 * The sums of everybody's finds (tables `finder_*`, migration 0472). The database's own triggers keep them up with every
 * change of a log or a cache, whoever writes it: a find is taken off before the change and put in after it. What is left is
 * to move the windows of rankings as time passes, and to compare all of it with a full count, person by person.
 */
import type { Database, Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { type Period, PERIODS } from "./community.ts";

/** Numbers of accounts that are compared at a time, so that nobody waits for it. */
const AT_A_TIME = 32;

interface Accounts {
  from: number;
  to: number;
}

const OF = "account BETWEEN :from AND :to";
const SUM = "period, account, base, sure, finds, halves", CALL = "account, base, sure, first_id, last_at";
const KEPT_SUMS =
  `SELECT ${SUM} FROM finder_sum WHERE period IN (SELECT period FROM finder_window) AND ${OF}`;
const KEPT_CALLS = `SELECT ${CALL} FROM finder_call WHERE ${OF}`;
/** What both tables have to hold, counted from the finds themselves. */
const TRUE_SUMS = `SELECT w.period, f.account, f.base, f.sure, count(*) AS finds, sum(f.halves) AS halves
  FROM finder_window w CROSS JOIN counted_find f WHERE f.${OF} AND f.found_at >= w.since GROUP BY 1, 2, 3, 4`;
const TRUE_CALLS = `SELECT account, base, sure, min(id) AS first_id, max(found_at) AS last_at
  FROM counted_find WHERE ${OF} GROUP BY 1, 2, 3`;
const unequal = (kept: string, real: string) =>
  `SELECT account FROM (SELECT * FROM (${kept}) EXCEPT SELECT * FROM (${real}))
   UNION SELECT account FROM (SELECT * FROM (${real}) EXCEPT SELECT * FROM (${kept}))`;

/** The statements on them. Times are unix seconds. */
export function finderStore(db: Database) {
  const wrong = db.rows<Accounts, { account: number }>(
    `${unequal(KEPT_SUMS, TRUE_SUMS)} UNION ${unequal(KEPT_CALLS, TRUE_CALLS)} ORDER BY 1`,
  );
  const last = db.row<Record<never, never>, { account: number | null }>(
    `SELECT max(account) AS account FROM (SELECT max(account) AS account FROM finder_sum
       UNION ALL SELECT max(account) FROM finder_call UNION ALL SELECT max(account_id) FROM log)`,
  );
  const since = db.row<{ period: Period }, { since: number }>(
    "SELECT since FROM finder_window WHERE period = :period",
  );
  // Finds that leave the window; those that come back where the clock was set back.
  const cross = db.change<{ period: Period; from: number; to: number; sign: 1 | -1 }>(
    `INSERT INTO finder_sum (${SUM})
       SELECT :period, account, base, sure, :sign * count(*), :sign * sum(halves) FROM counted_find
       WHERE found_at >= :from AND found_at < :to GROUP BY account, base, sure
     ON CONFLICT DO UPDATE SET finds = finds + excluded.finds, halves = halves + excluded.halves`,
  );
  const clear = db.change<{ period: Period }>("DELETE FROM finder_sum WHERE period = :period AND finds = 0");
  const setSince = db.change<{ period: Period; since: number }>(
    "UPDATE finder_window SET since = :since WHERE period = :period",
  );
  const mends = [
    "DELETE FROM finder_sum WHERE period IN (SELECT period FROM finder_window) AND account BETWEEN :from AND :to",
    `INSERT INTO finder_sum (${SUM}) ${TRUE_SUMS}`,
    "DELETE FROM finder_call WHERE account BETWEEN :from AND :to",
    `INSERT INTO finder_call (${CALL}) ${TRUE_CALLS}`,
  ].map((text) => db.change<Accounts>(text));
  return {
    /** Makes a window begin at another second. */
    move(tx: Tx, period: Period, to: number): void {
      const from = since({ period })!.since;
      if (to > from) cross(tx, { period, from, to, sign: -1 });
      else if (to < from) cross(tx, { period, from: to, to: from, sign: 1 });
      else return;
      clear(tx, { period });
      setSince(tx, { period, since: to });
    },
    /** Persons among these whose sums are not what their finds add up to. */
    wrong: (accounts: Accounts): number[] => wrong(accounts).map(({ account }) => account),
    /** Counts a person's sums anew. */
    mend: (tx: Tx, account: number): void => {
      for (const mend of mends) mend(tx, { from: account, to: account });
    },
    lastAccount: (): number => last({})!.account ?? 0,
  };
}
const finderRows = perGame((game: Game) => finderStore(game.db));

/** Moves the windows to now: what lies between is small then, and readers take it off themselves. */
export function moveWindows(game: Game): Promise<void> {
  const now = game.world.now();
  return game.db.write((tx) => {
    for (const [period, seconds] of Object.entries(PERIODS)) {
      if (seconds !== Infinity) finderRows(game).move(tx, period as Period, now - seconds);
    }
  });
}

/** How many persons' sums are wrong, from a full count; 0 when all is well. */
export const wrongSums = (game: Game): number =>
  finderRows(game).wrong({ from: 0, to: finderRows(game).lastAccount() }).length;

/** Compares all sums with a full count, a few persons at a time, and counts anew where they differ; gives how many did. */
export async function mendSums(game: Game): Promise<number> {
  const rows = finderRows(game);
  let mended = 0;
  for (let from = 0; from <= rows.lastAccount(); from += AT_A_TIME) {
    const wrong = rows.wrong({ from, to: from + AT_A_TIME - 1 });
    if (wrong.length > 0) await game.db.write((tx) => wrong.forEach((account) => rows.mend(tx, account)));
    mended += wrong.length;
    // Others have their turn between two batches.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return mended;
}
