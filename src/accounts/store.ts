/** Tables on people: accounts, held calls, verification, suspension. */
import { baseCall } from "../base/mod.ts";
import { asNamed, columns, type Database, type Tx } from "../db/mod.ts";

/** Times in unix seconds. */
export interface AccountRow {
  id: number;
  createdAt: number;
  /** Sessions name it; raising it ends them all. */
  generation: number;
  /** With SSID; `null` for an account that lost its calls. */
  activeCall: string | null;
  /** Confirmed. */
  email: string | null;
  pendingEmail: string | null;
}
interface HeldCallRow {
  base: string;
  accountId: number;
  heldSince: number;
  isPrimary: number;
}
export interface VerificationRow {
  base: string;
  method: VerificationMethod;
  verifiedAt: number;
  verifiedBy: string | null;
  note: string | null;
}
export type VerificationMethod = "rf_heard" | "ampr_dns" | "lotw" | "operator" | "sysop";
export interface SuspensionRow {
  reason: string;
  category: string;
  suspendedAt: number;
  /** `null` holds until it is lifted. */
  until: number | null;
}

export const ACCOUNT = columns<AccountRow>(asNamed("id createdAt generation activeCall email pendingEmail"));
const HELD_CALL = columns<HeldCallRow>(asNamed("base accountId heldSince isPrimary"));
const VERIFICATION = columns<VerificationRow>(asNamed("base method verifiedAt verifiedBy note"));
export const SUSPENSION = columns<SuspensionRow>(asNamed("reason category suspendedAt until"));
/**
 * The category of an account that is kept in memory of a silent key: closed like a suspended one, so that nobody acts
 * under the call or takes it, while everything that the person hid and wrote stays in sight under the name.
 */
export const MEMORIAL = "memorial";
/** A suspension that is in force at `:now`. */
export const IN_FORCE = "(until IS NULL OR until > :now)";

export function accountStore(db: Database) {
  const insert = db.change<{ at: number; call: string | null }>(
    "INSERT INTO account (created_at, active_call) VALUES (:at, :call)",
  );
  const hold = db.change<HeldCallRow>(HELD_CALL.insertInto("held_call"));
  return {
    others: db.rows<{ id: number }, { id: number }>("SELECT id FROM account WHERE id <> :id LIMIT 1"),
    account: db.row<{ id: number }, AccountRow>(`SELECT ${ACCOUNT.select()} FROM account WHERE id = :id`),
    accountHolding: db.row<{ base: string }, AccountRow>(
      `SELECT ${ACCOUNT.select()} FROM account WHERE id = (SELECT account_id FROM held_call WHERE base = :base)`,
    ),
    held: db.row<{ base: string }, HeldCallRow>(
      `SELECT ${HELD_CALL.select()} FROM held_call WHERE base = :base`,
    ),
    /** The primary one first. */
    heldBy: db.rows<{ account: number }, HeldCallRow>(
      `SELECT ${HELD_CALL.select()} FROM held_call WHERE account_id = :account
       ORDER BY is_primary DESC, held_since, base`,
    ),
    formerUntil: db.row<{ account: number; base: string }, { at: number }>(
      "SELECT coalesce(max(at), 0) AS at FROM call_event WHERE base = :base AND from_account IS NOT :account",
    ),
    verification: db.row<{ base: string }, VerificationRow>(
      `SELECT ${VERIFICATION.select()} FROM verification WHERE base = :base`,
    ),
    /** The highest number that an account ever had. */
    everMade: db.row<Record<never, never>, { n: number }>(
      "SELECT ifnull(max(seq), 0) AS n FROM sqlite_sequence WHERE name = 'account'",
    ),
    /** A row where the account holds a verified call. */
    proven: db.row<{ account: number }, { account: number }>(
      "SELECT account_id AS account FROM proven_account WHERE account_id = :account",
    ),
    /** A row where operators have welcomed the account. */
    welcomed: db.row<{ account: number }, { act: number; at: number }>(
      "SELECT w.act_id AS act, a.at FROM welcome w JOIN welcome_act a ON a.id = w.act_id WHERE w.account_id = :account",
    ),
    /** Verifications that operators gave by hand. */
    manualVerifications: db.rows<Record<never, never>, VerificationRow>(
      `SELECT ${VERIFICATION.select()} FROM verification WHERE method = 'sysop' ORDER BY verified_at DESC, base`,
    ),
    /** Held calls that nothing proves, the latest first. */
    unproven: db.rows<{ limit: number }, HeldCallRow>(
      `SELECT ${HELD_CALL.select()} FROM held_call
       WHERE NOT EXISTS (SELECT 1 FROM verification v WHERE v.base = held_call.base)
       ORDER BY held_since DESC, base LIMIT :limit`,
    ),
    /** Records a verification; an earlier one of the same call is kept instead. */
    verify: db.change<VerificationRow>(
      `${VERIFICATION.insertInto("verification")} ON CONFLICT (base) DO NOTHING`,
    ),
    unverify: db.change<{ base: string }>("DELETE FROM verification WHERE base = :base"),
    /** The suspension in force at `now`. */
    suspension: db.row<{ account: number; now: number }, SuspensionRow>(
      `SELECT ${SUSPENSION.select()} FROM suspension WHERE account_id = :account AND ${IN_FORCE}`,
    ),
    /** Accounts that hold a base call beginning so, or whose confirmed address has the text in it. By call. */
    search: db.rows<{ prefix: string; upTo: string; text: string; limit: number }, { id: number }>(
      `SELECT id FROM (
         SELECT account_id AS id, base FROM held_call WHERE base >= :prefix AND base < :upTo
         UNION ALL
         SELECT id, active_call FROM account WHERE instr(folded(email), :text) > 0)
       GROUP BY id ORDER BY min(base) LIMIT :limit`,
    ),
    /** Ends every session of the account. */
    endSessions: db.change<{ id: number }>("UPDATE account SET generation = generation + 1 WHERE id = :id"),

    /** Puts a free call's base call under an account. Fails on the primary key when somebody holds it. */
    hold(tx: Tx, call: string, accountId: number, heldSince: number, primary: boolean): void {
      hold(tx, { base: baseCall(call), accountId, heldSince, isPrimary: primary ? 1 : 0 });
    },
    /** A new account that holds the call's base call as its primary one. Gives its id. */
    create(tx: Tx, call: string, at: number): number {
      const { id } = insert(tx, { at, call });
      this.hold(tx, call, id, at, true);
      return id;
    },
    /** A new account that holds nothing yet. */
    createBare: (tx: Tx, at: number): number => insert(tx, { at, call: null }).id,
  };
}
export type AccountStore = ReturnType<typeof accountStore>;
