/** A person's card, preferences and wish for the digest. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";

interface ProfileRow {
  displayName: string | null;
  homeGrid: string | null;
  avatarUrl: string | null;
  bio: string | null;
  /** JSON list of {label, url}. */
  links: string;
  publicContact: string | null;
  isPublic: number;
}
const OWNED = columns<ProfileRow & { accountId: number }>(
  asNamed("accountId displayName homeGrid avatarUrl bio links publicContact isPublic"),
);
const PROFILE = OWNED.without("accountId");

export function cardStore(db: Database) {
  const clearProfile = db.change<{ account: number }>("DELETE FROM profile WHERE account_id = :account");
  return {
    profile: db.row<{ account: number }, ProfileRow>(
      `SELECT ${PROFILE.select()} FROM profile WHERE account_id = :account`,
    ),
    putProfile: db.change<ProfileRow & { accountId: number }>(
      `${OWNED.insertInto("profile")} ON CONFLICT (account_id) DO UPDATE SET ${PROFILE.setExcluded()}`,
    ),
    /** `false` when there was nothing. */
    clearProfile: (tx: Tx, account: number): boolean => clearProfile(tx, { account }).changes === 1,
    /** `prefs` is JSON. */
    preference: db.row<{ account: number }, { prefs: string; digest: number }>(
      "SELECT prefs, digest FROM preference WHERE account_id = :account",
    ),
    putPrefs: db.change<{ account: number; prefs: string }>(
      `INSERT INTO preference (account_id, prefs) VALUES (:account, :prefs)
       ON CONFLICT (account_id) DO UPDATE SET prefs = :prefs`,
    ),
    putDigest: db.change<{ account: number; digest: boolean }>(
      `INSERT INTO preference (account_id, digest) VALUES (:account, :digest)
       ON CONFLICT (account_id) DO UPDATE SET digest = :digest`,
    ),
    /** Accounts that want the digest and have a confirmed address. */
    digestReaders: db.rows<Record<never, never>, { account: number; email: string }>(
      `SELECT a.id AS account, a.email FROM preference p JOIN account a ON a.id = p.account_id
       WHERE p.digest = 1 AND a.email IS NOT NULL ORDER BY a.id`,
    ),
  };
}
