/** Counters of what each connection has heard since the box was made. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

interface ConnectionCounterRow {
  address: string;
  heard: number;
  copies: number;
  other: number;
  lastHeardAt: number | null;
}

const ROW = columns<ConnectionCounterRow>(asNamed("address heard copies other lastHeardAt"));

export class ConnectionCounters {
  readonly #rows: Map<string, ConnectionCounterRow>;
  readonly #put;
  #changed = new Set<string>();

  constructor(db: Database) {
    const all = db.rows<Record<never, never>, ConnectionCounterRow>(
      `SELECT ${ROW.select()} FROM connection_counter`,
    );
    this.#rows = new Map(all().map((row) => [row.address, row]));
    this.#put = db.change<ConnectionCounterRow>(
      `${ROW.insertInto("connection_counter")} ON CONFLICT (address) DO UPDATE SET ${
        ROW.without("address").setExcluded()
      }`,
    );
  }

  /** The counters of a connection, by its address; all zero for one that heard nothing yet. */
  of(address: string): ConnectionCounterRow {
    let row = this.#rows.get(address);
    if (!row) this.#rows.set(address, row = { address, heard: 0, copies: 0, other: 0, lastHeardAt: null });
    return row;
  }

  /** Counts one thing that came; `at` is when it was heard, in unix seconds. */
  count(address: string, what: "heard" | "copies" | "other", at?: number): void {
    const row = this.of(address);
    row[what]++;
    if (at !== undefined) row.lastHeardAt = at;
    this.#changed.add(address);
  }

  get changed(): boolean {
    return this.#changed.size > 0;
  }

  /** Writes what changed. */
  save(tx: Tx): void {
    for (const address of this.#changed) this.#put(tx, this.of(address));
    tx.after(() => this.#changed.clear());
  }
}
