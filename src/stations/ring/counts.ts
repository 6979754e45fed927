/** How much each port heard and sent, by the hour, and who was heard directly. Counted in memory for a second. */
import type { Database, Tx } from "../../db/mod.ts";

export interface PortCount {
  port: string;
  rx: number;
  tx: number;
  lastBucket: number;
  lastAt: number;
}
/** What a port heard and sent in one hour. */
export interface PortHour {
  /** Begin of the hour, unix seconds. */
  at: number;
  rx: number;
  tx: number;
}
/** A row of the MHEARD list: a call heard directly on a port. */
export interface MheardRow {
  callsign: string;
  port: string;
  lastHeard: number;
  count: number;
}

const HOUR = 3600;
const hourOf = (at: number): number => at - at % HOUR;

interface HourCount {
  port: string;
  hour: number;
  rx: number;
  tx: number;
  at: number;
}
interface Hearings {
  call: string;
  port: string;
  at: number;
  n: number;
}

const countStore = (db: Database) => ({
  putPort: db.change<HourCount>(
    `INSERT INTO port_hour (port, hour, rx, tx, last_at) VALUES (:port, :hour, :rx, :tx, :at)
     ON CONFLICT (port, hour) DO UPDATE SET rx = rx + excluded.rx, tx = tx + excluded.tx,
       last_at = max(last_at, excluded.last_at)`,
  ),
  ports: db.rows<{ since: number }, PortCount>(
    `SELECT port, sum(rx) AS rx, sum(tx) AS tx, max(hour) AS lastBucket, max(last_at) AS lastAt FROM port_hour
     WHERE hour >= :since GROUP BY port ORDER BY port`,
  ),
  hours: db.rows<{ since: number }, PortHour & { port: string }>(
    "SELECT port, hour AS at, rx, tx FROM port_hour WHERE hour >= :since ORDER BY port, hour",
  ),
  prunePorts: db.change<{ before: number }>("DELETE FROM port_hour WHERE hour < :before"),
  putHearings: db.change<Hearings>(
    `INSERT INTO mheard (call, port, last_heard, heard) VALUES (:call, :port, :at, :n)
     ON CONFLICT (call, port) DO UPDATE SET heard = heard + excluded.heard,
       last_heard = max(last_heard, excluded.last_heard)`,
  ),
  mheard: db.rows<{ limit: number }, MheardRow>(
    `SELECT call AS callsign, port, last_heard AS lastHeard, heard AS count FROM mheard
     ORDER BY last_heard DESC, call LIMIT :limit`,
  ),
  pruneMheard: db.change<{ before: number }>("DELETE FROM mheard WHERE last_heard < :before"),
  forget: db.change<{ base: string }>("DELETE FROM mheard WHERE call = :base OR call GLOB :base || '-*'"),
});

/** Counts what is heard and sent; `write` puts what was counted since into the database. */
export class RingCounts {
  readonly #store;
  #hours = new Map<string, HourCount>();
  #hearings = new Map<string, Hearings>();

  constructor(db: Database) {
    this.#store = countStore(db);
  }

  /** Entries that wait to be written. */
  get waiting(): number {
    return this.#hearings.size;
  }

  /** Counts packets of a port, received and sent. */
  count(port: string, at: number, rx: number, tx = 0): void {
    const hour = hourOf(at), name = `${hour} ${port}`;
    const entry = this.#hours.get(name) ?? { port, hour, rx: 0, tx: 0, at };
    entry.rx += rx;
    entry.tx += tx;
    entry.at = Math.max(entry.at, at);
    this.#hours.set(name, entry);
  }
  /** Counts one direct hearing of a call. */
  countHearing(call: string, port: string, at: number): void {
    const name = `${call} ${port}`;
    const entry = this.#hearings.get(name) ?? { call, port, at, n: 0 };
    entry.n++;
    entry.at = Math.max(entry.at, at);
    this.#hearings.set(name, entry);
  }
  ports = (since: number): PortCount[] => this.#store.ports({ since });
  /** Each port's hours since then, oldest first; an hour without packets has no row. */
  hours(since: number): Map<string, PortHour[]> {
    const hours = new Map<string, PortHour[]>();
    for (const { port, ...hour } of this.#store.hours({ since })) {
      const known = hours.get(port);
      if (known) known.push(hour);
      else hours.set(port, [hour]);
    }
    return hours;
  }
  mheard = (limit: number): MheardRow[] => this.#store.mheard({ limit });

  /** Writes down what was counted. */
  write(txOf: () => Tx): void {
    const [hours, hearings] = [this.#hours, this.#hearings];
    [this.#hours, this.#hearings] = [new Map(), new Map()];
    for (const entry of hours.values()) this.#store.putPort(txOf(), entry);
    for (const entry of hearings.values()) this.#store.putHearings(txOf(), entry);
  }

  /** Deletes hours of ports and hearings from before these times, in unix seconds. */
  prune(tx: Tx, before: { ports: number; mheard: number }): void {
    this.#store.prunePorts(tx, { before: before.ports });
    this.#store.pruneMheard(tx, { before: before.mheard });
  }
  forget(tx: Tx, base: string): void {
    this.#store.forget(tx, { base });
  }
}
