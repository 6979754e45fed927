/** Rows of gaps. The rules are in gap_rules.ts. */
import type { Database, Tx } from "../../db/mod.ts";
import type { SequenceKind } from "../../wire/mod.ts";
import { type Gap, type GapReason, MAX_GAPS, MAX_HOP_GAPS } from "./rules.ts";

interface GapRow extends Omit<Gap, "tries"> {
  tries: string;
}
const COLUMNS =
  `origin, kind, v, reason, first_seen AS firstSeen, aged, looked_at AS lookedAt, asks, tries, given_up AS givenUp, seen`;
const gapOf = (row: GapRow): Gap => ({ ...row, tries: JSON.parse(row.tries) });

export class GapStore {
  readonly #get;
  readonly #put;
  readonly #close;
  readonly #closeRange;
  readonly #open;
  readonly #inRange;
  readonly #counts;
  readonly #givenUp;
  readonly #markSeen;
  readonly #all;
  readonly #dropOrigin;

  constructor(db: Database) {
    this.#get = db.sql<{ origin: string; kind: string; v: number }, GapRow>(
      `SELECT ${COLUMNS} FROM fed_gap WHERE origin = :origin AND kind = :kind AND v = :v`,
    );
    this.#put = db.sql(
      `INSERT INTO fed_gap (origin, kind, v, reason, first_seen, aged, looked_at, asks, tries, given_up, seen)
       VALUES (:origin, :kind, :v, :reason, :firstSeen, :aged, :lookedAt, :asks, :tries, :givenUp, :seen)
       ON CONFLICT (origin, kind, v) DO UPDATE SET reason = excluded.reason, aged = excluded.aged,
         looked_at = excluded.looked_at, asks = excluded.asks, tries = excluded.tries,
         given_up = excluded.given_up, seen = excluded.seen`,
    );
    this.#close = db.sql<{ origin: string; kind: string; v: number }>(
      "DELETE FROM fed_gap WHERE origin = :origin AND kind = :kind AND v = :v",
    );
    this.#closeRange = db.sql<
      { origin: string; kind: string; after: number; to: number; named: string }
    >(
      `DELETE FROM fed_gap WHERE origin = :origin AND kind = :kind AND v > :after AND v <= :to AND reason <> 'hops'
         AND v NOT IN (SELECT value FROM json_each(:named))`,
    );
    this.#open = db.sql<{ origin: string; kind: string }, GapRow>(
      `SELECT ${COLUMNS} FROM fed_gap WHERE origin = :origin AND kind = :kind AND given_up IS NULL ORDER BY v`,
    );
    this.#inRange = db.sql<
      { origin: string; kind: string; since: number; to: number },
      { v: number; reason: GapReason }
    >(
      `SELECT v, reason FROM fed_gap
       WHERE origin = :origin AND kind = :kind AND v > :since AND v <= :to ORDER BY v`,
    );
    this.#counts = db.sql<{ origin: string; kind: string }, { plain: number; hops: number }>(
      `SELECT coalesce(sum(reason IN ('unsettled', 'upstream')), 0) AS plain,
              coalesce(sum(reason IN ('hops', 'upstream-hops')), 0) AS hops
       FROM fed_gap WHERE origin = :origin AND kind = :kind AND given_up IS NULL`,
    );
    this.#givenUp = db.sql<
      { at: number; origin: string; kind: string; v: number; limit: number },
      GapRow
    >(
      `SELECT ${COLUMNS} FROM fed_gap WHERE given_up IS NOT NULL AND seen IS NULL
         AND (given_up, origin, kind, v) > (:at, :origin, :kind, :v)
       ORDER BY given_up, origin, kind, v LIMIT :limit`,
    );
    this.#markSeen = db.sql<{ now: number }>(
      "UPDATE fed_gap SET seen = :now WHERE given_up IS NOT NULL AND seen IS NULL",
    );
    this.#all = db.sql<never, GapRow>(`SELECT ${COLUMNS} FROM fed_gap`);
    this.#dropOrigin = db.sql<{ origin: string }>("DELETE FROM fed_gap WHERE origin = :origin");
  }

  get(origin: string, kind: SequenceKind, v: number): Gap | undefined {
    const row = this.#get.get({ origin, kind, v });
    return row && gapOf(row);
  }
  put(tx: Tx, gap: Gap): void {
    this.#put.run(tx, { ...gap, tries: JSON.stringify(gap.tries) });
  }
  close(tx: Tx, origin: string, kind: SequenceKind, v: number): void {
    this.#close.run(tx, { origin, kind, v });
  }
  /** Closes the gaps in (after, to] that a neighbour whose word counts neither served nor named. */
  closeRange(tx: Tx, origin: string, kind: SequenceKind, after: number, to: number, named: number[]): void {
    this.#closeRange.run(tx, { origin, kind, after, to, named: JSON.stringify(named) });
  }
  /** Gaps that are still asked for, by number. */
  open(origin: string, kind: SequenceKind): Gap[] {
    return this.#open.all({ origin, kind }).map(gapOf);
  }
  /** Those in (since, to], given up or not: a neighbour that reads here must not take them for deleted. */
  inRange(origin: string, kind: SequenceKind, since: number, to: number): { v: number; reason: GapReason }[] {
    return this.#inRange.all({ origin, kind, since, to });
  }
  /** Room left under the two limits. */
  room(origin: string, kind: SequenceKind): { plain: number; hops: number } {
    const counts = this.#counts.get({ origin, kind })!;
    return { plain: MAX_GAPS - counts.plain, hops: MAX_HOP_GAPS - counts.hops };
  }
  /** Given-up gaps that the operator has not marked seen, oldest first, after a position. */
  givenUp(after: { at: number; origin: string; kind: string; v: number }, limit: number): Gap[] {
    return this.#givenUp.all({ ...after, limit }).map(gapOf);
  }
  markSeen(tx: Tx, now: number): number {
    return this.#markSeen.run(tx, { now }).changes;
  }
  all(): Gap[] {
    return this.#all.all().map(gapOf);
  }
  forgetOrigin(tx: Tx, origin: string): void {
    this.#dropOrigin.run(tx, { origin });
  }
}
