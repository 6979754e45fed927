/** What boxes said of themselves, how much their ports hear, and what they transmitted. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

interface ReportRow {
  box: string;
  at: number;
  report: string;
  silentToldAt: number | null;
}
export interface TransmissionRow {
  box: string;
  at: number;
  seq: number;
  port: string;
  purpose: string;
  frame: string;
  verdict: "handed_over" | "refused" | "shown" | "unknown";
  rules: string;
  airMs: number;
}
const REPORT = columns<ReportRow>(asNamed("box at report silentToldAt"));
const TRANSMISSION = columns<TransmissionRow>(asNamed("box at seq port purpose frame verdict rules airMs"));

export function reportStore(db: Database) {
  const select = `SELECT ${REPORT.select()} FROM box_report`;
  return {
    of: db.row<{ box: string }, ReportRow>(`${select} WHERE box = :box`),
    put: db.change<ReportRow>(
      `${REPORT.insertInto("box_report")} ON CONFLICT (box) DO UPDATE SET ${
        REPORT.without("box").setExcluded()
      }`,
    ),
    drop: db.change<{ box: string }>("DELETE FROM box_report WHERE box = :box"),
    /** Boxes that fell silent, where nobody was told of it yet. */
    silent: db.rows<{ before: number }, ReportRow>(
      `${select} WHERE at < :before AND silent_told_at IS NULL ORDER BY box LIMIT 100`,
    ),
    told: db.change<{ box: string; at: number }>(
      "UPDATE box_report SET silent_told_at = :at WHERE box = :box",
    ),

    addHeard: db.change<{ box: string; address: string; hour: number; heard: number }>(
      `INSERT INTO box_port_hour (box, address, hour, heard) VALUES (:box, :address, :hour, :heard)
       ON CONFLICT (box, address, hour) DO UPDATE SET heard = heard + excluded.heard`,
    ),
    heard: db.rows<{ box: string; address: string; since: number }, { hour: number; heard: number }>(
      "SELECT hour, heard FROM box_port_hour WHERE box = :box AND address = :address AND hour >= :since",
    ),
    pruneHeard: db.change<{ before: number }>("DELETE FROM box_port_hour WHERE hour < :before"),
    dropHeard: db.change<{ box: string }>("DELETE FROM box_port_hour WHERE box = :box"),

    addTransmission: db.change<TransmissionRow>(
      `${TRANSMISSION.insertInto("box_transmission")} ON CONFLICT (box, at, seq) DO NOTHING`,
    ),
    transmissions: db.rows<{ box: string; limit: number }, TransmissionRow>(
      `SELECT ${TRANSMISSION.select()} FROM box_transmission WHERE box = :box
       ORDER BY at DESC, seq DESC LIMIT :limit`,
    ),
    pruneTransmissions: db.change<{ before: number }>("DELETE FROM box_transmission WHERE at < :before"),
    dropTransmissions: db.change<{ box: string }>("DELETE FROM box_transmission WHERE box = :box"),
    /** Keeps the newest `most` of a box. */
    holdTransmissions: db.change<{ box: string; most: number }>(
      `DELETE FROM box_transmission WHERE box = :box AND at < (SELECT at FROM box_transmission
         WHERE box = :box ORDER BY at DESC, seq DESC LIMIT 1 OFFSET :most)`,
    ),
  };
}
export type ReportStore = ReturnType<typeof reportStore>;
