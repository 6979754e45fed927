/** Device keys as stored. One key belongs to one call. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export interface DeviceKeyRow {
  id: number;
  accountId: number;
  /** With SSID, as registered. */
  call: string;
  base: string;
  /** The 32 bytes of the Ed25519 public key, in base64url. */
  key: string;
  label: string;
  /** Unix seconds. */
  addedAt: number;
  /** 1: it may sign the erasure of the account. */
  mayErase: number;
  /** When the person last signed in before registering it, unix seconds; 0: not known. */
  vouchedAt: number;
  /** How its person calls the device: for nobody else. "" where they gave it no name. */
  name: string;
  /** Name of the session that is open on it, as far as it said so. */
  session: string | null;
  /** When that session asked for something last, unix seconds, to a quarter of an hour. */
  usedAt: number | null;
  /** Global id of its published record; `null` where none is published. */
  gid: string | null;
}

const KEY = columns<DeviceKeyRow>(
  asNamed("id accountId call base key label addedAt mayErase vouchedAt name session usedAt gid"),
);
const SELECT = `SELECT ${KEY.select()} FROM device_key`;

export const deviceKeyStore = (db: Database) => ({
  byKey: db.row<{ key: string }, DeviceKeyRow>(`${SELECT} WHERE key = :key`),
  ofBase: db.rows<{ base: string }, DeviceKeyRow>(`${SELECT} WHERE base = :base ORDER BY added_at, id`),
  ofAccount: db.rows<{ account: number }, DeviceKeyRow>(`${SELECT} WHERE account_id = :account ORDER BY id`),
  add: db.change<Omit<DeviceKeyRow, "id" | "name" | "gid">>(
    KEY.without("id", "name", "gid").insertInto("device_key"),
  ),
  published: db.change<{ id: number; gid: string | null }>("UPDATE device_key SET gid = :gid WHERE id = :id"),
  setWithheld: db.change<{ id: number; withheld: number }>(
    "UPDATE device_key SET withheld = :withheld WHERE id = :id",
  ),
  withheld: db.rows<Record<never, never>, DeviceKeyRow>(`${SELECT} WHERE withheld = 1 ORDER BY id`),
  /** Takes a new label and the session that is open now; a right to erase that it has stays. */
  again: db.change<
    Pick<DeviceKeyRow, "id" | "label" | "mayErase" | "vouchedAt" | "session" | "usedAt">
  >(
    `UPDATE device_key SET label = :label, may_erase = max(may_erase, :mayErase),
       vouched_at = max(vouched_at, :vouchedAt), session = :session, used_at = :usedAt WHERE id = :id`,
  ),
  setName: db.change<{ id: number; name: string }>("UPDATE device_key SET name = :name WHERE id = :id"),
  drop: db.change<{ id: number }>("DELETE FROM device_key WHERE id = :id"),
});
export type DeviceKeyStore = ReturnType<typeof deviceKeyStore>;
