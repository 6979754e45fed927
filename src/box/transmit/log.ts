/** The transmit log: each transmission and each refusal a row, kept 30 days; and the record that decisions hang on. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import { NOTHING_SENT, type TxRecord } from "./record.ts";

export interface TransmissionRow {
  id: number;
  at: number;
  port: string;
  purpose: string;
  /** As a monitor line. */
  frame: string;
  verdict: "handed_over" | "refused" | "shown" | "unknown";
  /** Comma list of the rules that refused it. */
  rules: string;
  why: string;
  airMs: number;
}
const ROW = columns<TransmissionRow>(asNamed("id at port purpose frame verdict rules why airMs"));
export const KEEP_S = 30 * 86_400;

/** The newest rows first. */
export const readTransmissions = (db: Database, limit: number): TransmissionRow[] =>
  db.rows<{ limit: number }, TransmissionRow>(
    `SELECT ${ROW.select()} FROM transmission ORDER BY id DESC LIMIT :limit`,
  )({ limit });

/** Whether anything was handed to a radio within the last 30 days. */
export const hasTransmitted = (db: Database): boolean =>
  db.row<Record<never, never>, { one: number }>(
    "SELECT 1 AS one FROM transmission WHERE verdict = 'handed_over' LIMIT 1",
  )({}) !== undefined;

const isRecord = (value: unknown): value is TxRecord => {
  const { full, sent } = (value ?? {}) as TxRecord;
  return typeof full === "object" && full !== null && Object.values(full).every(Number.isFinite) &&
    Array.isArray(sent) && sent.every((one) => Number.isFinite(one?.at) && Number.isFinite(one?.airMs));
};

/** The statements on the transmit log, and on the one record that decisions hang on. */
export function openLog(db: Database) {
  const record = db.row<Record<never, never>, { record: string }>(
    "SELECT record FROM tx_record WHERE id = 1",
  );
  const putRecord = db.change<{ record: string }>(
    "INSERT INTO tx_record (id, record) VALUES (1, :record) ON CONFLICT (id) DO UPDATE SET record = excluded.record",
  );
  return {
    insert: db.change<Omit<TransmissionRow, "id">>(ROW.without("id").insertInto("transmission")),
    settle: db.change<Pick<TransmissionRow, "id" | "verdict" | "why">>(
      "UPDATE transmission SET verdict = :verdict, why = :why WHERE id = :id",
    ),
    after: db.rows<{ id: number; limit: number }, TransmissionRow>(
      `SELECT ${ROW.select()} FROM transmission WHERE id > :id ORDER BY id LIMIT :limit`,
    ),
    prune: db.change<{ before: number }>("DELETE FROM transmission WHERE at < :before"),
    /** The record of what was sent lately; `undefined` where it cannot be read, so that nobody knows what was sent. */
    record(): TxRecord | undefined {
      const row = record({});
      if (!row) return NOTHING_SENT;
      try {
        const value = JSON.parse(row.record);
        return isRecord(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    putRecord: (tx: Tx, value: TxRecord) => void putRecord(tx, { record: JSON.stringify(value) }),
  };
}
export type TxLog = ReturnType<typeof openLog>;
