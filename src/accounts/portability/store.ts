/** Accounts that came from, or went to, another instance; and what other instances say of keys and moves. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

interface MoveRow {
  accountId: number;
  base: string;
  fromInstance: string;
  toInstance: string;
  /** Unix seconds. */
  movedAt: number;
  /** Of the published record, for one that came here. */
  gid: string | null;
}
interface KeyMirror {
  gid: string;
  origin: string;
  /** With SSID, as registered there. */
  call: string;
  base: string;
  key: string;
  verified: boolean;
  revoked: boolean;
  /** Unix seconds; the second where it is revoked, or was deleted. */
  addedAt: number;
  revokedAt: number | null;
}
interface MoveMirror {
  gid: string;
  /** Also where the account moved to. */
  origin: string;
  base: string;
  key: string;
  signedAt: number;
}

const MOVE = columns<MoveRow>(asNamed("accountId base fromInstance toInstance movedAt gid"));
const KEY_MIRROR = columns<KeyMirror>(asNamed("gid origin call base key verified revoked addedAt revokedAt"));
const MOVE_MIRROR = columns<MoveMirror>(asNamed("gid origin base key signedAt"));

/** Moves of accounts of this instance. */
export const moveStore = (db: Database) => ({
  put: db.change<MoveRow>(MOVE.insertInto("account_move")),
  /** Where an account last said that it went. `own`: this instance. */
  away: db.row<{ account: number; own: string }, { toInstance: string }>(
    `SELECT to_instance AS toInstance FROM account_move WHERE account_id = :account AND from_instance = :own
     ORDER BY id DESC LIMIT 1`,
  ),
  /** The last move, from or to here, of whoever holds the call now. */
  lastOf: db.row<{ base: string; own: string }, { toInstance: string; movedAt: number }>(
    `SELECT m.to_instance AS toInstance, m.moved_at AS movedAt FROM account_move m
     JOIN held_call h ON h.base = m.base AND h.account_id = m.account_id
     WHERE m.base = :base AND (m.from_instance = :own OR m.to_instance = :own) ORDER BY m.id DESC LIMIT 1`,
  ),
  /** The instance that an account came from last. */
  cameFrom: db.row<{ account: number; own: string }, { fromInstance: string }>(
    `SELECT from_instance AS fromInstance FROM account_move WHERE account_id = :account AND to_instance = :own
     ORDER BY id DESC LIMIT 1`,
  ),
  /** Records of an account's moves that were published. */
  published: db.rows<{ account: number }, { gid: string }>(
    "SELECT gid FROM account_move WHERE account_id = :account AND gid IS NOT NULL",
  ),
});
export type MoveStore = ReturnType<typeof moveStore>;

/** Keys and moves as other instances publish them. */
export const mirrorStore = (db: Database) => ({
  putKey: db.change<KeyMirror>(
    `${KEY_MIRROR.insertInto("key_mirror")}
     ON CONFLICT (gid) DO UPDATE SET ${KEY_MIRROR.without("gid").setExcluded()}`,
  ),
  dropKey: db.change<{ gid: string }>("DELETE FROM key_mirror WHERE gid = :gid"),
  /** A key that its instance deleted: what it signed before may still be on its way. */
  endKey: db.change<{ gid: string; at: number }>(
    "UPDATE key_mirror SET revoked = 1, revoked_at = min(coalesce(revoked_at, :at), :at) WHERE gid = :gid",
  ),
  /** Forgets those that ended before a time. */
  forgetEnded: db.change<{ before: number }>(
    "DELETE FROM key_mirror WHERE revoked = 1 AND revoked_at < :before",
  ),
  /** A key as one instance publishes it, the last word of it first. */
  keyOf: db.rows<{ origin: string; key: string }, KeyMirror>(
    `SELECT ${KEY_MIRROR.select()} FROM key_mirror WHERE origin = :origin AND key = :key
     ORDER BY revoked, verified DESC, added_at DESC`,
  ),
  /** Instances other than `claimant` that publish the key as a verified one of the call. */
  vouchers: db.rows<{ key: string; base: string; claimant: string }, { origin: string }>(
    `SELECT DISTINCT origin FROM key_mirror WHERE key = :key AND base = :base AND verified = 1 AND revoked = 0
     AND origin <> :claimant`,
  ),
  putMove: db.change<MoveMirror>(
    `${MOVE_MIRROR.insertInto("move_mirror")}
     ON CONFLICT (gid) DO UPDATE SET ${MOVE_MIRROR.without("gid").setExcluded()}`,
  ),
  dropMove: db.change<{ gid: string }>("DELETE FROM move_mirror WHERE gid = :gid"),
  /** The latest 20 first. */
  moves: db.rows<{ base: string }, { origin: string; key: string; signedAt: number }>(
    `SELECT origin, key, signed_at AS signedAt FROM move_mirror WHERE base = :base
     ORDER BY signed_at DESC, gid LIMIT 20`,
  ),
});
