/** Who was heard on the air in the last hours, one row a station: what a net's log begins with. */
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

/** Asks the ring; the rows come in the order in which the stations were heard first. */
export function netLog(db: Database) {
  const rows = db.rows<{ since: number }, Omit<HeardInNet, "direct"> & { direct: number }>(
    // A way below zero is a copy that was not heard directly (`wayOf`).
    `SELECT call, min(heard_at) AS firstAt, max(heard_at) AS lastAt, count(*) AS packets,
       max(EXISTS (SELECT 1 FROM json_each('[' || ways || ']') WHERE value > 0)) AS direct
     FROM (SELECT call, heard_at, via, ways FROM packet ORDER BY id DESC LIMIT ${LOOKED_AT})
     WHERE via = 'rf' AND heard_at >= :since GROUP BY call ORDER BY firstAt, call LIMIT ${MOST}`,
  );
  return (since: number): HeardInNet[] =>
    rows({ since }).map((row) => ({ ...row, direct: row.direct === 1 }));
}
