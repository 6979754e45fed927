/**
 * The raw packet ring, the heard list and port statistics: what may be lost in a power cut, in a database file of its own
 * with `synchronous=NORMAL`, and written a second's worth at a time, so that receiving does not wear out the card. Made
 * anew when its form is an old one.
 */
import { Database, type Tx } from "../db/mod.ts";
import { callOfKey, keyOfRaw } from "./identity.ts";
import type { Known } from "./recent.ts";
import { hashes } from "./seen.ts";

/** Raised when the tables change; the file is emptied then. */
const FORM = 4;
const TABLES = `
CREATE TABLE packet (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  call TEXT NOT NULL,
  raw TEXT NOT NULL,
  via TEXT NOT NULL,
  port TEXT NOT NULL,
  deliveries TEXT NOT NULL
) STRICT;
-- The key stands in the index, so that looking for a copy reads no packets.
CREATE INDEX packet_call ON packet (call, heard_at, key);
CREATE TABLE port_hour (
  port TEXT NOT NULL,
  hour INTEGER NOT NULL,
  rx INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (port, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE mheard (
  call TEXT NOT NULL,
  port TEXT NOT NULL,
  last_heard INTEGER NOT NULL,
  heard INTEGER NOT NULL,
  PRIMARY KEY (call, port)
) STRICT, WITHOUT ROWID;
CREATE INDEX mheard_last ON mheard (last_heard);
`;

export interface RingPacket {
  /** Identity: who said what; two hearings of one packet share it. */
  key: string;
  heardAt: number;
  call: string;
  raw: string;
  via: string;
  port: string;
  /** Ids of the ways by which it came. */
  delivery: number;
}
export interface KeptPacket {
  heardAt: number;
  raw: string;
  via: string;
  port: string;
}
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

/** Packets, and entries of the heard list, that wait in memory to be written together. */
const MOST_WAITING = 5000;
const HOUR = 3600;
export const hourOf = (at: number): number => at - at % HOUR;

export class Ring {
  /** What waits to be written: a moment's worth, which may be lost as everything in here may. */
  #packets: RingPacket[] = [];
  #again: { key: string; heardAt: number; delivery: number }[] = [];
  #hours = new Map<string, { port: string; hour: number; rx: number; tx: number; at: number }>();
  #hearings = new Map<string, { call: string; port: string; at: number; n: number }>();
  readonly #put;
  readonly #known;
  readonly #addDelivery;
  readonly #newest;
  readonly #ofCall;
  readonly #countOf;
  readonly #prune;
  readonly #putPort;
  readonly #ports;
  readonly #prunePorts;
  readonly #putHeard;
  readonly #heard;
  readonly #pruneHeard;
  readonly #forgetPackets;
  readonly #forgetHeard;

  /** Opens or makes the file; `:memory:` for tests. */
  static open(path: string): Ring {
    return new Ring(new Database(path, { synchronous: "normal" }));
  }

  constructor(readonly db: Database) {
    // Written much and read little: a small page cache, and the log folded back less often.
    db.sql("PRAGMA cache_size = -6144").get();
    db.sql("PRAGMA wal_autocheckpoint = 4000").get();
    const { user_version: form } = db.sql<never, { user_version: number }>("PRAGMA user_version").get()!;
    if (form !== FORM) {
      db.writeNow((tx) => {
        db.exec(
          tx,
          "DROP TABLE IF EXISTS packet; DROP TABLE IF EXISTS port_hour; DROP TABLE IF EXISTS mheard",
        );
        db.exec(tx, `${TABLES} PRAGMA user_version = ${FORM}`);
      });
    }
    this.#put = db.sql<{
      key: number;
      at: number;
      call: string;
      raw: string;
      via: string;
      port: string;
      deliveries: string;
    }>(
      `INSERT INTO packet (key, heard_at, call, raw, via, port, deliveries)
       VALUES (:key, :at, :call, :raw, :via, :port, :deliveries)`,
    );
    this.#known = db.sql<
      { call: string; from: number; to: number; key: number },
      { id: number; heardAt: number; raw: string; deliveries: string }
    >(
      `SELECT id, heard_at AS heardAt, raw, deliveries FROM packet
       WHERE call = :call AND heard_at BETWEEN :from AND :to AND key = :key ORDER BY heard_at`,
    );
    this.#addDelivery = db.sql<{ id: number; delivery: string }>(
      "UPDATE packet SET deliveries = deliveries || ',' || :delivery WHERE id = :id",
    );
    this.#newest = db.sql<never, { at: number | null }>(
      "SELECT max(heard_at) AS at FROM (SELECT heard_at FROM packet ORDER BY id DESC LIMIT 1000)",
    );
    this.#ofCall = db.sql<{ call: string; limit: number }, KeptPacket>(
      `SELECT heard_at AS heardAt, raw, via, port FROM packet WHERE call = :call ORDER BY heard_at DESC, id DESC LIMIT :limit`,
    );
    this.#countOf = db.sql<{ call: string }, { n: number }>(
      "SELECT count(*) AS n FROM packet WHERE call = :call",
    );
    this.#prune = db.sql<{ before: number }>(
      "DELETE FROM packet WHERE id IN (SELECT id FROM packet WHERE heard_at < :before LIMIT 20000)",
    );
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
    this.#forgetPackets = db.sql<{ base: string }>(
      "DELETE FROM packet WHERE call = :base OR call GLOB :base || '-*'",
    );
    this.#forgetHeard = db.sql<{ base: string }>(
      "DELETE FROM mheard WHERE call = :base OR call GLOB :base || '-*'",
    );
  }

  /** Keeps a new packet. */
  add(packet: RingPacket): void {
    this.#packets.push(packet);
  }

  #find(key: string, from: number, to: number) {
    return this.#known.all({ call: callOfKey(key), from, to, key: hashes(key)[0] }).find(({ raw }) =>
      keyOfRaw(raw) === key
    );
  }

  /** A packet of that identity heard within the times. */
  known(key: string, from: number, to: number): Known | undefined {
    const row = this.#find(key, from, to);
    return row && { heardAt: row.heardAt, deliveries: row.deliveries.split(",").map(Number) };
  }

  /** Notes a further way by which a kept packet came. */
  heardAlso(key: string, heardAt: number, delivery: number): void {
    this.#again.push({ key, heardAt, delivery });
  }

  /** About the latest time at which anything in here was heard; 0 when empty. */
  newest = (): number => this.#newest.get()!.at ?? 0;

  /** Newest first. */
  packetsOf(call: string, limit: number): KeptPacket[] {
    this.flush();
    return this.#ofCall.all({ call, limit });
  }
  countOf(call: string): number {
    this.flush();
    return this.#countOf.get({ call })!.n;
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
  ports(since: number): PortCount[] {
    this.flush();
    return this.#ports.all({ since });
  }

  /** Counts one hearing of a call. */
  heard(call: string, port: string, at: number): void {
    const name = `${call} ${port}`;
    const entry = this.#hearings.get(name) ?? { call, port, at, n: 0 };
    entry.n++;
    entry.at = Math.max(entry.at, at);
    this.#hearings.set(name, entry);
  }
  mheard(limit: number): Heard[] {
    this.flush();
    return this.#heard.all({ limit });
  }

  /** Writes down what waits, once it is worth a commit. */
  flushIfMany(): void {
    if (this.#hearings.size >= MOST_WAITING) this.flush();
    else if (this.#packets.length + this.#again.length >= MOST_WAITING) this.#flushPackets();
  }

  /** Writes down what waits: every second, before somebody reads, and at the end. */
  flush(): void {
    this.#flushPackets();
    const [hours, hearings] = [this.#hours, this.#hearings];
    if (hours.size + hearings.size === 0) return;
    [this.#hours, this.#hearings] = [new Map(), new Map()];
    this.db.writeNow((tx) => {
      for (const entry of hours.values()) this.#putPort.run(tx, entry);
      for (const entry of hearings.values()) this.#putHeard.run(tx, entry);
    });
  }

  #flushPackets(): void {
    const [packets, again] = [this.#packets, this.#again];
    if (packets.length + again.length === 0) return;
    [this.#packets, this.#again] = [[], []];
    this.db.writeNow((tx) => {
      for (const packet of packets) this.#write(tx, packet);
      for (const { key, heardAt, delivery } of again) {
        const row = this.#find(key, heardAt, heardAt);
        if (row) this.#addDelivery.run(tx, { id: row.id, delivery: String(delivery) });
      }
    });
  }

  #write(tx: Tx, packet: RingPacket): void {
    this.#put.run(tx, {
      key: hashes(packet.key)[0],
      at: packet.heardAt,
      call: packet.call,
      raw: packet.raw,
      via: packet.via,
      port: packet.port,
      deliveries: String(packet.delivery),
    });
  }

  /** Drops what is older; packets in slices, each a write of its own. */
  async prune(before: { packets: number; ports: number; mheard: number }): Promise<void> {
    this.flush();
    while (await this.db.write((tx) => this.#prune.run(tx, { before: before.packets }).changes) > 0);
    await this.db.write((tx) => {
      this.#prunePorts.run(tx, { before: before.ports });
      this.#pruneHeard.run(tx, { before: before.mheard });
    });
  }

  close(): void {
    this.flush();
    this.db.close();
  }

  /** Forgets every packet and hearing of these base calls, under any SSID. */
  forget(bases: readonly string[]): void {
    this.flush();
    this.db.writeNow((tx) => {
      for (const base of bases) {
        this.#forgetPackets.run(tx, { base });
        this.#forgetHeard.run(tx, { base });
      }
    });
  }
}
