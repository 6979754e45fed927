/** How much each port heard and sent, by the hour, and who was heard directly. Counted in memory for a second. */
import type { Database, Tx } from "../../db/mod.ts";

export interface PortCount {
  port: string;
  rx: number;
  tx: number;
  lastBucket: number;
  lastAt: number;
}
export interface Heard {
  callsign: string;
  port: string;
  lastHeard: number;
  count: number;
}

const HOUR = 3600;
export const hourOf = (at: number): number => at - at % HOUR;

export class RingCounts {
  #hours = new Map<string, { port: string; hour: number; rx: number; tx: number; at: number }>();
  #hearings = new Map<string, { call: string; port: string; at: number; n: number }>();
  readonly #putPort;
  readonly #ports;
  readonly #prunePorts;
  readonly #putHeard;
  readonly #heard;
  readonly #pruneHeard;
  readonly #forgetHeard;

  constructor(db: Database) {
    this.#putPort = db.sql<{ port: string; hour: number; rx: number; tx: number; at: number }>(
      `INSERT INTO port_hour (port, hour, rx, tx, last_at) VALUES (:port, :hour, :rx, :tx, :at)
       ON CONFLICT (port, hour) DO UPDATE SET rx = rx + excluded.rx, tx = tx + excluded.tx,
         last_at = max(last_at, excluded.last_at)`,
    );
    this.#ports = db.sql<{ since: number }, PortCount>(
      `SELECT port, sum(rx) AS rx, sum(tx) AS tx, max(hour) AS lastBucket, max(last_at) AS lastAt FROM port_hour
       WHERE hour >= :since GROUP BY port ORDER BY port`,
    );
    this.#prunePorts = db.sql<{ before: number }>("DELETE FROM port_hour WHERE hour < :before");
    this.#putHeard = db.sql<{ call: string; port: string; at: number; n: number }>(
      `INSERT INTO mheard (call, port, last_heard, heard) VALUES (:call, :port, :at, :n)
       ON CONFLICT (call, port) DO UPDATE SET heard = heard + excluded.heard,
         last_heard = max(last_heard, excluded.last_heard)`,
    );
    this.#heard = db.sql<{ limit: number }, Heard>(
      `SELECT call AS callsign, port, last_heard AS lastHeard, heard AS count FROM mheard
       ORDER BY last_heard DESC, call LIMIT :limit`,
    );
    this.#pruneHeard = db.sql<{ before: number }>("DELETE FROM mheard WHERE last_heard < :before");
    this.#forgetHeard = db.sql<{ base: string }>(
      "DELETE FROM mheard WHERE call = :base OR call GLOB :base || '-*'",
    );
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
  /** Counts one hearing of a call. */
  heard(call: string, port: string, at: number): void {
    const name = `${call} ${port}`;
    const entry = this.#hearings.get(name) ?? { call, port, at, n: 0 };
    entry.n++;
    entry.at = Math.max(entry.at, at);
    this.#hearings.set(name, entry);
  }
  ports = (since: number): PortCount[] => this.#ports.all({ since });
  mheard = (limit: number): Heard[] => this.#heard.all({ limit });

  /** Writes down what was counted. */
  write(txOf: () => Tx): void {
    const [hours, hearings] = [this.#hours, this.#hearings];
    [this.#hours, this.#hearings] = [new Map(), new Map()];
    for (const entry of hours.values()) this.#putPort.run(txOf(), entry);
    for (const entry of hearings.values()) this.#putHeard.run(txOf(), entry);
  }

  prune(tx: Tx, before: { ports: number; mheard: number }): void {
    this.#prunePorts.run(tx, { before: before.ports });
    this.#pruneHeard.run(tx, { before: before.mheard });
  }
  forget(tx: Tx, base: string): void {
    this.#forgetHeard.run(tx, { base });
  }
}
