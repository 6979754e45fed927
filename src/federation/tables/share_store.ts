/** What is kept of others' records, and what found no room: sums that triggers and refusals keep, never counted. */
import type { Database, Tx } from "../../db/mod.ts";

export interface Share {
  records: number;
  /** As room.ts reckons them. */
  bytes: number;
}
export interface ShareRow extends Share {
  /** Who signed the records. */
  origin: string;
  /** Who brought them. */
  via: string;
  /** How often a record found no room, and when last, unix seconds. */
  refused: number;
  refusedAt: number | null;
}

const NOTHING: Share = { records: 0, bytes: 0 };

export function shareStore(db: Database) {
  const sum = "SELECT ifnull(sum(records), 0) AS records, ifnull(sum(bytes), 0) AS bytes FROM fed_store";
  const ofOrigin = db.row<{ origin: string }, Share>(`${sum} WHERE origin = :origin`);
  const rows = db.rows<Record<never, never>, ShareRow>(
    "SELECT origin, via, records, bytes, refused, refused_at AS refusedAt FROM fed_store",
  );
  const byOrigin = db.rows<Record<never, never>, Share & { origin: string }>(
    "SELECT origin, sum(records) AS records, sum(bytes) AS bytes FROM fed_store GROUP BY origin",
  );
  const broughtBy = db.rows<{ via: string }, Share & { origin: string }>(
    "SELECT origin, records, bytes FROM fed_store WHERE via = :via AND origin <> :via",
  );
  const frameOf = db.row<{ gid: string }, { bytes: number; gone: number }>(
    "SELECT ifnull(length(frame), 0) AS bytes, gone FROM fed_record WHERE gid = :gid",
  );
  const refuse = db.change<{ origin: string; via: string; at: number }>(
    `INSERT INTO fed_store (origin, via, refused, refused_at) VALUES (:origin, :via, 1, :at)
     ON CONFLICT (origin, via) DO UPDATE SET refused = refused + 1, refused_at = excluded.refused_at`,
  );
  const forget = db.change<{ origin: string }>(
    "DELETE FROM fed_store WHERE origin = :origin AND records = 0",
  );
  return {
    ofOrigin: (origin: string): Share => ofOrigin({ origin }) ?? NOTHING,
    /** Each origin with what is kept of it, whoever brought it: as many rows as origins. */
    byOrigin: () => byOrigin(),
    /** What a neighbour or carrier brought of each other origin. */
    broughtBy: (via: string) => broughtBy({ via }),
    /** All of it, by origin and bringer. */
    rows: () => rows(),
    /** Bytes of a kept record's frame; undefined for a record that is not kept. */
    frameOf(gid: string): number | undefined {
      const row = frameOf({ gid });
      return row === undefined || row.gone === 1 ? undefined : row.bytes;
    },
    /** A record found no room. */
    refuse: (tx: Tx, refused: { origin: string; via: string; at: number }): void => void refuse(tx, refused),
    /** Forgets what was refused of an origin of which nothing is kept. */
    forget: (tx: Tx, origin: string): void => void forget(tx, { origin }),
  };
}
export type ShareStore = ReturnType<typeof shareStore>;
