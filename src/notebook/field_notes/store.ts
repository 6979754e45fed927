/** Rows of visits that members' devices noted. */
import { asNamed, columns, type Database } from "../../db/mod.ts";
import type { NoteKind } from "./read_notes.ts";

export interface NoteRow {
  id: number;
  account: number;
  codeKey: string;
  code: string;
  at: number;
  kind: NoteKind;
  text: string;
  sentId: string;
  takenAt: number;
}

const NOTE = columns<NoteRow>({
  ...asNamed("id codeKey code at kind text sentId takenAt"),
  account: "account_id",
});
type One = { id: number; account: number };

/** Statements on field notes. */
export const noteStore = (db: Database) => ({
  /** What waits to be sent or dropped, the newest visit first. */
  open: db.rows<{ account: number; limit: number }, NoteRow>(
    `SELECT ${NOTE.select()} FROM field_note WHERE account_id = :account AND dropped = 0
     ORDER BY at DESC, id DESC LIMIT :limit`,
  ),
  all: db.rows<{ account: number }, NoteRow & { dropped: number }>(
    `SELECT ${NOTE.select()}, dropped FROM field_note WHERE account_id = :account ORDER BY at, id`,
  ),
  count: db.row<{ account: number }, { n: number; open: number }>(
    "SELECT count(*) AS n, count(*) FILTER (WHERE dropped = 0) AS open FROM field_note WHERE account_id = :account",
  ),
  one: db.row<One, NoteRow>(
    `SELECT ${NOTE.select()} FROM field_note WHERE id = :id AND account_id = :account AND dropped = 0`,
  ),
  /** Takes one visit; one that is there already, whatever became of it, stays as it is. */
  add: db.change<Omit<NoteRow, "id">>(
    `${NOTE.without("id").insertInto("field_note")} ON CONFLICT (account_id, code_key, at, kind) DO NOTHING`,
  ),
  mend: db.change<One & { kind: string; text: string }>(
    "UPDATE field_note SET kind = :kind, text = :text WHERE id = :id AND account_id = :account AND dropped = 0",
  ),
  /** Whether another visit has this cache, time and kind already. */
  taken: db.row<One & { kind: string }, { one: 1 }>(
    `SELECT 1 AS one FROM field_note n JOIN field_note o
       ON o.account_id = n.account_id AND o.code_key = n.code_key AND o.at = n.at AND o.kind = :kind AND o.id <> n.id
     WHERE n.id = :id AND n.account_id = :account`,
  ),
  drop: db.change<One>(
    "UPDATE field_note SET dropped = 1, text = '' WHERE id = :id AND account_id = :account",
  ),
  forget: db.change<{ account: number }>("DELETE FROM field_note WHERE account_id = :account"),
});
