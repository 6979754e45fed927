/** Numbers of own records: one rising sequence for each kind, with the time as its floor (FED "Version semantics"). */
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { RecordKind } from "../../wire/mod.ts";

/** Ten years: as far ahead of the time, in milliseconds, as a clock that was wrong may have numbered. */
const MOST_AHEAD_MS = 10 * 365 * 86_400_000;

/** Numbers from here on are not believed when a neighbour says that we handed them out. */
export const MAX_NUMBER = 2 ** 52;

/** How far a restored replica's sequences are raised: far more than a machine hands out between two pieces of a replica. */
const LEAP_MS = 3_600_000, LEAP = 1000;

/** The counters of own records. No number is handed out twice. */
export function numbersOf(db: Database, world: World) {
  const read = db.row<{ kind: RecordKind }, { last: number }>(
    "SELECT last FROM fed_counter WHERE kind = :kind",
  );
  const raiseTo = db.change<{ kind: RecordKind; last: number }>(
    `INSERT INTO fed_counter (kind, last) VALUES (:kind, :last)
     ON CONFLICT (kind) DO UPDATE SET last = max(last, excluded.last)`,
  );
  const all = db.rows<Record<never, never>, { kind: RecordKind; last: number }>(
    "SELECT kind, last FROM fed_counter",
  );
  /** The highest number that was handed out; 0 before the first. */
  const last = (kind: RecordKind): number => read({ kind })?.last ?? 0;
  const take = (tx: Tx, kind: RecordKind, number: number): number => {
    raiseTo(tx, { kind, last: number });
    return number;
  };
  return {
    last,
    /**
     * The next number, at least the time in milliseconds: a database restored from a backup still numbers above
     * everything it handed out before. A clock that jumped ahead is no floor: numbers never come down again.
     */
    next(tx: Tx, kind: RecordKind): number {
      const floor = world.clock.state() === "jumped" ? 0 : world.nowMs();
      return take(tx, kind, Math.max(last(kind) + 1, floor));
    },
    /** The next plain number, with no floor: the local ids of bulletins, whose versions are their posting times. */
    nextPlain: (tx: Tx, kind: RecordKind): number => take(tx, kind, last(kind) + 1),
    /**
     * Raises the sequence to what a trusted neighbour holds of us: after a restore, or on a host without a clock. Not
     * further than `MOST_AHEAD_MS`: a sequence at its end would end our publication for everybody and for good.
     */
    raise(tx: Tx, kind: RecordKind, to: number): void {
      if (to > last(kind) && to <= world.nowMs() + MOST_AHEAD_MS) raiseTo(tx, { kind, last: to });
    },
    /**
     * Raises every sequence past what another machine may have handed out under our name, on a database that lacks its last
     * seconds: numbers with the time as their floor by an hour, plain ones by a thousand.
     */
    leap(tx: Tx): void {
      for (const { kind, last: before } of all()) {
        const floor = Math.max(before, world.nowMs()) + LEAP_MS;
        raiseTo(tx, { kind, last: kind === "bulletin" ? before + LEAP : floor });
      }
    },
  };
}
export type Numbers = ReturnType<typeof numbersOf>;

/** Raises the sequences of a database that was restored from a replica, while nobody serves it. */
export const leapNumbers = (db: Database, world: World): void => {
  const { leap } = numbersOf(db, world);
  db.writeNow((tx) => leap(tx));
};
