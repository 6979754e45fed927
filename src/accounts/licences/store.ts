/** Licence registers as imported: runs, and what the newest run listed. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { CleanRow, LicenceRow } from "./rules.ts";

/** A register with a closed run. Times in unix seconds. */
export interface LicenceSource {
  source: string;
  sourceName: string;
  rows: number;
  importedAt: number;
}
export interface SourceRow {
  name: string;
  /** Of the newest run begun. */
  runAt: number;
  /** Rows of that run whose call it had listed before. */
  twice: number;
}
interface Run {
  source: string;
  at: number;
}
type NewRow = CleanRow & { source: string; importedAt: number };

const ROW = columns<NewRow>(asNamed("call source status expiresAt importedAt"));

export const licenceStore = (db: Database) => ({
  rowsOf: db.rows<{ call: string }, LicenceRow>(
    `SELECT r.source, s.name AS sourceName, r.status, r.expires_at AS expiresAt, r.imported_at AS importedAt
     FROM licence_row r JOIN licence_source s USING (source) WHERE r.call = :call`,
  ),
  source: db.row<{ source: string }, SourceRow>(
    "SELECT name, run_at AS runAt, twice FROM licence_source WHERE source = :source",
  ),
  sources: db.rows<Record<never, never>, LicenceSource>(
    `SELECT source, name AS sourceName, finished_at AS importedAt,
       (SELECT count(*) FROM licence_row r WHERE r.source = s.source) AS rows
     FROM licence_source s WHERE finished_at IS NOT NULL ORDER BY source`,
  ),
  begin: db.change<Run & { name: string }>(
    `INSERT INTO licence_source (source, name, run_at) VALUES (:source, :name, :at)
     ON CONFLICT (source) DO UPDATE SET
       twice = CASE WHEN run_at = :at THEN twice ELSE 0 END, run_at = :at, name = :name`,
  ),
  /** What a run has listed of a call so far. */
  ofRun: db.row<Run & { call: string }, Pick<NewRow, "status" | "expiresAt">>(
    `SELECT status, expires_at AS expiresAt FROM licence_row
     WHERE call = :call AND source = :source AND imported_at = :at`,
  ),
  countTwice: db.change<{ source: string; n: number }>(
    "UPDATE licence_source SET twice = twice + :n WHERE source = :source",
  ),
  put: db.change<NewRow>(
    `${ROW.insertInto("licence_row")}
     ON CONFLICT (call, source) DO UPDATE SET ${ROW.without("call", "source").setExcluded()}`,
  ),
  /** How many calls of a run are held. */
  held: db.row<Run, { held: number }>(
    "SELECT count(*) AS held FROM licence_row WHERE source = :source AND imported_at = :at",
  ),
  /** Drops what older runs listed. */
  prune: db.change<Run>("DELETE FROM licence_row WHERE source = :source AND imported_at < :at"),
  finish: db.change<Run>("UPDATE licence_source SET finished_at = :at WHERE source = :source"),
});
