/** Rows of what receivers heard directly, by subsquare. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

export interface CoverageRow {
  x: number;
  y: number;
  site: string;
  heard: number;
  lastHeard: number;
  farthestM: number | null;
}
/** Columns and rows of subsquares, both ends included. */
export interface Cells {
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}
const ROW = columns<CoverageRow>(asNamed("x y site heard lastHeard farthestM"));
const IN_CELLS = "x BETWEEN :minX AND :maxX AND y BETWEEN :minY AND :maxY";
const SUMS = "sum(heard) AS heard, max(last_heard) AS lastHeard, max(farthest_m) AS farthestM";
type Sums = Pick<CoverageRow, "heard" | "lastHeard" | "farthestM">;

export function coverageStore(db: Database) {
  const put = db.change<CoverageRow>(
    `${ROW.insertInto("coverage")} ON CONFLICT (x, y, site) DO UPDATE SET heard = heard + excluded.heard,
       last_heard = max(last_heard, excluded.last_heard),
       farthest_m = nullif(max(coalesce(farthest_m, -1), coalesce(excluded.farthest_m, -1)), -1)`,
  );
  const tooOld = db.change<{ before: number }>("DELETE FROM coverage WHERE last_heard < :before");
  const tooMany = db.change<{ most: number }>(
    `DELETE FROM coverage WHERE (x, y, site) IN (
       SELECT x, y, site FROM coverage ORDER BY last_heard DESC, x, y, site LIMIT -1 OFFSET :most)`,
  );
  return {
    put: (tx: Tx, row: CoverageRow): void => void put(tx, row),
    /** Of one receiver, most often heard first. */
    ofSite: db.rows<Cells & { site: string; limit: number }, Sums & { x: number; y: number }>(
      `SELECT ${ROW.without("site").select()} FROM coverage WHERE site = :site AND ${IN_CELLS}
       ORDER BY heard DESC, x, y LIMIT :limit`,
    ),
    /** Of all receivers together. */
    ofAll: db.rows<Cells & { limit: number }, Sums & { x: number; y: number }>(
      `SELECT x, y, ${SUMS} FROM coverage WHERE ${IN_CELLS} GROUP BY x, y
       ORDER BY heard DESC, x, y LIMIT :limit`,
    ),
    /** Receivers, the busiest first. */
    sites: db.rows<{ limit: number }, Sums & { site: string; squares: number }>(
      `SELECT site, count(*) AS squares, ${SUMS} FROM coverage GROUP BY site ORDER BY heard DESC, site LIMIT :limit`,
    ),
    /** Drops what was not heard since then, and the longest silent beyond so many rows. */
    prune(tx: Tx, before: number, most: number): void {
      tooOld(tx, { before });
      tooMany(tx, { most });
    },
  };
}
export type CoverageStore = ReturnType<typeof coverageStore>;
