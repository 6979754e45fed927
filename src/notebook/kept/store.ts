/** Rows of what members keep of caches: notes, ignored ones, lists. */
import { asNamed, columns, type Database } from "../../db/mod.ts";

interface CacheNoteRow {
  account: number;
  codeKey: string;
  code: string;
  text: string;
  lat: number | null;
  lon: number | null;
  updatedAt: number;
}
export interface ListRow {
  id: number;
  account: number;
  name: string;
  share: string | null;
  updatedAt: number;
}

const NOTE = columns<CacheNoteRow>({
  ...asNamed("codeKey code text lat lon updatedAt"),
  account: "account_id",
});
const LIST = columns<ListRow>({ ...asNamed("id name share updatedAt"), account: "account_id" });
type Kept = { account: number; codeKey: string };

/** Statements on what members keep of caches. */
export const keptStore = (db: Database) => ({
  notes: db.rows<{ account: number }, CacheNoteRow>(
    `SELECT ${NOTE.select()} FROM cache_note WHERE account_id = :account ORDER BY code_key`,
  ),
  putNote: db.change<CacheNoteRow>(
    `${NOTE.insertInto("cache_note")} ON CONFLICT (account_id, code_key) DO UPDATE SET ${
      NOTE.only("code", "text", "lat", "lon", "updatedAt").setExcluded()
    }`,
  ),
  dropNote: db.change<Kept>("DELETE FROM cache_note WHERE account_id = :account AND code_key = :codeKey"),
  ignored: db.rows<{ account: number }, { code: string; at: number }>(
    "SELECT code, at FROM cache_ignored WHERE account_id = :account ORDER BY code_key",
  ),
  ignore: db.change<Kept & { code: string; at: number }>(
    `INSERT INTO cache_ignored (account_id, code_key, code, at) VALUES (:account, :codeKey, :code, :at)
     ON CONFLICT DO NOTHING`,
  ),
  heed: db.change<Kept>("DELETE FROM cache_ignored WHERE account_id = :account AND code_key = :codeKey"),
  lists: db.rows<{ account: number }, ListRow>(
    `SELECT ${LIST.select()} FROM cache_list WHERE account_id = :account ORDER BY id`,
  ),
  list: db.row<{ id: number; account: number }, ListRow>(
    `SELECT ${LIST.select()} FROM cache_list WHERE id = :id AND account_id = :account`,
  ),
  shared: db.row<{ share: string }, ListRow>(`SELECT ${LIST.select()} FROM cache_list WHERE share = :share`),
  addList: db.change<Omit<ListRow, "id">>(LIST.without("id").insertInto("cache_list")),
  putList: db.change<ListRow>(
    `UPDATE cache_list SET ${
      LIST.only("name", "share", "updatedAt").set()
    } WHERE id = :id AND account_id = :account`,
  ),
  dropList: db.change<{ id: number; account: number }>(
    "DELETE FROM cache_list WHERE id = :id AND account_id = :account",
  ),
  items: db.rows<{ list: number }, { code: string; at: number }>(
    "SELECT code, at FROM cache_list_item WHERE list_id = :list ORDER BY place NULLS LAST, at, code_key",
  ),
  itemsOf: db.rows<{ account: number }, { list: number; code: string }>(
    `SELECT i.list_id AS list, i.code FROM cache_list_item i JOIN cache_list l ON l.id = i.list_id
     WHERE l.account_id = :account ORDER BY i.place NULLS LAST, i.at, i.code_key`,
  ),
  addItem: db.change<{ list: number; codeKey: string; code: string; at: number }>(
    `INSERT INTO cache_list_item (list_id, code_key, code, at) VALUES (:list, :codeKey, :code, :at)
     ON CONFLICT DO NOTHING`,
  ),
  unplace: db.change<{ list: number }>(
    "UPDATE cache_list_item SET place = NULL WHERE list_id = :list AND place IS NOT NULL",
  ),
  placeItem: db.change<{ list: number; codeKey: string; place: number }>(
    "UPDATE cache_list_item SET place = :place WHERE list_id = :list AND code_key = :codeKey",
  ),
  dropItem: db.change<{ list: number; codeKey: string }>(
    "DELETE FROM cache_list_item WHERE list_id = :list AND code_key = :codeKey",
  ),
  counts: db.row<{ account: number }, { notes: number; ignored: number; lists: number; items: number }>(
    `SELECT (SELECT count(*) FROM cache_note WHERE account_id = :account) AS notes,
       (SELECT count(*) FROM cache_ignored WHERE account_id = :account) AS ignored,
       (SELECT count(*) FROM cache_list WHERE account_id = :account) AS lists,
       (SELECT count(*) FROM cache_list_item i JOIN cache_list l ON l.id = i.list_id
        WHERE l.account_id = :account) AS items`,
  ),
  forget: ["cache_note", "cache_ignored", "cache_list"].map((table) =>
    db.change<{ account: number }>(`DELETE FROM ${table} WHERE account_id = :account`)
  ),
});
