/** Who was heard on the air within a time, one row a station: what a net's log begins with. */
import type { Database } from "../../db/mod.ts";

/** Newest packets that are looked at, and stations that are listed. */
const LOOKED_AT = 100_000, MOST = 400;

export interface HeardInNet {
  call: string;
  /** Unix seconds. */
  firstAt: number;
  lastAt: number;
  packets: number;
  /** Whether a receiver heard the station itself, and not only through a digipeater. */
  direct: boolean;
}

/** Times in unix seconds: from the first up to the last, which is not within any more. */
export interface Within {
  since: number;
  until: number;
}

/**
 * Asks the ring; the rows come in the order in which the stations were heard first. `from` is the oldest time that was looked
 * at, where so much was heard since then that not all of it could be.
 */
export function netLog(db: Database) {
  const reached = db.row<Record<never, never>, { at: number }>(
    `SELECT heard_at AS at FROM packet ORDER BY id DESC LIMIT 1 OFFSET ${LOOKED_AT - 1}`,
  );
  const rows = db.rows<Within, Omit<HeardInNet, "direct"> & { direct: number }>(
    // A way below zero is a copy that was not heard directly (`wayOf`).
    `SELECT call, min(heard_at) AS firstAt, max(heard_at) AS lastAt, count(*) AS packets,
       max(EXISTS (SELECT 1 FROM json_each('[' || ways || ']') WHERE value > 0)) AS direct
     FROM (SELECT call, heard_at, via, ways FROM packet ORDER BY id DESC LIMIT ${LOOKED_AT})
     WHERE via = 'rf' AND heard_at >= :since AND heard_at < :until GROUP BY call ORDER BY firstAt, call LIMIT ${MOST}`,
  );
  return (within: Within): { heard: HeardInNet[]; from: number } => ({
    heard: rows(within).map((row) => ({ ...row, direct: row.direct === 1 })),
    from: Math.max(within.since, reached({})?.at ?? 0),
  });
}
