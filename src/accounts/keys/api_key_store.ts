/** Keys of the public read API as stored: only the SHA-256 of a key is kept. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import { CLOSED_ACCOUNTS } from "../suspension/suspended.ts";

/** A key as its owner sees it. Times in unix seconds. */
export interface ApiKeyView {
  id: number;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
}
export type ApiKeyRow = ApiKeyView & { accountId: number };
type Stored = ApiKeyRow & { keyHash: string; sessionId: string };

const KEY = columns<ApiKeyRow>(asNamed("id accountId name prefix createdAt lastUsedAt"));
const NEW = columns<Omit<Stored, "id" | "lastUsedAt">>(
  asNamed("accountId name prefix keyHash createdAt sessionId"),
);

export const apiKeyStore = (db: Database) => ({
  /** A key by its hash; none while its owner is suspended. */
  byHash: db.row<{ hash: string; now: number }, ApiKeyRow>(
    `SELECT ${KEY.select()} FROM api_key WHERE key_hash = :hash AND account_id NOT IN ${CLOSED_ACCOUNTS}`,
  ),
  byId: db.row<{ id: number }, ApiKeyRow>(`SELECT ${KEY.select()} FROM api_key WHERE id = :id`),
  of: db.rows<{ account: number }, ApiKeyRow>(
    `SELECT ${KEY.select()} FROM api_key WHERE account_id = :account ORDER BY id`,
  ),
  /** Every key, with the active call of its owner, and whether it opens nothing because its owner is suspended. */
  all: db.rows<{ now: number }, ApiKeyRow & { owner: string | null; suspended: number }>(
    `SELECT ${
      KEY.select("k")
    }, a.active_call AS owner, k.account_id IN ${CLOSED_ACCOUNTS} AS suspended FROM api_key k JOIN account a ON a.id = k.account_id ORDER BY k.id`,
  ),
  add: db.change<Omit<Stored, "id" | "lastUsedAt">>(NEW.insertInto("api_key")),
  drop: db.change<{ id: number }>("DELETE FROM api_key WHERE id = :id"),
  dropOf: db.change<{ account: number }>("DELETE FROM api_key WHERE account_id = :account"),
  dropOfSession: db.change<{ account: number; session: string }>(
    "DELETE FROM api_key WHERE account_id = :account AND session_id = :session",
  ),
  used: db.change<{ id: number; at: number }>("UPDATE api_key SET last_used_at = :at WHERE id = :id"),
});
