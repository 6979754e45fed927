/**
 * Welcoming newcomers: accounts without a verified call whose posts are not held any more, many in one act, which is taken
 * back as one for a day. Releasing the posts is their areas' own. API "Administration".
 */
import { asNamed, columns, type Tx } from "../../db/mod.ts";
import type { Accounts } from "../accounts.ts";
import { accountFailure } from "../errors.ts";

/** One act. */
interface WelcomeAct {
  id: number;
  /** Unix seconds. */
  at: number;
  /** A call, OPERATOR for the operator secret, or CLI. */
  actor: string;
}

const ACT = columns<WelcomeAct>(asNamed("id at actor"));
/** How long an act may be taken back, in seconds. */
const TAKE_BACK_S = 86_400;

/** Methods that write take the caller's `Tx`. */
export class Welcomes {
  readonly #accounts: Accounts;
  readonly #sql;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
    const { db } = accounts;
    this.#sql = {
      act: db.row<{ id: number }, WelcomeAct>(`SELECT ${ACT.select()} FROM welcome_act WHERE id = :id`),
      since: db.rows<{ since: number }, WelcomeAct & { accounts: number }>(
        `SELECT ${ACT.select("a")}, count(*) AS accounts FROM welcome_act a JOIN welcome w ON w.act_id = a.id
         WHERE a.at > :since GROUP BY a.id ORDER BY a.id DESC`,
      ),
      of: db.rows<{ act: number }, { account: number }>(
        "SELECT account_id AS account FROM welcome WHERE act_id = :act ORDER BY account_id",
      ),
      open: db.changeReturning<Omit<WelcomeAct, "id">, { id: number }>(
        `${ACT.without("id").insertInto("welcome_act")} RETURNING id`,
      ),
      add: db.change<{ account: number; act: number }>(
        "INSERT INTO welcome (account_id, act_id) VALUES (:account, :act)",
      ),
      drop: db.change<{ act: number }>("DELETE FROM welcome WHERE act_id = :act"),
    };
  }

  /**
   * The account that holds a call and may be welcomed. Throws 404 for a call that nobody holds, 409 for whoever has proved a
   * call, operates, is suspended or was welcomed before.
   */
  welcomable(call: string): number {
    const accounts = this.#accounts, holder = accounts.holder(call);
    if (!holder) throw accountFailure.no_account({ callsign: call });
    const { accountId, suspended } = holder;
    if (
      suspended || !accounts.isNewcomer(accountId) || accounts.isOperators(accountId) || this.at(accountId)
    ) {
      throw accountFailure.not_waiting({ callsign: call });
    }
    return accountId;
  }

  /** When an account was welcomed; undefined where it was not. */
  at = (account: number): number | undefined => this.#accounts.store.welcomed({ account })?.at;

  /** Welcomes several. */
  welcome(tx: Tx, actor: string, accounts: readonly number[]): WelcomeAct & { until: number } {
    const row = { at: this.#accounts.world.now(), actor }, { id } = this.#sql.open(tx, row)!;
    for (const account of accounts) this.#sql.add(tx, { account, act: id });
    return { id, ...row, until: row.at + TAKE_BACK_S };
  }

  /** Takes an act back; gives whom it had welcomed. Throws `welcome_unknown`, and `welcome_late` after a day. */
  takeBack(tx: Tx, id: number): number[] {
    const act = this.#sql.act({ id }), accounts = this.#sql.of({ act: id });
    if (!act || accounts.length === 0) throw accountFailure.welcome_unknown();
    if (this.#accounts.world.now() >= act.at + TAKE_BACK_S) throw accountFailure.welcome_late();
    this.#sql.drop(tx, { act: id });
    return accounts.map(({ account }) => account);
  }

  /** Acts that may still be taken back, the newest first. */
  lately = () =>
    this.#sql.since({ since: this.#accounts.world.now() - TAKE_BACK_S }).map((act) => ({
      ...act,
      until: act.at + TAKE_BACK_S,
    }));
}
