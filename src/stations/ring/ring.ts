/**
 * The raw packet ring: every packet of the last day with the ways by which it came, found by its call. It tells copies
 * from new packets where memory no longer does.
 */
import { setImmediate } from "node:timers/promises";
import { Database } from "../../db/mod.ts";
import { callOfKey, keyOfRaw } from "./identity.ts";
import type { Known } from "./recent.ts";
import { type Heard, type PortCount, RingCounts } from "./counts.ts";
import { RingFile } from "./file.ts";
import { hashes } from "./seen.ts";

/** As much of a heard packet as is kept. */
export interface RingPacket {
  /** Identity: who said what; two hearings of one packet share it. */
  key: string;
  at: number;
  call: string;
  raw: string;
  delivery: { via: string; port: string };
}
/** A call's packets of ten minutes in the present write: numbers and hashed keys by position, and the times between. */
interface Added {
  call: string;
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
/** Packets that share a row of `packets_of` were heard within this many seconds. */
const SPAN_S = 600;
const nameOf = (call: string, at: number): string => `${call} ${Math.floor(at / SPAN_S)}`;
/** Entries of the heard list that are held in memory at most. */
const MOST_WAITING = 5000;
/** The packets of a call; the order of the tables is the one that needs no scan. */
const OF_CALL =
  `FROM packets_of AS o CROSS JOIN json_each(o.ids) AS each CROSS JOIN packet AS p ON p.id = each.value
  WHERE o.call = :call`;

export class Ring {
  readonly #file: RingFile;
  readonly #counts: RingCounts;
  /** Packets of the present write by call and ten minutes: what names them is written at its end. */
  #added = new Map<string, Added>();
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
  readonly #forgetPackets;
  readonly #forgetOf;

  /** Opens or makes the file; `:memory:` for tests. */
  static open(path: string): Ring {
    return new Ring(new Database(path, { synchronous: "normal" }));
  }

  constructor(readonly db: Database) {
    this.#file = new RingFile(db);
    this.#counts = new RingCounts(db);
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
       WHERE o.call = :call AND o.to_at BETWEEN :from AND :to + ${SPAN_S} AND o.from_at <= :to AND each.value = :key
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
    this.#forgetPackets = db.sql<{ base: string }>(
      `DELETE FROM packet WHERE id IN (SELECT each.value FROM packets_of, json_each(ids) AS each
         WHERE call = :base OR call GLOB :base || '-*')`,
    );
    this.#forgetOf = db.sql<{ base: string }>(
      "DELETE FROM packets_of WHERE call = :base OR call GLOB :base || '-*'",
    );
  }

  /** Keeps a new packet, and the number of the way by which it came. */
  add({ key: text, at, call, raw, delivery: { via, port } }: RingPacket, delivery: number): void {
    const key = hashes(text)[0];
    const row = { key, at, call, raw, via, port, deliveries: String(delivery) };
    const { id } = this.#put.run(this.#file.tx(), row);
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
    const rows = this.#known.all({ call, from, to, key: hash });
    for (const name of new Set([nameOf(call, from), nameOf(call, to)])) {
      const { ids, keys } = this.#added.get(name) ?? { ids: [], keys: [] };
      for (const [i, id] of ids.entries()) if (keys[i] === hash) rows.push(this.#packet.get({ id })!);
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
    if (row) this.#addDelivery.run(this.#file.tx(), { id: row.id, delivery: String(delivery) });
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
    this.#counts.count(port, at, rx, tx);
  }
  ports(since: number): PortCount[] {
    this.flush();
    return this.#counts.ports(since);
  }
  /** Counts one hearing of a call. */
  heard(call: string, port: string, at: number): void {
    this.#counts.heard(call, port, at);
  }
  mheard(limit: number): Heard[] {
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
        this.#putOf.run(this.#file.tx(), { call, to, first: ids[0]!, from, ...lists });
      }
      this.#counts.write(() => this.#file.tx());
    } finally {
      this.#file.commit();
    }
  }

  /** Drops what is older; packets in slices, each a commit of its own. */
  async prune(before: { packets: number; ports: number; mheard: number }): Promise<void> {
    for (const drop of [this.#prune, this.#pruneOf]) {
      let { changes } = drop.run(this.#file.tx(), { before: before.packets });
      this.flush();
      while (changes > 0) {
        await setImmediate();
        ({ changes } = drop.run(this.#file.tx(), { before: before.packets }));
        this.flush();
      }
    }
    this.#counts.prune(this.#file.tx(), before);
    this.flush();
  }

  close(): void {
    this.flush();
    this.db.close();
  }

  /** Forgets every packet and hearing of these base calls, under any SSID. */
  forget(bases: readonly string[]): void {
    this.flush();
    const tx = this.#file.tx();
    for (const base of bases) {
      this.#forgetPackets.run(tx, { base });
      this.#forgetOf.run(tx, { base });
      this.#counts.forget(tx, base);
    }
    this.flush();
  }
}
