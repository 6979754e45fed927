/**
 * The raw packet ring, the heard list and port statistics: what may be lost in a power cut, in a database file of its own
 * with `synchronous=NORMAL`, and committed a second's worth at a time, so that receiving does not wear out the card. Made
 * anew when its form is an old one.
 */
import { Database, type OpenWrite, type Tx } from "../db/mod.ts";
import { callOfKey, keyOfRaw } from "./identity.ts";
import type { Known } from "./recent.ts";
import { hashes } from "./seen.ts";

/** Raised when the tables change; the file is emptied then. */
const FORM = 5;
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
-- A call's packets, a row for what one commit brought: an index would be written at as many places as there are packets.
CREATE TABLE packets_of (
  call TEXT NOT NULL,
  to_at INTEGER NOT NULL,
  first INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  ids TEXT NOT NULL,          -- JSON list
  keys TEXT NOT NULL,         -- JSON list, by position: looking for a copy reads no packets
  PRIMARY KEY (call, to_at, first)
) STRICT, WITHOUT ROWID;
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

/** As much of a heard packet as is kept. */
export interface RingPacket {
  /** Identity: who said what; two hearings of one packet share it. */
  key: string;
  at: number;
  call: string;
  raw: string;
  delivery: { via: string; port: string };
}
/** Packets of a call in the present write: their numbers and hashed keys by position, and the times between. */
interface Added {
  ids: number[];
  keys: number[];
  from: number;
  to: number;
}
/** A packet that may be the one that is looked for. */
interface Candidate {
  id: number;
  heardAt: number;
  raw: string;
  deliveries: string;
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

/** Packets, and entries of the heard list, that go into one commit. */
const MOST_WAITING = 20_000;
const HOUR = 3600;
/** The packets of a call; the order of the tables is the one that needs no scan. */
const OF_CALL =
  `FROM packets_of AS o CROSS JOIN json_each(o.ids) AS each CROSS JOIN packet AS p ON p.id = each.value
  WHERE o.call = :call`;
export const hourOf = (at: number): number => at - at % HOUR;

export class Ring {
  /** The second's write: this connection reads what is in it, and a crash loses it, as everything in here may be lost. */
  #write: OpenWrite | undefined;
  #written = 0;
  /** Its packets by call, and counts, which are written at its end. */
  #added = new Map<string, Added>();
  #hours = new Map<string, { port: string; hour: number; rx: number; tx: number; at: number }>();
  #hearings = new Map<string, { call: string; port: string; at: number; n: number }>();
  readonly #put;
  readonly #putOf;
  readonly #known;
  readonly #packet;
  readonly #addDelivery;
  readonly #newest;
  readonly #ofCall;
  readonly #countOf;
  readonly #prune;
  readonly #pruneOf;
  readonly #putPort;
  readonly #ports;
  readonly #prunePorts;
  readonly #putHeard;
  readonly #heard;
  readonly #pruneHeard;
  readonly #forgetPackets;
  readonly #forgetOf;
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
          ["packet", "packets_of", "port_hour", "mheard"].map((name) => `DROP TABLE IF EXISTS ${name};`).join(
            "",
          ),
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
    this.#putOf = db.sql<
      { call: string; to: number; first: number; from: number; ids: string; keys: string }
    >(
      `INSERT INTO packets_of (call, to_at, first, from_at, ids, keys)
       VALUES (:call, :to, :first, :from, :ids, :keys)`,
    );
    this.#known = db.sql<
      { call: string; from: number; to: number; key: number },
      Candidate
    >(
      `SELECT p.id, p.heard_at AS heardAt, p.raw, p.deliveries
       FROM packets_of AS o CROSS JOIN json_each(o.keys) AS each
         CROSS JOIN packet AS p ON p.id = json_extract(o.ids, '$[' || each.key || ']')
       WHERE o.call = :call AND o.to_at >= :from AND o.from_at <= :to AND each.value = :key
         AND p.heard_at BETWEEN :from AND :to ORDER BY p.heard_at`,
    );
    this.#packet = db.sql<{ id: number }, Candidate>(
      "SELECT id, heard_at AS heardAt, raw, deliveries FROM packet WHERE id = :id",
    );
    this.#addDelivery = db.sql<{ id: number; delivery: string }>(
      "UPDATE packet SET deliveries = deliveries || ',' || :delivery WHERE id = :id",
    );
    this.#newest = db.sql<never, { at: number | null }>(
      "SELECT max(heard_at) AS at FROM (SELECT heard_at FROM packet ORDER BY id DESC LIMIT 1000)",
    );
    this.#ofCall = db.sql<{ call: string; limit: number }, KeptPacket>(
      `SELECT p.heard_at AS heardAt, p.raw, p.via, p.port ${OF_CALL} ORDER BY p.heard_at DESC, p.id DESC LIMIT :limit`,
    );
    this.#countOf = db.sql<{ call: string }, { n: number }>(
      `SELECT count(*) AS n ${OF_CALL}`,
    );
    this.#prune = db.sql<{ before: number }>(
      "DELETE FROM packet WHERE id IN (SELECT id FROM packet WHERE heard_at < :before LIMIT 20000)",
    );
    this.#pruneOf = db.sql<{ before: number }>(
      `DELETE FROM packets_of WHERE (call, to_at, first) IN
         (SELECT call, to_at, first FROM packets_of WHERE to_at < :before LIMIT 20000)`,
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
      `DELETE FROM packet WHERE id IN (SELECT each.value FROM packets_of, json_each(ids) AS each
         WHERE call = :base OR call GLOB :base || '-*')`,
    );
    this.#forgetOf = db.sql<{ base: string }>(
      "DELETE FROM packets_of WHERE call = :base OR call GLOB :base || '-*'",
    );
    this.#forgetHeard = db.sql<{ base: string }>(
      "DELETE FROM mheard WHERE call = :base OR call GLOB :base || '-*'",
    );
  }

  /** Keeps a new packet, and the number of the way by which it came. */
  add({ key: text, at, call, raw, delivery: { via, port } }: RingPacket, delivery: number): void {
    const key = hashes(text)[0];
    const { id } = this.#put.run(this.#tx(), { key, at, call, raw, via, port, deliveries: String(delivery) });
    const added = this.#added.get(call);
    if (!added) {
      this.#added.set(call, { ids: [id], keys: [key], from: at, to: at });
      return;
    }
    added.ids.push(id);
    added.keys.push(key);
    if (at < added.from) added.from = at;
    if (at > added.to) added.to = at;
  }

  #tx(): Tx {
    this.#written++;
    return (this.#write ??= this.db.begin()).tx;
  }

  /** The packet of that identity heard first within the times. */
  #find(key: string, from: number, to: number): Candidate | undefined {
    const call = callOfKey(key), hash = hashes(key)[0];
    const rows = this.#known.all({ call, from, to, key: hash });
    const added = this.#added.get(call);
    for (let i = added?.keys.indexOf(hash) ?? -1; i >= 0; i = added!.keys.indexOf(hash, i + 1)) {
      rows.push(this.#packet.get({ id: added!.ids[i]! })!);
    }
    return rows.find(({ raw, heardAt }) => heardAt >= from && heardAt <= to && keyOfRaw(raw) === key);
  }

  /** A packet of that identity heard within the times. */
  known(key: string, from: number, to: number): Known | undefined {
    const row = this.#find(key, from, to);
    return row && { heardAt: row.heardAt, deliveries: row.deliveries.split(",").map(Number) };
  }

  /** Notes a further way by which a kept packet came. */
  heardAlso(key: string, heardAt: number, delivery: number): void {
    const row = this.#find(key, heardAt, heardAt);
    if (row) this.#addDelivery.run(this.#tx(), { id: row.id, delivery: String(delivery) });
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

  /** Commits once there is much of it. */
  flushIfMany(): void {
    if (Math.max(this.#hearings.size, this.#written) >= MOST_WAITING) this.flush();
  }

  /** Writes down and commits: every second, before somebody reads, and at the end. */
  flush(): void {
    const [added, hours, hearings] = [this.#added, this.#hours, this.#hearings];
    [this.#added, this.#hours, this.#hearings] = [new Map(), new Map(), new Map()];
    for (const [call, packets] of added) this.#keepOf(call, packets);
    for (const entry of hours.values()) this.#putPort.run(this.#tx(), entry);
    for (const entry of hearings.values()) this.#putHeard.run(this.#tx(), entry);
    const write = this.#write;
    this.#write = undefined;
    this.#written = 0;
    write?.commit();
  }

  #keepOf(call: string, { ids, keys, from, to }: Added): void {
    const lists = { ids: JSON.stringify(ids), keys: JSON.stringify(keys) };
    this.#putOf.run(this.#tx(), { call, to, first: ids[0]!, from, ...lists });
  }

  /** Drops what is older; packets in slices, each a write of its own. */
  async prune(before: { packets: number; ports: number; mheard: number }): Promise<void> {
    this.flush();
    for (const drop of [this.#prune, this.#pruneOf]) {
      while (await this.db.write((tx) => drop.run(tx, { before: before.packets }).changes) > 0);
    }
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
        this.#forgetOf.run(tx, { base });
        this.#forgetHeard.run(tx, { base });
      }
    });
  }
}
