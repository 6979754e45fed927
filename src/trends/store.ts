/** The table of trends: values by step and time (migration 0550). */
import type { Database, Tx } from "../db/mod.ts";
import { folded, NAMES, type Values } from "./series.ts";

/** Steps by name: their length in seconds, and for how long they are kept. */
export const STEPS = {
  minute: { seconds: 60, keptS: 25 * 3600 },
  hour: { seconds: 3600, keptS: 31 * 86_400 },
  day: { seconds: 86_400, keptS: 3660 * 86_400 },
} as const;
export type Step = keyof typeof STEPS;

/** The values of one step that began at `at` (unix seconds). */
export interface Point {
  at: number;
  values: Values;
}
interface Row {
  step: number;
  at: number;
  said: string;
}

/** Values as they were written; what is no number of a known series is left out. */
function read(said: string): Values {
  const told = JSON.parse(said) as Record<string, unknown>;
  return Object.fromEntries(
    NAMES.flatMap((name) => Number.isFinite(told[name]) ? [[name, told[name]]] : []),
  ) as Values;
}

export function trendStore(db: Database) {
  const one = db.row<{ step: number; at: number }, Pick<Row, "said">>(
    "SELECT said FROM trend WHERE step = :step AND at = :at",
  );
  const since = db.rows<{ step: number; from: number }, Omit<Row, "step">>(
    "SELECT at, said FROM trend WHERE step = :step AND at >= :from ORDER BY at",
  );
  const put = db.change<Row>(
    `INSERT INTO trend (step, at, said) VALUES (:step, :at, :said)
     ON CONFLICT (step, at) DO UPDATE SET said = excluded.said`,
  );
  const prune = db.change<{ step: number; before: number }>(
    "DELETE FROM trend WHERE step = :step AND at < :before",
  );
  return {
    /** Adds values to the minute, the hour and the day in which `at` lies. */
    add(tx: Tx, at: number, values: Values): void {
      for (const { seconds: step } of Object.values(STEPS)) {
        const begin = at - at % step;
        const before = one({ step, at: begin });
        const all = before ? folded(read(before.said), values) : values;
        put(tx, { step, at: begin, said: JSON.stringify(all) });
      }
    },
    /** Steps that began at `from` or later, the oldest first. Steps in which the instance was off are missing. */
    since: (step: Step, from: number): Point[] =>
      since({ step: STEPS[step].seconds, from }).map(({ at, said }) => ({ at, values: read(said) })),
    /** Forgets what is older than each step is kept. */
    prune(tx: Tx, now: number): void {
      for (const { seconds: step, keptS } of Object.values(STEPS)) prune(tx, { step, before: now - keptS });
    },
  };
}
