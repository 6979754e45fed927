/**
 * The sums of everybody's finds, of receiving sites and of caches (migrations 0472, 0490 and 0511). The database's own triggers keep them up with every
 * change of a log or a cache, whoever writes it: a find is taken off before the change and put in after it. What is left is
 * to move the windows of rankings as time passes, and to compare all of it with a full count, person by person.
 */
import type { Database, Tx } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import { recommendationRows } from "../tables/recommendation_store.ts";
import { PERIODS } from "./community.ts";
import { setRecommendationRule } from "./recommend.ts";

/** Numbers of accounts that are compared at a time, so that nobody waits for it. */
const AT_A_TIME = 32;

/** Whose sums are those of everybody together; 0 stands for all who were erased. */
const EVERYBODY = -1;

interface Accounts {
  from: number;
  to: number;
}

/** The windows, seconds: those of rankings, and that of the instance's counts. */
const WINDOWS = { ...PERIODS, week: 7 * 86_400 } as const;
type Window = keyof typeof WINDOWS;

const OF = "account BETWEEN :from AND :to";
/** The same of logs and caches, by their indexes. */
const OF_ROWS = "(account_id BETWEEN :from AND :to OR (account_id IS NULL AND 0 BETWEEN :from AND :to))";
/** Of a log of Tier A `h`: its name in a window, NULL where it does not count there. */
const heardAs = (period: string) => `iif(${period} = 'week', iif(h.kind = 'found', '', NULL), h.site)`;
/** Each kept table, and what it has to hold of some people, counted from the logs and caches themselves. */
const KEPT: { table: string; columns: string; real: string }[] = [
  {
    table: "finder_sum",
    columns: "period, account, base, sure, finds, halves",
    real: `SELECT w.period, f.account, f.base, f.sure, count(*) AS finds, sum(f.halves) AS halves
      FROM finder_window w CROSS JOIN counted_find f WHERE f.${OF} AND f.found_at >= w.since GROUP BY 1, 2, 3, 4`,
  },
  {
    table: "finder_call",
    columns: "account, base, sure, first_id, last_at",
    real: `SELECT account, base, sure, min(id) AS first_id, max(found_at) AS last_at
      FROM counted_find WHERE ${OF} GROUP BY 1, 2, 3`,
  },
  {
    table: "finder_kind",
    columns: "account, sure, tier, type, n, first_at, first_id",
    real: `SELECT account, sure, tier, type, n, found_at, id FROM (
        SELECT *, count(*) OVER (PARTITION BY account, sure, tier, type) AS n,
          row_number() OVER (PARTITION BY account, sure, tier, type ORDER BY found_at, id) AS nth
        FROM counted_kind WHERE ${OF})
      WHERE nth = 1`,
  },
  {
    table: "own_visit_sum",
    columns: "account, origin, sure, tier, type, n, halves, first_at, last_at",
    real:
      `SELECT account, origin, sure, tier, type, n, halves, first_at, last_at FROM own_visit_sum_now WHERE ${OF}`,
  },
  // Everybody's are what those of each add up to: persons are mended first.
  {
    table: "heard_sum",
    columns: "period, account, name, n",
    real: `SELECT w.period, h.account, ${heardAs("w.period")} AS name, count(*) AS n
      FROM heard_log h CROSS JOIN finder_window w
      WHERE ${OF_ROWS} AND h.found_at >= w.since AND ${heardAs("w.period")} IS NOT NULL GROUP BY 1, 2, 3
      UNION ALL SELECT period, ${EVERYBODY}, name, sum(n) FROM heard_sum
      WHERE ${EVERYBODY} BETWEEN :from AND :to AND account <> ${EVERYBODY} GROUP BY 1, 3`,
  },
  {
    table: "active_sum",
    columns: "account, n",
    real: `SELECT account, count(*) AS n FROM active_cache WHERE ${OF_ROWS} GROUP BY 1
      UNION ALL SELECT ${EVERYBODY}, sum(n) FROM active_sum
      WHERE ${EVERYBODY} BETWEEN :from AND :to AND account <> ${EVERYBODY} HAVING count(*) > 0`,
  },
];
const differing = ({ table, columns, real }: typeof KEPT[number]) => {
  const kept = `SELECT ${columns} FROM ${table} WHERE ${OF}`;
  return `SELECT account FROM (SELECT * FROM (${kept}) EXCEPT SELECT * FROM (${real}))
   UNION SELECT account FROM (SELECT * FROM (${real}) EXCEPT SELECT * FROM (${kept}))`;
};

/** The statements on them. Times are unix seconds. */
export function finderStore(db: Database) {
  const wrong = db.rows<Accounts, { account: number }>(
    `${KEPT.map(differing).join(" UNION ")} ORDER BY 1`,
  );
  const last = db.row<Record<never, never>, { account: number | null }>(
    `SELECT max(account) AS account FROM (SELECT max(account) AS account FROM finder_sum
       UNION ALL SELECT max(account) FROM finder_call UNION ALL SELECT max(account_id) FROM log
       UNION ALL SELECT max(account) FROM own_visit UNION ALL SELECT max(account) FROM heard_sum UNION ALL SELECT max(account) FROM active_sum
       UNION ALL SELECT max(owner_account) FROM cache)`,
  );
  const first = db.row<Record<never, never>, { account: number | null }>(
    "SELECT min(account) AS account FROM visitor",
  );
  const since = db.row<{ period: Window }, { since: number }>(
    "SELECT since FROM finder_window WHERE period = :period",
  );
  // Finds that leave the window; those that come back where the clock was set back.
  const crosses = [
    `INSERT INTO finder_sum (period, account, base, sure, finds, halves)
       SELECT :period, account, base, sure, :sign * count(*), :sign * sum(halves) FROM counted_find
       WHERE found_at >= :from AND found_at < :to GROUP BY account, base, sure
     ON CONFLICT DO UPDATE SET finds = finds + excluded.finds, halves = halves + excluded.halves`,
    `INSERT INTO heard_sum (period, account, name, n)
       SELECT :period, iif(everybody, ${EVERYBODY}, account), ${heardAs(":period")} AS name, :sign * count(*)
       FROM heard_log h CROSS JOIN (SELECT 0 AS everybody UNION ALL SELECT 1)
       WHERE found_at >= :from AND found_at < :to AND ${heardAs(":period")} IS NOT NULL GROUP BY 2, 3
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  ].map((text) => db.change<{ period: Window; from: number; to: number; sign: 1 | -1 }>(text));
  const clears = [
    "DELETE FROM finder_sum WHERE period = :period AND finds = 0",
    "DELETE FROM heard_sum WHERE period = :period AND n = 0",
  ].map((text) => db.change<{ period: Window }>(text));
  const setSince = db.change<{ period: Window; since: number }>(
    "UPDATE finder_window SET since = :since WHERE period = :period",
  );
  const mends = KEPT.flatMap(({ table, columns, real }) => [
    db.change<Accounts>(`DELETE FROM ${table} WHERE ${OF}`),
    db.change<Accounts>(`INSERT INTO ${table} (${columns}) ${real}`),
  ]);
  return {
    /** Makes a window begin at another second. */
    move(tx: Tx, period: Window, to: number): void {
      const from = since({ period })!.since;
      if (to === from) return;
      const left = to > from;
      for (const cross of crosses) {
        cross(tx, { period, from: Math.min(from, to), to: Math.max(from, to), sign: left ? -1 : 1 });
      }
      for (const clear of clears) clear(tx, { period });
      setSince(tx, { period, since: to });
    },
    /** Persons among these whose sums are not what their finds add up to. */
    wrong: (accounts: Accounts): number[] => wrong(accounts).map(({ account }) => account),
    /** Counts a person's sums anew. */
    mend: (tx: Tx, account: number): void => {
      for (const mend of mends) mend(tx, { from: account, to: account });
    },
    lastAccount: (): number => last({})!.account ?? 0,
    /** Visitors' numbers lie below those of members, and below everybody's. */
    firstAccount: (): number => first({})!.account ?? EVERYBODY,
  };
}
const finderRows = perGame((game: Game) => finderStore(game.db));

/** Moves the windows to now: what lies between is small then, and readers take it off themselves. */
export function moveWindows(game: Game): Promise<void> {
  const now = game.world.now();
  return game.db.write((tx) => {
    setRecommendationRule(game, tx);
    for (const [period, seconds] of Object.entries(WINDOWS)) {
      if (seconds !== Infinity) finderRows(game).move(tx, period as Window, now - seconds);
    }
  });
}

/** How many persons' sums are wrong, from a full count; 0 when all is well. */
export const wrongSums = (game: Game): number =>
  wrongOf(game, { from: finderRows(game).firstAccount(), to: finderRows(game).lastAccount() }).size;

/** Persons among these whose kept sums or recommendations are not what their finds make of them. */
const wrongOf = (game: Game, accounts: Accounts): Set<number> =>
  new Set([
    ...finderRows(game).wrong(accounts),
    ...recommendationRows(game).wrong(accounts).map(({ account }) => account),
  ]);

/** Compares all sums with a full count, a few persons at a time, and counts anew where they differ; gives how many did. */
export async function mendSums(game: Game): Promise<number> {
  const rows = finderRows(game);
  let mended = 0;
  const mend = async (accounts: Accounts) => {
    const wrong = wrongOf(game, accounts);
    if (wrong.size > 0) {
      await game.db.write((tx) => {
        for (const account of wrong) {
          rows.mend(tx, account);
          recommendationRows(game).settle(tx, { account });
        }
      });
    }
    mended += wrong.size;
    // Others have their turn between two batches.
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (let from = rows.firstAccount(); from < EVERYBODY; from += AT_A_TIME) {
    await mend({ from, to: Math.min(from + AT_A_TIME, EVERYBODY) - 1 });
  }
  for (let from = 0; from <= rows.lastAccount(); from += AT_A_TIME) {
    await mend({ from, to: from + AT_A_TIME - 1 });
  }
  await mend({ from: EVERYBODY, to: EVERYBODY });
  return mended;
}
