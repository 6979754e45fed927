/** Kept records: own ones to be served, those of others as received, and the versions of what went. */
import type { Database, Tx } from "../../db/mod.ts";
import type { RecordKind } from "../../wire/mod.ts";

/** Instances that a record crosses at most (FED "Limits"): kept and shown at this count, never served on. */
export const HOP_LIMIT = 4;

export interface RecordRow {
  gid: string;
  origin: string;
  kind: RecordKind;
  v: number;
  at: number;
  frame: Uint8Array | null;
  body: Uint8Array | null;
  signer: string | null;
  hops: number;
  via: string | null;
  latE7: number | null;
  lonE7: number | null;
  until: number | null;
  gone: number;
}

/** As much of a record as sync pages are made of: they are read by the hundred thousand. */
export type ServedRow = Pick<RecordRow, "v" | "at" | "frame" | "signer" | "hops" | "latE7" | "lonE7">;

/** A record of another instance, as it is kept first. */
export type NewRecord = Pick<
  RecordRow,
  | "gid"
  | "origin"
  | "kind"
  | "v"
  | "at"
  | "frame"
  | "signer"
  | "hops"
  | "via"
  | "latE7"
  | "lonE7"
  | "until"
>;

/** The last version applied, and what tombstones say. */
export interface Versions {
  v: number | null;
  hops: number | null;
  buried: boolean;
  /** Highest version that is suppressed; null for every one, where `buried`. */
  upTo: number | null;
}

const COLUMNS =
  "gid, origin, kind, v, at, frame, body, signer, hops, via, lat_e7 AS latE7, lon_e7 AS lonE7, until, gone";

type Range = { origin: string; kind: string; since: number; limit: number };

export class RecordStore {
  readonly #get;
  readonly #put;
  readonly #add;
  readonly #version;
  readonly #heardOf;
  readonly #page;
  readonly #served;
  readonly #bulletins;
  readonly #bury;
  readonly #tombstone;
  readonly #entomb;
  readonly #sign;
  readonly #hops;
  readonly #at;
  readonly #firstAtLimit;
  readonly #atLimit;
  readonly #top;
  readonly #origins;
  readonly #dropStale;
  readonly #ofOrigin;
  readonly #forget;
  readonly #count;

  constructor(db: Database) {
    this.#get = db.sql<{ gid: string }, RecordRow>(`SELECT ${COLUMNS} FROM fed_record WHERE gid = :gid`);
    this.#put = db.sql(
      `INSERT INTO fed_record (gid, origin, kind, v, at, frame, body, signer, hops, via, lat_e7, lon_e7, until, gone)
       VALUES (:gid, :origin, :kind, :v, :at, :frame, :body, :signer, :hops, :via, :latE7, :lonE7, :until, :gone)
       ON CONFLICT (gid) DO UPDATE SET v = excluded.v, at = excluded.at, frame = excluded.frame, body = excluded.body,
         signer = excluded.signer, hops = excluded.hops, via = excluded.via, lat_e7 = excluded.lat_e7,
         lon_e7 = excluded.lon_e7, until = excluded.until, gone = excluded.gone`,
    );
    this.#add = db.sql(
      `INSERT INTO fed_record (gid, origin, kind, v, at, frame, body, signer, hops, via, lat_e7, lon_e7, until)
       VALUES (:gid, :origin, :kind, :v, :at, :frame, NULL, :signer, :hops, :via, :latE7, :lonE7, :until)`,
    );
    this.#version = db.sql<{ gid: string }, { v: number; hops: number }>(
      "SELECT v, hops FROM fed_record WHERE gid = :gid",
    );
    this.#heardOf = db.sql<{ gids: string }, { gid: string }>(
      `SELECT gid FROM fed_record WHERE gid IN (SELECT value FROM json_each(:gids))
       UNION ALL SELECT target FROM fed_tombstone WHERE target IN (SELECT value FROM json_each(:gids))`,
    );
    this.#served = db.sql<Range, ServedRow>(
      `SELECT v, at, frame, signer, hops, lat_e7 AS latE7, lon_e7 AS lonE7 FROM fed_record
       WHERE origin = :origin AND kind = :kind AND v > :since AND gone = 0 ORDER BY v LIMIT :limit`,
    );
    this.#page = db.sql<Range, RecordRow>(
      `SELECT ${COLUMNS} FROM fed_record
       WHERE origin = :origin AND kind = :kind AND v > :since AND gone = 0 ORDER BY v LIMIT :limit`,
    );
    this.#bulletins = db.sql<Range & { now: number; after: number }, RecordRow & { id: number }>(
      `SELECT id, ${COLUMNS} FROM fed_record
       WHERE origin = :origin AND kind = :kind AND gone = 0 AND until > :now
         AND (v > :since OR (v = :since AND id > :after)) ORDER BY v, id LIMIT :limit`,
    );
    this.#bury = db.sql<{ gid: string }>(
      "UPDATE fed_record SET gone = 1, frame = NULL, body = NULL WHERE gid = :gid",
    );
    this.#tombstone = db.sql<{ target: string }, { upTo: number | null }>(
      "SELECT up_to AS upTo FROM fed_tombstone WHERE target = :target",
    );
    this.#entomb = db.sql<{ target: string; upTo: number | null }>(
      `INSERT INTO fed_tombstone (target, up_to) VALUES (:target, :upTo)
       ON CONFLICT (target) DO UPDATE SET up_to =
         CASE WHEN up_to IS NULL OR excluded.up_to IS NULL THEN NULL ELSE max(up_to, excluded.up_to) END`,
    );
    this.#sign = db.sql<{ gid: string; v: number; frame: Uint8Array; signer: string; at: number }>(
      "UPDATE fed_record SET frame = :frame, signer = :signer, at = :at WHERE gid = :gid AND v = :v AND gone = 0",
    );
    this.#hops = db.sql<{ gid: string; hops: number; via: string | null }>(
      "UPDATE fed_record SET hops = :hops, via = :via WHERE gid = :gid",
    );
    this.#at = db.sql<{ origin: string; kind: string; v: number }, { hops: number }>(
      `SELECT hops FROM fed_record
       WHERE origin = :origin AND kind = :kind AND v = :v AND gone = 0 AND frame IS NOT NULL`,
    );
    this.#firstAtLimit = db.sql<{ origin: string; kind: string }, { v: number | null }>(
      "SELECT min(v) AS v FROM fed_record WHERE origin = :origin AND kind = :kind AND gone = 0 AND hops >= 4",
    );
    this.#atLimit = db.sql<{ origin: string; kind: string; since: number; to: number }, { v: number }>(
      `SELECT v FROM fed_record WHERE origin = :origin AND kind = :kind AND gone = 0 AND hops >= 4
         AND v > :since AND v <= :to ORDER BY v`,
    );
    this.#top = db.sql<{ origin: string; kind: string }, { v: number }>(
      `SELECT v FROM fed_record WHERE origin = :origin AND kind = :kind AND gone = 0 AND hops < 4
       ORDER BY v DESC LIMIT 1`,
    );
    this.#origins = db.sql<never, { origin: string }>(
      // A loose index scan: as many steps as there are origins, not records.
      `WITH RECURSIVE each(origin) AS (
         SELECT min(origin) FROM fed_record WHERE gone = 0
         UNION ALL
         SELECT (SELECT min(origin) FROM fed_record WHERE gone = 0 AND origin > each.origin) FROM each
         WHERE each.origin IS NOT NULL)
       SELECT origin FROM each WHERE origin IS NOT NULL`,
    );
    this.#dropStale = db.sql<{ origin: string; keys: string; latest: number }>(
      `UPDATE fed_record SET frame = NULL WHERE origin = :origin AND gone = 0 AND frame IS NOT NULL AND body IS NULL
         AND (at > :latest OR signer NOT IN (SELECT value FROM json_each(:keys)))`,
    );
    this.#ofOrigin = db.sql<{ origin: string }, { gid: string; kind: RecordKind; gone: number }>(
      "SELECT gid, kind, gone FROM fed_record WHERE origin = :origin",
    );
    this.#forget = db.sql<{ gid: string }>("DELETE FROM fed_record WHERE gid = :gid");
    this.#count = db.sql<{ via: string }, { n: number }>(
      "SELECT count(*) AS n FROM fed_record WHERE origin = :via AND gone = 0",
    );
  }

  get(gid: string): RecordRow | undefined {
    return this.#get.get({ gid });
  }
  /** What is remembered of a record. */
  versions(gid: string): Versions {
    const record = this.#version.get({ gid }), tombstone = this.#tombstone.get({ target: gid });
    return {
      v: record?.v ?? null,
      hops: record?.hops ?? null,
      buried: tombstone !== undefined,
      upTo: tombstone?.upTo ?? null,
    };
  }
  /** Those of the gids of which nothing is remembered, neither a version nor a tombstone. */
  unheardOf(gids: readonly string[]): Set<string> {
    const unheardOf = new Set(gids);
    for (const { gid } of this.#heardOf.all({ gids: JSON.stringify(gids) })) unheardOf.delete(gid);
    return unheardOf;
  }
  /** Keeps a record of another instance that was never seen before. */
  add(tx: Tx, row: NewRecord): void {
    this.#add.run(tx, row);
  }
  put(tx: Tx, row: RecordRow): void {
    this.#put.run(tx, { ...row });
  }
  /** Kept records of an origin above `since`, by number. */
  page(origin: string, kind: RecordKind, since: number, limit: number): RecordRow[] {
    return this.#page.all({ origin, kind, since, limit });
  }
  /** The same, as far as it is served. */
  served(origin: string, kind: RecordKind, since: number, limit: number): ServedRow[] {
    return this.#served.all({ origin, kind, since, limit });
  }
  /** Own bulletins that live, strictly after (since, after). */
  bulletins(origin: string, since: number, after: number, limit: number, now: number) {
    return this.#bulletins.all({ origin, kind: "bulletin", since, after, limit, now });
  }
  /** Leaves nothing of the record but its version. */
  bury(tx: Tx, gid: string): void {
    this.#bury.run(tx, { gid });
  }
  /** What tombstones say of a record; `upTo` null suppresses every version. */
  tombstone(target: string): { upTo: number | null } | undefined {
    return this.#tombstone.get({ target });
  }
  /** Widens what tombstones say of the target: unbounded wins, else the higher bound. */
  entomb(tx: Tx, target: string, upTo: number | null): void {
    this.#entomb.run(tx, { target, upTo });
  }
  /** Stores an own record's signed frame, or a foreign one's better copy. */
  setFrame(tx: Tx, row: { gid: string; v: number; frame: Uint8Array; signer: string; at: number }): void {
    this.#sign.run(tx, row);
  }
  setHops(tx: Tx, gid: string, hops: number, via: string | null): void {
    this.#hops.run(tx, { gid, hops, via });
  }
  /** Hops of the kept record with this number, `undefined` when none is kept. */
  keptAt(origin: string, kind: RecordKind, v: number): number | undefined {
    return this.#at.get({ origin, kind, v })?.hops;
  }
  /** Number of the first record kept at the hop limit. */
  firstAtLimit(origin: string, kind: RecordKind): number | undefined {
    return this.#firstAtLimit.get({ origin, kind })?.v ?? undefined;
  }
  /** Numbers in (since, to] that are kept at the hop limit. */
  atLimit(origin: string, kind: RecordKind, since: number, to: number): number[] {
    return this.#atLimit.all({ origin, kind, since, to }).map((row) => row.v);
  }
  /** Highest number kept below the hop limit; 0 for none. */
  top(origin: string, kind: RecordKind): number {
    return this.#top.get({ origin, kind })?.v ?? 0;
  }
  /** Every instance of which a record is kept. */
  origins(): string[] {
    return this.#origins.all().map((row) => row.origin);
  }
  /**
   * Forgets the bytes of an origin's records that no receiver would take now (another key, signed after `latest`), not
   * the records: better copies are read again. Gives how many.
   */
  dropStale(tx: Tx, origin: string, keys: readonly string[], latest: number): number {
    return this.#dropStale.run(tx, { origin, keys: JSON.stringify(keys), latest }).changes;
  }
  ofOrigin(origin: string): { gid: string; kind: RecordKind; gone: number }[] {
    return this.#ofOrigin.all({ origin });
  }
  /** Forgets a record with its version: only when a key that vouched for it proved not to be the origin's. */
  forget(tx: Tx, gid: string): void {
    this.#forget.run(tx, { gid });
  }
  countOf(origin: string): number {
    return this.#count.get({ via: origin })?.n ?? 0;
  }
}
