/** Rows of saved map views. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

export interface ViewRow {
  /** Its address when shared. */
  id: string;
  account: number;
  name: string;
  /** JSON. */
  view: string;
  createdAt: number;
}

const VIEW = columns<ViewRow>({ ...asNamed("id name view createdAt"), account: "account_id" });

/** Statements on saved map views. */
export const viewStore = (db: Database) => ({
  /** An account's views, oldest first. */
  of: db.rows<{ account: number }, ViewRow>(
    `SELECT ${VIEW.select()} FROM map_view WHERE account_id = :account ORDER BY created_at, id`,
  ),
  one: db.row<{ id: string }, ViewRow>(`SELECT ${VIEW.select()} FROM map_view WHERE id = :id`),
  count: db.row<{ account: number }, { n: number }>(
    "SELECT count(*) AS n FROM map_view WHERE account_id = :account",
  ),
  add: db.change<ViewRow>(VIEW.insertInto("map_view")),
  drop: db.change<{ id: string; account: number }>(
    "DELETE FROM map_view WHERE id = :id AND account_id = :account",
  ),
  dropAll: db.change<{ account: number }>("DELETE FROM map_view WHERE account_id = :account"),
});
