/** Rows of finds about which peers were asked, and of what each peer said. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { Question } from "./question.ts";
import type { Wait } from "./ways.ts";

export type WitnessReply = "yes" | "no" | "refused" | "unreached" | "waiting";

/** A find about which peers were asked. */
export interface Case {
  find: number;
  question: Question;
  /** The calls that are asked for besides the question's own. */
  others: readonly string[];
  /** When peers were asked first, unix seconds. */
  askedAt: number;
  /** How often peers that were not reached have been asked again. */
  round: number;
  /** When they are asked next. */
  nextAt: number | null;
  state: "open" | "lifted" | "ended";
  why: string | null;
  endedAt: number | null;
}
/** A peer's last word on one of a find's calls. */
export interface Testimony {
  find: number;
  instance: string;
  /** Whom it was asked about. */
  call: string;
  said: WitnessReply;
  why: string | null;
  askedAt: number;
  question: Uint8Array;
  answer: Uint8Array | null;
  key: string | null;
  distanceM: number | null;
  at: number | null;
  igate: string | null;
  wait: Wait | null;
}

type CaseRow = Omit<Case, "question" | "others"> & { question: string; others: string };
type TestimonyRow = Omit<Testimony, "wait"> & { wait: string | null };

const CASE = columns<CaseRow>(asNamed("find question others askedAt round nextAt state why endedAt"));
const TESTIMONY = columns<TestimonyRow>(
  asNamed("find instance call said why askedAt question answer key distanceM at igate wait"),
);

const caseOf = (row: CaseRow): Case => ({
  ...row,
  question: JSON.parse(row.question),
  others: JSON.parse(row.others),
});
const testimonyOf = (row: TestimonyRow): Testimony => ({
  ...row,
  wait: row.wait === null ? null : JSON.parse(row.wait),
});

export function caseStore(db: Database) {
  const byFind = db.row<{ find: number }, CaseRow>(
    `SELECT ${CASE.select()} FROM fed_case WHERE find = :find`,
  );
  // A time further off than any wait was written under a wrong clock.
  const due = db.rows<{ now: number; ahead: number; limit: number }, CaseRow>(
    `SELECT ${CASE.select()} FROM fed_case WHERE state = 'open' AND (next_at <= :now OR next_at > :ahead)
     ORDER BY next_at LIMIT :limit`,
  );
  const put = db.change<CaseRow>(
    `${CASE.insertInto("fed_case")} ON CONFLICT (find) DO UPDATE SET ${CASE.without("find").setExcluded()}`,
  );
  const of = db.rows<{ find: number }, TestimonyRow>(
    `SELECT ${TESTIMONY.select()} FROM fed_testimony WHERE find = :find ORDER BY instance, call`,
  );
  const waiting = db.rows<{ limit: number }, TestimonyRow>(
    `SELECT ${TESTIMONY.select()} FROM fed_testimony WHERE said = 'waiting' ORDER BY asked_at LIMIT :limit`,
  );
  const say = db.change<TestimonyRow>(
    `${TESTIMONY.insertInto("fed_testimony")} ON CONFLICT (find, instance, call) DO UPDATE SET ${
      TESTIMONY.without("find", "instance", "call").setExcluded()
    }`,
  );
  const reopen = db.change<{ now: number; since: number }>(
    `UPDATE fed_case SET state = 'open', next_at = :now, why = NULL, ended_at = NULL
     WHERE state = 'open' OR (state = 'ended' AND asked_at >= :since)`,
  );
  const judgedBy = db.rows<Record<never, never>, { instance: string }>(
    "SELECT instance FROM fed_case_witness",
  );
  const judgeBy = db.change<{ instances: string }>(
    `INSERT INTO fed_case_witness (instance) SELECT value FROM json_each(:instances) WHERE true
     ON CONFLICT DO NOTHING`,
  );
  const judgeByNone = db.change<{ instances: string }>(
    "DELETE FROM fed_case_witness WHERE instance NOT IN (SELECT value FROM json_each(:instances))",
  );
  const over = db.row<{ before: number }, { find: number }>(
    "SELECT find FROM fed_case WHERE state = 'ended' AND ended_at < :before LIMIT 1",
  );
  const counts = db.rows<Record<never, never>, { state: Case["state"]; n: number }>(
    "SELECT state, count(*) AS n FROM fed_case GROUP BY state",
  );
  const questionsTo = db.row<{ instance: string }, { n: number }>(
    `SELECT count(DISTINCT t.find) AS n FROM fed_testimony t JOIN fed_case c ON c.find = t.find
     WHERE t.instance = :instance AND t.said IN ('waiting', 'unreached') AND c.state = 'open'`,
  );
  return {
    /** Finds that peers were asked about, by how that stands. */
    counts: (): Record<Case["state"], number> => ({
      ...{ open: 0, lifted: 0, ended: 0 },
      ...Object.fromEntries(counts({}).map(({ state, n }) => [state, n])),
    }),
    /** Finds about which questions wait for the instance's answer. */
    questionsTo: (instance: string): number => questionsTo({ instance })!.n,
    byFind(find: number): Case | undefined {
      const row = byFind({ find });
      return row && caseOf(row);
    },
    /** Open cases whose time has come, the longest overdue first; `ahead` is later than any wait may end. */
    due: (now: number, ahead: number, limit: number): Case[] => due({ now, ahead, limit }).map(caseOf),
    put: (tx: Tx, one: Case): void =>
      void put(tx, { ...one, question: JSON.stringify(one.question), others: JSON.stringify(one.others) }),
    testimonies: (find: number): Testimony[] => of({ find }).map(testimonyOf),
    /** Answers that are still to come through a hub, the oldest first. */
    waiting: (limit: number): Testimony[] => waiting({ limit }).map(testimonyOf),
    say: (tx: Tx, one: Testimony): void =>
      void say(tx, { ...one, wait: one.wait && JSON.stringify(one.wait) }),
    /** Has all be asked about again that is not lifted, as far back as anybody was first asked then. */
    reopen: (tx: Tx, now: number, since: number): void => void reopen(tx, { now, since }),
    /** The peers by whose trust cases were looked at last; gives those that are new among these. */
    judgeBy(tx: Tx, trusted: readonly string[]): string[] {
      const before = new Set(judgedBy({}).map(({ instance }) => instance));
      const instances = JSON.stringify(trusted);
      judgeBy(tx, { instances });
      judgeByNone(tx, { instances });
      return trusted.filter((instance) => !before.has(instance));
    },
    forget: db.change<{ find: number }>("DELETE FROM fed_case WHERE find = :find"),
    /** Whether there are cases that came to nothing before then. */
    hasOver: (before: number): boolean => over({ before }) !== undefined,
    /** Deletes the cases that came to nothing before then. */
    prune: db.change<{ before: number }>(
      "DELETE FROM fed_case WHERE state = 'ended' AND ended_at < :before",
    ),
  };
}
export type CaseStore = ReturnType<typeof caseStore>;
