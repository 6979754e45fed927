/** Passkeys, begun ceremonies and user handles. */
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import type { NewPasskey, StoredPasskey } from "./ceremonies.ts";

/** Times in unix seconds. */
interface KeyColumns {
  /** Credential id, base64url. */
  id: string;
  accountId: number;
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  /** JSON list. */
  transports: string;
  addedAt: number;
  lastUsedAt: number | null;
}
type PasskeyRow = KeyColumns & { handle: string | null };
export type CeremonyKind = "register" | "login";
/** What a begin said; its finish is held to it. */
export interface CeremonyRow {
  accountId: number | null;
  call: string | null;
  handle: string | null;
  email: string | null;
  /** The code that a sign-up was begun with. */
  invitation: string | null;
}
type StoredCeremony = CeremonyRow & { challenge: string; kind: CeremonyKind; expiresAt: number };

const KEY = columns<KeyColumns>(asNamed("id accountId publicKey counter transports addedAt lastUsedAt"));
const CEREMONY = columns<CeremonyRow>(asNamed("accountId call handle email invitation"));
const STORED_CEREMONY = columns<StoredCeremony>(
  asNamed("challenge kind accountId call handle email invitation expiresAt"),
);
const SELECT = `SELECT ${
  KEY.select("p")
}, a.user_handle AS handle FROM passkey p JOIN account a ON a.id = p.account_id`;

export function passkeyStore(db: Database) {
  const byId = db.row<{ id: string }, PasskeyRow>(`${SELECT} WHERE p.id = :id`);
  const rows = db.rows<{ account: number }, PasskeyRow>(
    `${SELECT} WHERE p.account_id = :account ORDER BY p.added_at, p.id`,
  );
  const add = db.change<Omit<KeyColumns, "lastUsedAt">>(
    `${KEY.without("lastUsedAt").insertInto("passkey")} ON CONFLICT (id) DO NOTHING`,
  );
  // The counter is compared once more: when two answers of a cloned key are checked at the same time, only one is
  // accepted.
  const used = db.change<{ id: string; before: number; counter: number; at: number }>(
    "UPDATE passkey SET counter = :counter, last_used_at = :at WHERE id = :id AND counter = :before",
  );
  const handle = db.row<{ account: number }, { handle: string | null }>(
    "SELECT user_handle AS handle FROM account WHERE id = :account",
  );
  return {
    passkey(id: string): StoredPasskey | undefined {
      const row = byId({ id });
      return row && stored(row);
    },
    rows: (account: number): PasskeyRow[] => rows({ account }),
    of: (account: number): StoredPasskey[] => rows({ account }).map(stored),
    /** Stores a key; `false` when its credential id is registered already, for any account. */
    add: (tx: Tx, accountId: number, key: NewPasskey, addedAt: number): boolean =>
      add(tx, { ...key, transports: JSON.stringify(key.transports), accountId, addedAt }).changes === 1,
    /** Notes a sign-in; `false` when the counter moved since `before` was read. */
    used: (tx: Tx, id: string, before: number, counter: number, at: number): boolean =>
      used(tx, { id, before, counter, at }).changes === 1,
    remove: db.change<{ id: string; account: number }>(
      "DELETE FROM passkey WHERE id = :id AND account_id = :account",
    ),

    begin: db.change<StoredCeremony>(STORED_CEREMONY.insertInto("ceremony")),
    /** Takes a begun ceremony away, once; `undefined` when it is unknown, taken, of the other kind or too old. */
    take: db.changeReturning<{ challenge: string; kind: CeremonyKind; now: number }, CeremonyRow>(
      `DELETE FROM ceremony WHERE challenge = :challenge AND kind = :kind AND expires_at > :now
       RETURNING ${CEREMONY.select()}`,
    ),
    pruneCeremonies: db.change<{ now: number }>("DELETE FROM ceremony WHERE expires_at <= :now"),

    handle: (account: number): string | undefined => handle({ account })?.handle ?? undefined,
    /** Gives an account its user handle; one that it has stays. */
    setHandle: db.change<{ account: number; handle: string }>(
      "UPDATE account SET user_handle = :handle WHERE id = :account AND user_handle IS NULL",
    ),
  };
}
export type PasskeyStore = ReturnType<typeof passkeyStore>;

const stored = (row: PasskeyRow): StoredPasskey => ({
  id: row.id,
  account: row.accountId,
  handle: row.handle ?? "",
  publicKey: row.publicKey,
  counter: row.counter,
  transports: JSON.parse(row.transports),
});
