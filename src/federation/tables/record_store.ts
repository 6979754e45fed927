/** Kept records: own ones to be served, those of others as received, and the versions of deleted ones. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { RecordKind } from "../../wire/mod.ts";

/** Instances that a record crosses at most (FED "Limits"): kept and shown at this count, never served on. */
export const HOP_LIMIT = 4;
/** A frame signed further ahead than this is refused, in seconds (FED "Envelope"). */
export const FUTURE_S = 300;

export interface RecordRow {
  gid: string;
  origin: string;
  kind: RecordKind;
  v: number;
  /** Signing time of the frame; of an own record, when it was published. Unix seconds. */
  at: number;
  frame: Uint8Array | null;
  /** Own records only: the body to sign. */
  body: Uint8Array | null;
  signer: string | null;
  hops: number;
  via: string | null;
  latE7: number | null;
  lonE7: number | null;
  until: number | null;
  /** 1 once deleted: only the version is remembered. */
  gone: number;
}

/** The part of a record that sync pages need: these are read by the hundred thousand. */
export type ServedRow = Pick<RecordRow, "v" | "at" | "frame" | "signer" | "hops" | "latE7" | "lonE7">;
/** A record of another instance as it is first kept. */
type NewRecord = Omit<RecordRow, "body" | "gone">;

/** The remembered state of a record; `v` and `hops` are `null` where no version is known. */
export interface Versions {
  v: number | null;
  hops: number | null;
  /** Whether a tombstone of its origin names it. */
  buried: boolean;
  /** Highest version that is suppressed; `null` with `buried` for every version. */
  upTo: number | null;
}

const RECORD = columns<RecordRow>({
  ...asNamed("gid origin kind v at frame body signer hops via until gone"),
  latE7: "lat_e7",
  lonE7: "lon_e7",
});
const SERVED = RECORD.only("v", "at", "frame", "signer", "hops", "latE7", "lonE7");
const FIRST = RECORD.without("body", "gone");

/** One kind of one origin's records. */
interface OfKind {
  origin: string;
  kind: RecordKind;
}
/** Records above `since`, by number, at most `limit`. */
interface Range extends OfKind {
  since: number;
  limit: number;
}
/** Numbers in (since, to]. */
interface Stretch extends OfKind {
  since: number;
  to: number;
}

const KEPT = "FROM fed_record WHERE origin = :origin AND kind = :kind AND gone = 0";

function statements(db: Database) {
  return {
    byGid: db.row<{ gid: string }, RecordRow>(`SELECT ${RECORD.select()} FROM fed_record WHERE gid = :gid`),
    /** Keeps a record, or its next version. */
    put: db.change<RecordRow>(
      `${RECORD.insertInto("fed_record")} ON CONFLICT (gid) DO UPDATE SET ${
        RECORD.without("gid", "origin", "kind").setExcluded()
      }`,
    ),
    /** Keeps a record of another instance that was never seen before. */
    add: db.change<NewRecord>(FIRST.insertInto("fed_record")),
    /** Kept records of an origin. */
    page: db.rows<Range, RecordRow>(
      `SELECT ${RECORD.select()} ${KEPT} AND v > :since ORDER BY v LIMIT :limit`,
    ),
    /** The same, as far as it is served. */
    served: db.rows<Range, ServedRow>(
      `SELECT ${SERVED.select()} ${KEPT} AND v > :since ORDER BY v LIMIT :limit`,
    ),
    /**
     * Own bulletins that live at `now`, strictly after (since, after): by posting time, then by local id, which is the
     * number behind the first `before` characters of a global id.
     */
    bulletins: db.rows<
      { origin: string; before: number; since: number; after: number; limit: number; now: number },
      RecordRow
    >(
      `SELECT ${RECORD.select()} FROM fed_record
       WHERE origin = :origin AND kind = 'bulletin' AND gone = 0 AND until > :now
         AND (v > :since OR (v = :since AND CAST(substr(gid, :before + 1) AS INTEGER) > :after))
       ORDER BY v, CAST(substr(gid, :before + 1) AS INTEGER) LIMIT :limit`,
    ),
    /** Leaves nothing of the record but its version. */
    bury: db.change<{ gid: string }>(
      "UPDATE fed_record SET gone = 1, frame = NULL, body = NULL WHERE gid = :gid",
    ),
    /** What tombstones say of a record; `upTo` null suppresses every version. */
    tombstone: db.row<{ target: string }, { upTo: number | null }>(
      "SELECT up_to AS upTo FROM fed_tombstone WHERE target = :target",
    ),
    /** Widens what tombstones say of the target: an unbounded tombstone wins, otherwise the higher bound. */
    entomb: db.change<{ target: string; upTo: number | null }>(
      `INSERT INTO fed_tombstone (target, up_to) VALUES (:target, :upTo)
       ON CONFLICT (target) DO UPDATE SET up_to =
         CASE WHEN up_to IS NULL OR excluded.up_to IS NULL THEN NULL ELSE max(up_to, excluded.up_to) END`,
    ),
    /** Stores an own record's signed frame, or a foreign one's better copy. */
    setFrame: db.change<Pick<RecordRow, "gid" | "v" | "at"> & { frame: Uint8Array; signer: string }>(
      "UPDATE fed_record SET frame = :frame, signer = :signer, at = :at WHERE gid = :gid AND v = :v AND gone = 0",
    ),
    setHops: db.change<Pick<RecordRow, "gid" | "hops" | "via">>(
      "UPDATE fed_record SET hops = :hops, via = :via WHERE gid = :gid",
    ),
    /** Whether a record with this number is kept with its bytes. */
    keptAt: db.row<OfKind & { v: number }, { hops: number }>(
      `SELECT hops ${KEPT} AND v = :v AND frame IS NOT NULL`,
    ),
    /** Numbers that are kept at the hop limit. */
    atLimit: db.rows<Stretch, { v: number }>(
      `SELECT v ${KEPT} AND hops >= ${HOP_LIMIT} AND v > :since AND v <= :to ORDER BY v`,
    ),
    /** Every record of an origin, deleted ones too. */
    ofOrigin: db.rows<{ origin: string }, Pick<RecordRow, "gid" | "kind" | "gone">>(
      "SELECT gid, kind, gone FROM fed_record WHERE origin = :origin",
    ),
    /** Own records under another name than this one: own records have crossed no instance. */
    ownUnder: db.rows<{ self: string }, RecordRow>(
      `SELECT ${RECORD.select()} FROM fed_record WHERE hops = 0 AND origin <> :self`,
    ),
    /** Tombstones of records that are not under this name. */
    tombstonesUnder: db.rows<{ self: string }, { target: string; upTo: number | null }>(
      `SELECT target, up_to AS upTo FROM fed_tombstone WHERE substr(target, 1, length(:self) + 1) <> :self || ':'`,
    ),
    /** Forgets the mirrored records of an origin, with their versions. */
    forgetForeign: db.change<{ origin: string }>(
      "DELETE FROM fed_record WHERE origin = :origin AND hops > 0",
    ),
    /** Forgets a record with its version: only when a key that vouched for it proved not to be the origin's. */
    forget: db.change<{ gid: string }>("DELETE FROM fed_record WHERE gid = :gid"),
  };
}

/** Records counted at most: past that it is "many". */
const MOST_COUNTED = 10_000;

/** How many records of a kind lie above a number, counted to `MOST_COUNTED`. */
export function countAbove(db: Database) {
  const above = db.row<OfKind & { since: number }, { n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 ${KEPT} AND v > :since LIMIT ${MOST_COUNTED})`,
  );
  return (of: OfKind & { since: number }): number => above(of)!.n;
}

/** The statements on records and tombstones. Versions and numbers are whole, times unix seconds. */
export function recordStore(db: Database) {
  const told = statements(db);
  const version = db.row<{ gid: string }, { v: number; hops: number }>(
    "SELECT v, hops FROM fed_record WHERE gid = :gid",
  );
  const heardOf = db.rows<{ gids: string }, { gid: string }>(
    `SELECT gid FROM fed_record WHERE gid IN (SELECT value FROM json_each(:gids))
     UNION ALL SELECT target FROM fed_tombstone WHERE target IN (SELECT value FROM json_each(:gids))`,
  );
  const firstAtLimit = db.row<OfKind, { v: number | null }>(
    `SELECT min(v) AS v ${KEPT} AND hops >= ${HOP_LIMIT}`,
  );
  const top = db.row<OfKind, { v: number }>(
    `SELECT v ${KEPT} AND hops < ${HOP_LIMIT} ORDER BY v DESC LIMIT 1`,
  );
  const firstUnsigned = db.row<OfKind & { signer: string }, { v: number | null }>(
    `SELECT min(v) AS v ${KEPT} AND (frame IS NULL OR signer <> :signer)`,
  );
  const origins = db.rows<Record<never, never>, { origin: string }>(
    // A loose index scan: as many steps as there are origins, not records.
    `WITH RECURSIVE each(origin) AS (
       SELECT min(origin) FROM fed_record WHERE gone = 0
       UNION ALL
       SELECT (SELECT min(origin) FROM fed_record WHERE gone = 0 AND origin > each.origin) FROM each
       WHERE each.origin IS NOT NULL)
     SELECT origin FROM each WHERE origin IS NOT NULL`,
  );
  const dropStale = db.change<{ origin: string; keys: string; latest: number }>(
    `UPDATE fed_record SET frame = NULL WHERE origin = :origin AND gone = 0 AND frame IS NOT NULL AND body IS NULL
       AND (at > :latest OR signer NOT IN (SELECT value FROM json_each(:keys)))`,
  );
  const ownNames = db.rows<Record<never, never>, { origin: string }>(
    "SELECT DISTINCT origin FROM fed_record WHERE hops = 0",
  );
  const kindsOf = db.rows<{ origin: string }, { kind: RecordKind; n: number }>(
    "SELECT kind, count(*) AS n FROM fed_record WHERE origin = :origin AND gone = 0 GROUP BY kind",
  );

  return {
    ...told,
    /** The remembered state of a record. */
    versions(gid: string): Versions {
      const record = version({ gid }), tombstone = told.tombstone({ target: gid });
      return {
        v: record?.v ?? null,
        hops: record?.hops ?? null,
        buried: tombstone !== undefined,
        upTo: tombstone?.upTo ?? null,
      };
    },
    /** Those of the gids of which nothing is remembered, neither a version nor a tombstone. */
    unheardOf(gids: readonly string[]): Set<string> {
      const unheard = new Set(gids);
      for (const { gid } of heardOf({ gids: JSON.stringify(gids) })) unheard.delete(gid);
      return unheard;
    },
    /** Number of the first record kept at the hop limit. */
    firstAtLimit: (of: OfKind): number | undefined => firstAtLimit(of)?.v ?? undefined,
    /** Number of the first own record that is not signed by that key yet. */
    firstUnsigned: (of: OfKind & { signer: string }): number | undefined => firstUnsigned(of)?.v ?? undefined,
    /** The highest number among records that are kept with fewer hops than the limit; 0 where there is none. */
    top: (of: OfKind): number => top(of)?.v ?? 0,
    /** Every instance of which a record is kept. */
    origins: (): string[] => origins().map((row) => row.origin),
    /**
     * Forgets the bytes of an origin's records that no receiver would take now (another key, signed after `latest`),
     * not the records: better copies are read again. Gives how many.
     */
    dropStale: (tx: Tx, origin: string, keys: readonly string[], latest: number): number =>
      dropStale(tx, { origin, keys: JSON.stringify(keys), latest }).changes,
    /** The names under which own records are kept: one, but for a moment after the name was changed. */
    ownNames: (): string[] => ownNames().map((row) => row.origin),
    /** How many records of an origin are kept, by kind. */
    kindsOf,
    countAbove: countAbove(db),
  };
}
export type RecordStore = ReturnType<typeof recordStore>;
