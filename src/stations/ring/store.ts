/** Packets of the ring, and the lists by which a call's are found. */
import type { Database } from "../../db/mod.ts";

/** A packet that may be the one that is looked for. */
export interface Candidate {
  id: number;
  heardAt: number;
  raw: string;
  ways: string;
}
export interface KeptPacket {
  heardAt: number;
  raw: string;
  via: string;
  port: string;
  /** Ways by which it came, as `wayOf` writes them, between commas. */
  ways: string;
}
/** Packets that share a row of `packets_of` were heard within this many seconds. */
export const SPAN_S = 600;
/** The packets of a call; the order of the tables is the one that needs no scan. */
const OF_CALL =
  `FROM packets_of AS o CROSS JOIN json_each(o.ids) AS each CROSS JOIN packet AS p ON p.id = each.value
  WHERE o.call = :call`;
/** A slice of what is older, so that nobody waits long for the file. */
const SLICE = 20_000;

export const packetStore = (db: Database) => ({
  insert: db.change<
    { key: number; at: number; call: string; raw: string; via: string; port: string; ways: string }
  >(
    `INSERT INTO packet (key, heard_at, call, raw, via, port, ways)
     VALUES (:key, :at, :call, :raw, :via, :port, :ways)`,
  ),
  insertOf: db.change<
    { call: string; to: number; first: number; from: number; ids: string; keys: string }
  >(
    `INSERT INTO packets_of (call, to_at, first, from_at, ids, keys)
     VALUES (:call, :to, :first, :from, :ids, :keys)`,
  ),
  /** Packets of a call within the times whose hashed identity is the one given, oldest first. */
  candidates: db.rows<{ call: string; from: number; to: number; key: number }, Candidate>(
    `SELECT p.id, p.heard_at AS heardAt, p.raw, p.ways
     FROM packets_of AS o CROSS JOIN json_each(o.keys) AS each
       CROSS JOIN packet AS p ON p.id = json_extract(o.ids, '$[' || each.key || ']')
     WHERE o.call = :call AND o.to_at BETWEEN :from AND :to + ${SPAN_S} AND o.from_at <= :to AND each.value = :key
       AND p.heard_at BETWEEN :from AND :to ORDER BY p.heard_at`,
  ),
  byId: db.row<{ id: number }, Candidate>(
    "SELECT id, heard_at AS heardAt, raw, ways FROM packet WHERE id = :id",
  ),
  addWay: db.change<{ id: number; way: string }>(
    "UPDATE packet SET ways = ways || ',' || :way WHERE id = :id",
  ),
  newest: db.row<Record<never, never>, { at: number | null }>(
    "SELECT max(heard_at) AS at FROM (SELECT heard_at FROM packet ORDER BY id DESC LIMIT 1000)",
  ),
  /** Newest first. */
  ofCall: db.rows<{ call: string; limit: number }, KeptPacket>(
    `SELECT p.heard_at AS heardAt, p.raw, p.via, p.port, p.ways ${OF_CALL} ORDER BY p.heard_at DESC, p.id DESC LIMIT :limit`,
  ),
  countOf: db.row<{ call: string }, { n: number }>(`SELECT count(*) AS n ${OF_CALL}`),
  prune: db.change<{ before: number }>(
    `DELETE FROM packet WHERE id IN (SELECT id FROM packet WHERE heard_at < :before LIMIT ${SLICE})`,
  ),
  pruneOf: db.change<{ before: number }>(
    `DELETE FROM packets_of WHERE (call, to_at, first) IN
       (SELECT call, to_at, first FROM packets_of WHERE to_at < :before LIMIT ${SLICE})`,
  ),
  /** Takes a text out of the packets of a call. */
  blank: db.change<{ call: string; text: string; instead: string }>(
    `UPDATE packet SET raw = replace(raw, :text, :instead) WHERE instr(raw, :text) > 0 AND id IN
       (SELECT each.value FROM packets_of, json_each(ids) AS each WHERE call = :call)`,
  ),
  forget: db.change<{ base: string }>(
    `DELETE FROM packet WHERE id IN (SELECT each.value FROM packets_of, json_each(ids) AS each
       WHERE call = :base OR call GLOB :base || '-*')`,
  ),
  forgetOf: db.change<{ base: string }>(
    "DELETE FROM packets_of WHERE call = :base OR call GLOB :base || '-*'",
  ),
});
