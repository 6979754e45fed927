/** Numbers of own records: one rising sequence for each kind, with the time as its floor (FED "Version semantics"). */
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { RecordKind } from "../../wire/mod.ts";

/** Numbers from here on are not believed when a neighbour says that we handed them out. */
export const MAX_NUMBER = 2 ** 52;

export class Numbers {
  readonly #last;
  readonly #set;

  constructor(db: Database, readonly world: World) {
    this.#last = db.sql<{ kind: string }, { last: number }>(
      "SELECT last FROM fed_counter WHERE kind = :kind",
    );
    this.#set = db.sql<{ kind: string; last: number }>(
      `INSERT INTO fed_counter (kind, last) VALUES (:kind, :last)
       ON CONFLICT (kind) DO UPDATE SET last = max(last, excluded.last)`,
    );
  }

  /** The highest number handed out; 0 for none. */
  last(kind: RecordKind): number {
    return this.#last.get({ kind })?.last ?? 0;
  }

  /**
   * The next number, at least the time in milliseconds: a database restored from a backup still numbers above
   * everything it handed out before.
   */
  next(tx: Tx, kind: RecordKind): number {
    const last = Math.max(this.last(kind) + 1, this.world.nowMs());
    this.#set.run(tx, { kind, last });
    return last;
  }

  /** The next plain number, with no floor: the local ids of bulletins, whose versions are their posting times. */
  nextPlain(tx: Tx, kind: RecordKind): number {
    const last = this.last(kind) + 1;
    this.#set.run(tx, { kind, last });
    return last;
  }

  /** Raises the sequence to what a trusted neighbour holds of us: after a restore on a box without a clock. */
  raise(tx: Tx, kind: RecordKind, to: number): void {
    if (to > this.last(kind) && to < MAX_NUMBER) this.#set.run(tx, { kind, last: to });
  }
}
