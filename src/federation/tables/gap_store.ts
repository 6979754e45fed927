/** Rows of gaps. What opens and closes one is told in rules.ts. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { SequenceKind } from "../../wire/mod.ts";
import { type Gap, MAX_GAPS, MAX_HOP_GAPS } from "../gaps/rules.ts";

/** A gap as it lies in the table: its tries are JSON. */
interface GapRow extends Omit<Gap, "tries"> {
  tries: string;
}
const GAP = columns<GapRow>(asNamed("origin kind v reason firstSeen aged lookedAt asks tries givenUp seen"));

interface OfKind {
  origin: string;
  kind: SequenceKind;
}
/** Where a gap is: one missing record. */
interface GapPlace extends OfKind {
  v: number;
}

const gapOf = (row: GapRow): Gap => ({ ...row, tries: JSON.parse(row.tries) });

export function gapStore(db: Database) {
  const at = "WHERE origin = :origin AND kind = :kind";
  const byPlace = db.row<GapPlace, GapRow>(`SELECT ${GAP.select()} FROM fed_gap ${at} AND v = :v`);
  const put = db.change<GapRow>(
    `${GAP.insertInto("fed_gap")} ON CONFLICT (origin, kind, v) DO UPDATE SET ${
      GAP.without("origin", "kind", "v", "firstSeen").setExcluded()
    }`,
  );
  const closeRange = db.change<OfKind & { after: number; to: number; named: string }>(
    `DELETE FROM fed_gap ${at} AND v > :after AND v <= :to AND reason <> 'hops'
       AND v NOT IN (SELECT value FROM json_each(:named))`,
  );
  const open = db.rows<OfKind, GapRow>(
    `SELECT ${GAP.select()} FROM fed_gap ${at} AND given_up IS NULL ORDER BY v`,
  );
  const counts = db.row<OfKind, { plain: number; hops: number }>(
    `SELECT coalesce(sum(reason IN ('unsettled', 'upstream')), 0) AS plain,
            coalesce(sum(reason IN ('hops', 'upstream-hops')), 0) AS hops
     FROM fed_gap ${at} AND given_up IS NULL`,
  );
  const givenUp = db.rows<{ at: number; origin: string; kind: string; v: number; limit: number }, GapRow>(
    `SELECT ${GAP.select()} FROM fed_gap WHERE given_up IS NOT NULL AND seen IS NULL
       AND (given_up, origin, kind, v) > (:at, :origin, :kind, :v)
     ORDER BY given_up, origin, kind, v LIMIT :limit`,
  );
  const counted = db.rows<Record<never, never>, { origin: string; missing: number; givenUp: number }>(
    `SELECT origin, sum(given_up IS NULL) AS missing, sum(given_up IS NOT NULL AND seen IS NULL) AS givenUp
     FROM fed_gap WHERE reason IN ('unsettled', 'upstream') GROUP BY origin`,
  );
  const all = db.rows<Record<never, never>, GapRow>(`SELECT ${GAP.select()} FROM fed_gap`);

  return {
    byPlace: (place: GapPlace): Gap | undefined => {
      const row = byPlace(place);
      return row && gapOf(row);
    },
    put: (tx: Tx, gap: Gap): void => void put(tx, { ...gap, tries: JSON.stringify(gap.tries) }),
    close: db.change<GapPlace>(`DELETE FROM fed_gap ${at} AND v = :v`),
    /** Closes the gaps in (after, to] that a neighbour whose word counts has neither served nor named. */
    closeRange: (tx: Tx, of: OfKind & { after: number; to: number; named: readonly number[] }): void =>
      void closeRange(tx, { ...of, named: JSON.stringify(of.named) }),
    /** Gaps that are still asked for, by number. */
    open: (of: OfKind): Gap[] => open(of).map(gapOf),
    /** Those in (since, to], given up or not: a neighbour that reads here must not take them for deleted. */
    inRange: db.rows<OfKind & { since: number; to: number }, Pick<Gap, "v" | "reason">>(
      `SELECT v, reason FROM fed_gap ${at} AND v > :since AND v <= :to ORDER BY v`,
    ),
    /** Room left under the two limits. */
    room(of: OfKind): { plain: number; hops: number } {
      const { plain, hops } = counts(of)!;
      return { plain: MAX_GAPS - plain, hops: MAX_HOP_GAPS - hops };
    },
    /** Given-up gaps that the operator has not marked seen, oldest first, after a position. */
    givenUp: (after: { at: number; origin: string; kind: string; v: number }, limit: number): Gap[] =>
      givenUp({ ...after, limit }).map(gapOf),
    /** Marks every given-up gap as seen by the operator at `now` (unix seconds). */
    markSeen: db.change<{ now: number }>(
      "UPDATE fed_gap SET seen = :now WHERE given_up IS NOT NULL AND seen IS NULL",
    ),
    /** By origin: records that are still asked for, and those given up that nobody marked seen. */
    counted: () => new Map(counted().map((row) => [row.origin, row])),
    all: (): Gap[] => all().map(gapOf),
    forgetOrigin: db.change<{ origin: string }>("DELETE FROM fed_gap WHERE origin = :origin"),
  };
}
export type GapStore = ReturnType<typeof gapStore>;
