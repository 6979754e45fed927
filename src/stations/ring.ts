/**
 * The raw packet ring, the heard list and port statistics: what may be lost in a power cut, in a database file of its own
 * with `synchronous=NORMAL`, so that receiving does not wear out the card. Made anew when its form is an old one.
 */
import { Database, type Tx } from "../db/mod.ts";

/** Raised when the tables change; the file is emptied then. */
const FORM = 1;
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
CREATE INDEX packet_key ON packet (key);
CREATE INDEX packet_call ON packet (call, heard_at);
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

/** 53 bits of a text (cyrb53, public domain): an index key, not a proof. */
export function hash53(text: string): number {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

const HOUR = 3600;
export const hourOf = (at: number): number => at - at % HOUR;

export class Ring {
  readonly #put;
  readonly #known;
  readonly #addDelivery;
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
      { key: number; from: number; to: number },
      { id: number; heardAt: number; call: string; raw: string; deliveries: string }
    >(
      `SELECT id, heard_at AS heardAt, call, raw, deliveries FROM packet
       WHERE key = :key AND heard_at BETWEEN :from AND :to ORDER BY heard_at`,
    );
    this.#addDelivery = db.sql<{ key: number; at: number; call: string; delivery: string }>(
      `UPDATE packet SET deliveries = deliveries || ',' || :delivery WHERE key = :key AND heard_at = :at AND call = :call`,
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
  add(tx: Tx, packet: RingPacket): void {
    this.#put.run(tx, {
      key: hash53(packet.key),
      at: packet.heardAt,
      call: packet.call,
      raw: packet.raw,
      via: packet.via,
      port: packet.port,
      deliveries: String(packet.delivery),
    });
  }

  /** A packet of that identity heard within the times, as `keyOf` tells it from the kept text. */
  known(key: string, from: number, to: number, keyOf: (raw: string) => string | undefined) {
    for (const row of this.#known.all({ key: hash53(key), from, to })) {
      if (keyOf(row.raw) === key) {
        return { heardAt: row.heardAt, deliveries: row.deliveries.split(",").map(Number) };
      }
    }
    return undefined;
  }

  /** Notes a further way by which a kept packet came. */
  heardAlso(tx: Tx, key: string, heardAt: number, call: string, delivery: number): void {
    this.#addDelivery.run(tx, { key: hash53(key), at: heardAt, call, delivery: String(delivery) });
  }

  /** Newest first. */
  packetsOf = (call: string, limit: number): KeptPacket[] => this.#ofCall.all({ call, limit });
  countOf = (call: string): number => this.#countOf.get({ call })!.n;

  count(tx: Tx, port: string, at: number, rx: number, tx_ = 0): void {
    this.#putPort.run(tx, { port, hour: hourOf(at), rx, tx: tx_, at });
  }
  ports = (since: number): PortCount[] => this.#ports.all({ since });

  heard(tx: Tx, call: string, port: string, at: number, n: number): void {
    this.#putHeard.run(tx, { call, port, at, n });
  }
  mheard = (limit: number): Heard[] => this.#heard.all({ limit });

  /** Drops what is older; packets in slices, each a write of its own. */
  async prune(before: { packets: number; ports: number; mheard: number }): Promise<void> {
    while (await this.db.write((tx) => this.#prune.run(tx, { before: before.packets }).changes) > 0);
    await this.db.write((tx) => {
      this.#prunePorts.run(tx, { before: before.ports });
      this.#pruneHeard.run(tx, { before: before.mheard });
    });
  }

  close(): void {
    this.db.close();
  }

  /** Forgets every packet and hearing of these base calls, under any SSID. */
  forget(bases: readonly string[]): void {
    this.db.writeNow((tx) => {
      for (const base of bases) {
        this.#forgetPackets.run(tx, { base });
        this.#forgetHeard.run(tx, { base });
      }
    });
  }
}
