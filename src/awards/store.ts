/** Rows of awards, and of the certificates that members have taken. */
import { asNamed, columns, type Database } from "../db/mod.ts";

export interface AwardRow {
  id: number;
  /** Name in the book of words of one that comes with the program; `null`: the club has declared it. */
  builtin: string | null;
  name: string;
  about: string;
  /** JSON. */
  rule: string;
  active: number;
  changedAt: number;
}
export interface GivenRow {
  code: string;
  award: number;
  account: number;
  earnedAt: number;
  at: number;
  /** The certificate as it was signed, JSON. */
  document: string;
}

const AWARD = columns<AwardRow>(asNamed("id builtin name about rule active changedAt"));
const GIVEN = columns<GivenRow>({
  ...asNamed("code earnedAt at document"),
  award: "award_id",
  account: "account_id",
});

/** Statements on them. */
export const awardStore = (db: Database) => ({
  all: db.rows<Record<never, never>, AwardRow>(`SELECT ${AWARD.select()} FROM award ORDER BY id`),
  one: db.row<{ id: number }, AwardRow>(`SELECT ${AWARD.select()} FROM award WHERE id = :id`),
  add: db.change<Omit<AwardRow, "id">>(AWARD.without("id").insertInto("award")),
  put: db.change<AwardRow>(`UPDATE award SET ${AWARD.without("id").set()} WHERE id = :id`),
  drop: db.change<{ id: number }>("DELETE FROM award WHERE id = :id"),
  given: db.row<{ code: string }, GivenRow>(`SELECT ${GIVEN.select()} FROM award_given WHERE code = :code`),
  givenOf: db.rows<{ account: number }, GivenRow>(
    `SELECT ${GIVEN.select()} FROM award_given WHERE account_id = :account ORDER BY at, code`,
  ),
  give: db.change<GivenRow>(GIVEN.insertInto("award_given")),
  takeBack: db.change<{ code: string; account: number }>(
    "DELETE FROM award_given WHERE code = :code AND account_id = :account",
  ),
  forget: db.change<{ account: number }>("DELETE FROM award_given WHERE account_id = :account"),
});
