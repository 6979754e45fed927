/** Invitations: codes with which people sign up, and whether that takes one. */
import { newCode } from "../../base/mod.ts";
import { asNamed, columns, type Tx } from "../../db/mod.ts";
import { SIGN_UP_INVITED } from "../../settings/mod.ts";
import type { Accounts } from "../accounts.ts";
import { accountFailure } from "../errors.ts";

/** Times in unix seconds. */
interface InvitationRow {
  id: number;
  code: string;
  label: string;
  madeBy: string;
  madeAt: number;
  expiresAt: number;
  most: number;
  used: number;
  withdrawnAt: number | null;
}

const ROW = columns<InvitationRow>(asNamed("id code label madeBy madeAt expiresAt most used withdrawnAt"));
/** Without letters and digits that look alike: it is read from a sheet of paper. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", LENGTH = 8;
const DAY_S = 86_400;
/** Ended ones stay so long that it is still seen what came of them. */
const REMEMBERED_S = 90 * DAY_S;
/** So many are kept at once. */
const MOST = 200;

/** A code as it is compared. */
const bare = (code: string): string => code.replace(/[\s-]/g, "").toUpperCase();

/** Methods that write take the caller's `Tx`. */
export class Invitations {
  readonly #accounts: Accounts;
  readonly #sql;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    const { db } = accounts, select = `SELECT ${ROW.select()} FROM invitation`;
    this.#sql = {
      all: db.rows<Record<never, never>, InvitationRow>(`${select} ORDER BY id DESC`),
      one: db.row<{ id: number }, InvitationRow>(`${select} WHERE id = :id`),
      open: db.row<{ code: string; now: number }, InvitationRow>(
        `${select} WHERE code = :code AND withdrawn_at IS NULL AND expires_at > :now AND used < most`,
      ),
      add: db.changeReturning<Omit<InvitationRow, "id">, { id: number }>(
        `${ROW.without("id").insertInto("invitation")} RETURNING id`,
      ),
      use: db.change<{ id: number }>("UPDATE invitation SET used = used + 1 WHERE id = :id"),
      withdraw: db.change<{ id: number; at: number }>(
        "UPDATE invitation SET withdrawn_at = :at WHERE id = :id AND withdrawn_at IS NULL",
      ),
      prune: db.change<{ before: number }>("DELETE FROM invitation WHERE expires_at < :before"),
    };
  }

  /** Whether an account is opened by invitation alone. */
  get needed(): boolean {
    return this.#accounts.settings.get(SIGN_UP_INVITED);
  }

  /** All of them, the newest first. */
  all = (): InvitationRow[] => this.#sql.all();

  /** Makes one that opens at most `most` accounts within `days`. Throws `too_many_invitations`. */
  make(tx: Tx, { label, most, days, by }: { label: string; most: number; days: number; by: string }) {
    const { world } = this.#accounts, now = world.now();
    this.#sql.prune(tx, { before: now - REMEMBERED_S });
    if (this.all().length >= MOST) throw accountFailure.too_many_invitations({ limit: MOST });
    const code = newCode(world, LENGTH, ALPHABET);
    const row = {
      ...{ code, label, madeBy: by, madeAt: now, expiresAt: now + days * DAY_S },
      ...{ most, used: 0, withdrawnAt: null },
    };
    return { id: this.#sql.add(tx, row)!.id, ...row };
  }

  /** Ends one: who has not signed up yet cannot with it. Throws `invitation_unknown`. */
  withdraw(tx: Tx, id: number): InvitationRow {
    const row = this.#sql.one({ id });
    if (!row || row.withdrawnAt !== null) throw accountFailure.invitation_unknown();
    this.#sql.withdraw(tx, { id, at: this.#accounts.world.now() });
    return row;
  }

  /** Looks whether somebody may begin to sign up. Throws `invitation_needed`. */
  check(code: string | null | undefined): void {
    if (this.needed && !this.#open(code)) throw accountFailure.invitation_needed();
  }

  /** Counts an account that is opened, also where it would not have taken an invitation. Throws `invitation_needed`. */
  use(tx: Tx, code: string | null | undefined): void {
    const row = this.#open(code);
    if (row) this.#sql.use(tx, { id: row.id });
    else if (this.needed) throw accountFailure.invitation_needed();
  }

  #open(code: string | null | undefined): InvitationRow | undefined {
    return code ? this.#sql.open({ code: bare(code), now: this.#accounts.world.now() }) : undefined;
  }
}
