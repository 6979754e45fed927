/**
 * The raw packet ring: every packet of the last day with the ways by which it came, found by its call. It
 * recognises copies of packets that memory no longer holds.
 */
import { setImmediate } from "node:timers/promises";
import { Failure } from "../../base/mod.ts";
import { Database, type OpenWrite, type Tx } from "../../db/mod.ts";
import { callOfKey, keyOfRaw } from "./identity.ts";
import type { Known } from "./recent.ts";
import { type MheardRow, type PortCount, type PortHour, RingCounts } from "./counts.ts";
import { netLog, type Within } from "./net_log.ts";
import { hashes } from "./seen.ts";
import { type Candidate, type KeptPacket, packetStore, SPAN_S } from "./store.ts";

// The file for data that may be lost in a power cut: raw packets, the heard list, port statistics. A database of its
// own with `synchronous=NORMAL`, committed a second's worth at a time, so that receiving does not wear out the card.
// Made anew when its form is an old one.

/** Raised when the tables change; the file is emptied then. */
const FORM = 6;
const NAMES = ["packet", "packets_of", "port_hour", "mheard"];
const TABLES = `
CREATE TABLE packet (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  call TEXT NOT NULL,
  raw TEXT NOT NULL,
  via TEXT NOT NULL,
  port TEXT NOT NULL,
  ways TEXT NOT NULL          -- comma list of deliveries, below zero where not heard directly
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

/** Writes that go into one commit at most. */
const MOST_IN_ONE_COMMIT = 20_000;

class RingFile {
  /** The second's write: this connection reads what is in it. */
  #write: OpenWrite | undefined;
  #written = 0;

  constructor(readonly db: Database) {
    // Written much and read little: a small page cache, and the log folded back less often.
    db.sql("PRAGMA cache_size = -6144").get();
    db.sql("PRAGMA wal_autocheckpoint = 4000").get();
    const { user_version: form } = db.sql<never, { user_version: number }>("PRAGMA user_version").get()!;
    if (form === FORM) return;
    db.writeNow((tx) => {
      for (const name of NAMES) db.exec(tx, `DROP TABLE IF EXISTS ${name}`);
      db.exec(tx, `${TABLES} PRAGMA user_version = ${FORM}`);
    });
  }

  /** The present write, begun if there is none. */
  tx(): Tx {
    this.#written++;
    return (this.#write ??= this.db.begin()).tx;
  }

  /** So much is written that it should be committed before the second ends. */
  get isFull(): boolean {
    return this.#written >= MOST_IN_ONE_COMMIT;
  }

  /** Commits what was written since the last commit, where there is anything. */
  commit(): void {
    const write = this.#write;
    this.#write = undefined;
    this.#written = 0;
    write?.commit();
  }
}

/** As much of a heard packet as is kept. */
interface RingPacket {
  /** Identity: who said what; two hearings of one packet share it. */
  key: string;
  at: number;
  call: string;
  raw: string;
  delivery: { via: string; port: string };
}
/**
 * What the present write adds to one call's ten minutes: each packet's number and, at the same index, its hashed key.
 */
interface Added {
  call: string;
  ids: number[];
  keys: number[];
  from: number;
  to: number;
}
const nameOf = (call: string, at: number): string => `${call} ${Math.floor(at / SPAN_S)}`;
/** Entries of the heard list that are held in memory at most. */
const MOST_WAITING = 5000;
/** The raw packets of the last day. Times are unix seconds. */
export class Ring {
  readonly #file: RingFile;
  readonly #counts: RingCounts;
  readonly #store;
  readonly #netLog;
  /** Packets of the present write by call and ten minutes: what names them is written at its end. */
  #added = new Map<string, Added>();

  /** Opens or makes the file; `:memory:` for tests. A full disk keeps nobody from reading what is in it. */
  static open(path: string): Ring {
    for (const alone of [false, true]) {
      let db: Database | undefined;
      try {
        db = new Database(path, { synchronous: "normal", alone });
        return new Ring(db);
      } catch (error) {
        db?.close();
        if (!(error instanceof Failure) || error.reason !== "disk_full") throw error;
      }
    }
    // What was heard may be lost: the rest of the program is served without it.
    return new Ring(new Database(":memory:"));
  }

  constructor(readonly db: Database) {
    this.#file = new RingFile(db);
    this.#counts = new RingCounts(db);
    this.#store = packetStore(db);
    this.#netLog = netLog(db);
  }

  /** Keeps a new packet, and the number of the way by which it came. */
  add({ key: text, at, call, raw, delivery: { via, port } }: RingPacket, way: number): void {
    const key = hashes(text)[0];
    const row = { key, at, call, raw, via, port, ways: String(way) };
    const { id } = this.#store.insert(this.#file.tx(), row);
    const name = nameOf(call, at);
    const added = this.#added.get(name);
    if (!added) {
      this.#added.set(name, { call, ids: [id], keys: [key], from: at, to: at });
      return;
    }
    added.ids.push(id);
    added.keys.push(key);
    if (at < added.from) added.from = at;
    if (at > added.to) added.to = at;
  }

  /** The packet of that identity heard first within the times, which lie less than ten minutes apart. */
  #find(key: string, from: number, to: number): Candidate | undefined {
    const call = callOfKey(key), hash = hashes(key)[0];
    const rows = this.#store.candidates({ call, from, to, key: hash });
    for (const name of new Set([nameOf(call, from), nameOf(call, to)])) {
      const { ids, keys } = this.#added.get(name) ?? { ids: [], keys: [] };
      for (const [i, id] of ids.entries()) if (keys[i] === hash) rows.push(this.#store.byId({ id })!);
    }
    return rows.find(({ raw, heardAt }) => heardAt >= from && heardAt <= to && keyOfRaw(raw) === key);
  }

  /** A packet of that identity heard within the times. */
  known(key: string, from: number, to: number): Known | undefined {
    const row = this.#find(key, from, to);
    return row && { heardAt: row.heardAt, ways: row.ways.split(",").map(Number) };
  }

  /** Notes a further way by which a kept packet came. */
  noteWay(key: string, heardAt: number, way: number): void {
    const row = this.#find(key, heardAt, heardAt);
    if (row) this.#store.addWay(this.#file.tx(), { id: row.id, way: String(way) });
  }

  /** About the latest time at which anything in here was heard; 0 when empty. */
  newest = (): number => this.#store.newest()!.at ?? 0;

  /** Newest first. */
  packetsOf(call: string, limit: number): KeptPacket[] {
    this.flush();
    return this.#store.ofCall({ call, limit });
  }
  /** Who was heard on the air within that time, in the order of their first packets. */
  netLog(within: Within) {
    this.flush();
    return this.#netLog(within);
  }
  /** How many packets of a call are kept. */
  countOf(call: string): number {
    this.flush();
    return this.#store.countOf({ call })!.n;
  }

  /** Counts packets of a port, received and sent. */
  count(port: string, at: number, rx: number, tx = 0): void {
    this.#counts.count(port, at, rx, tx);
  }
  /** What each port heard and sent since then, as a sum and by the hour. */
  ports(since: number): (PortCount & { hours: PortHour[] })[] {
    this.flush();
    const hours = this.#counts.hours(since);
    return this.#counts.ports(since).map((port) => ({ ...port, hours: hours.get(port.port) ?? [] }));
  }
  /** Counts one direct hearing of a call. */
  countHearing(call: string, port: string, at: number): void {
    this.#counts.countHearing(call, port, at);
  }
  /** The calls heard directly most recently, newest first. */
  mheard(limit: number): MheardRow[] {
    this.flush();
    return this.#counts.mheard(limit);
  }

  /** Commits once there is much of it. */
  flushIfMany(): void {
    if (this.#file.isFull || this.#counts.waiting >= MOST_WAITING) this.flush();
  }

  /** Writes down and commits: every second, before somebody reads, and at the end. */
  flush(): void {
    const added = this.#added;
    this.#added = new Map();
    try {
      for (const { call, ids, keys, from, to } of added.values()) {
        const lists = { ids: JSON.stringify(ids), keys: JSON.stringify(keys) };
        this.#store.insertOf(this.#file.tx(), { call, to, first: ids[0]!, from, ...lists });
      }
      this.#counts.write(() => this.#file.tx());
    } finally {
      this.#file.commit();
    }
  }

  /** Drops what is older; packets in slices, each a commit of its own. */
  async prune(before: { packets: number; ports: number; mheard: number }): Promise<void> {
    for (const drop of [this.#store.prune, this.#store.pruneOf]) {
      let { changes } = drop(this.#file.tx(), { before: before.packets });
      this.flush();
      while (changes > 0) {
        await setImmediate();
        ({ changes } = drop(this.#file.tx(), { before: before.packets }));
        this.flush();
      }
    }
    this.#counts.prune(this.#file.tx(), before);
    this.flush();
  }

  /** Writes down what waits and closes the file. */
  close(): void {
    this.flush();
    this.db.close();
  }

  /** Takes a text that was removed out of the kept packets of a call. */
  blank(call: string, text: string): void {
    if (text === "") return;
    this.flush();
    const tx = this.#file.tx();
    // In MeshCom's packets the text stands as JSON writes it.
    for (const form of new Set([text, JSON.stringify(text).slice(1, -1)])) {
      this.#store.blank(tx, { call, text: form, instead: "[removed]" });
    }
    this.flush();
    this.db.emptyLog();
  }

  /** Forgets every packet and hearing of these base calls, under any SSID. */
  forget(bases: readonly string[]): void {
    this.flush();
    const tx = this.#file.tx();
    for (const base of bases) {
      this.#store.forget(tx, { base });
      this.#store.forgetOf(tx, { base });
      this.#counts.forget(tx, base);
    }
    this.flush();
    this.db.emptyLog();
  }
}
