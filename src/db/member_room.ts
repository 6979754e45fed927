/**
 * How much room the texts and files of each account take: kept by the tables themselves (`migrations/0751_member_room.sql`),
 * which refuse what would be too much, whoever writes it. API "Limits".
 */
import type { Database } from "./open.ts";
import type { Tx } from "./write.ts";

const OF_ACCOUNT = 50_000_000, OF_NEWCOMER = 5_000_000;
/** All newcomers together have one part in so many of the instance's room for files. */
const NEWCOMERS_PART = 10;

/** Most bytes: of an account, of one without a verified call, and of all of these together. */
interface RoomLimits {
  account: number;
  newcomer: number;
  newcomers: number;
}

/**
 * Tables whose rows operators may clear of newcomers, with the column that names the owner; those above go first. Files go
 * in the same act (`src/caches/newcomers/`); what a cache and its book say stays, as it is moderated by itself.
 */
export const CLEARED = [
  ["field_note", "account_id"],
  ["cache_note", "account_id"],
  ["cache_ignored", "account_id"],
  ["found_elsewhere", "account_id"],
  ["hide_draft", "account_id"],
  ["watch", "account_id"],
  ["map_view", "account_id"],
  ["mailbox", "account_id"],
  ["cache_list", "account_id"],
  ["outbox", "account_id"],
  ["my_station", "account_id"],
  ["bbs_message", "account_id"],
  ["adoption_request", "account_id"],
  ["tool_registry", "account_id"],
  ["preference", "account_id"],
  ["profile", "account_id"],
] as const;
type Place = (typeof CLEARED)[number][0];
const PLACES = new Set<string>(CLEARED.map(([table]) => table));
/** What was published while its writer was verified is withdrawn as every record is, one by one. */
const BUT: Partial<Record<Place, string>> = { bbs_message: "gid IS NULL" };

type Value = string | number | null | Uint8Array;
type Row = Record<string, Value>;
/** A row as it is kept: bytes stand as text in an object. */
const written = (row: Row): string =>
  JSON.stringify(row, (_name, value) => value instanceof Uint8Array ? { bytes: value.toBase64() } : value);
const readRow = (text: string): Row =>
  JSON.parse(
    text,
    (_name, value) => typeof value?.bytes === "string" ? Uint8Array.fromBase64(value.bytes) : value,
  );

/** Limits of what members keep, and the clearing of what newcomers filled, which can be taken back. */
export function openMemberRoom(db: Database) {
  const limits = db.row<Record<never, never>, RoomLimits & { used: number }>(
    `SELECT of_account AS account, of_newcomer AS newcomer, of_newcomers AS newcomers, newcomer_bytes AS used
     FROM member_room_limit`,
  );
  const setLimits = db.change<RoomLimits & Record<never, never>>(
    "UPDATE member_room_limit SET of_account = :account, of_newcomer = :newcomer, of_newcomers = :newcomers",
  );
  const setNewcomer = db.change<{ account: number; newcomer: 0 | 1 }>(
    "UPDATE member_room SET newcomer = :newcomer WHERE account_id = :account AND newcomer <> :newcomer",
  );
  const keep = db.change<{ clearing: number; account: number; place: string; row: string }>(
    "INSERT INTO cleared_row (clearing_id, account_id, place, row) VALUES (:clearing, :account, :place, :row)",
  );
  const keptOf = db.rows<{ clearing: number }, { place: string; row: string }>(
    "SELECT place, row FROM cleared_row WHERE clearing_id = :clearing ORDER BY id DESC",
  );
  const forget = db.change<{ clearing: number }>("DELETE FROM cleared_row WHERE clearing_id = :clearing");
  const rowsOf = (table: string, where: string, of: Value) =>
    db.sql<{ of: Value }, Row>(
      `SELECT * FROM "${table}" WHERE "${where}" = :of AND ${BUT[table as Place] ?? "true"}`,
    )
      .all({ of });
  /** What hangs on the rows of a table: it goes and comes with them. */
  const inside = db.rows<{ table: string }, { child: string; names: string; key: string }>(
    `SELECT m.name AS child, f."from" AS names, f."to" AS key
     FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
     WHERE m.type = 'table' AND f."table" = :table AND f.on_delete = 'CASCADE' ORDER BY m.name`,
  );
  /** Keeps a row, below what hangs on it: what is brought back last has to find what it hangs on. */
  const keepRow = (tx: Tx, clearing: number, account: number, place: string, row: Row): void => {
    for (const { child, names, key } of inside({ table: place })) {
      for (const one of rowsOf(child, names, row[key]!)) keepRow(tx, clearing, account, child, one);
    }
    keep(tx, { clearing, account, place, row: written(row) });
  };
  return {
    /** Says at the start what each may take. `quota`: bytes of the instance's room for files. */
    limit(quota: number): void {
      const now = limits({})!;
      const newcomers = Math.floor(quota / NEWCOMERS_PART);
      const wanted = { account: OF_ACCOUNT, newcomer: OF_NEWCOMER, newcomers };
      if (
        now.account === wanted.account && now.newcomer === wanted.newcomer &&
        now.newcomers === wanted.newcomers
      ) return;
      db.writeNow((tx) => setLimits(tx, wanted));
    },
    /** Bytes of an account; 0 where it has nothing. */
    of: db.row<{ account: number }, { bytes: number }>(
      "SELECT bytes FROM member_room WHERE account_id = :account",
    ),
    /** Bytes of all newcomers together, and what these may take. */
    ofNewcomers(): { bytes: number; limit: number } {
      const { used, newcomers } = limits({})!;
      return { bytes: used, limit: newcomers };
    },
    /** Newcomers, who holds most first. */
    newcomers: db.rows<{ limit: number }, { account: number; bytes: number }>(
      `SELECT account_id AS account, bytes FROM member_room WHERE newcomer = 1
       ORDER BY bytes DESC, account_id LIMIT :limit`,
    ),
    setNewcomer,
    /** How many rows clearing would take of an account. */
    rowsToClear: (account: number): number =>
      CLEARED.reduce((sum, [table, owner]) => sum + rowsOf(table, owner, account).length, 0),
    /** Takes an account's rows away and keeps them with a clearing; gives how many. */
    clear(tx: Tx, clearing: number, account: number): number {
      let n = 0;
      for (const [table, owner] of CLEARED) {
        for (const row of rowsOf(table, owner, account)) {
          keepRow(tx, clearing, account, table, row);
          n++;
        }
        db.sql<{ owner: number }>(
          `DELETE FROM "${table}" WHERE "${owner}" = :owner AND ${BUT[table] ?? "true"}`,
        )
          .run(tx, { owner: account });
      }
      return n;
    },
    /** Brings back what a clearing took, where nothing has its place meanwhile; gives how many rows. */
    bringBack(tx: Tx, clearing: number): number {
      let n = 0;
      for (const { place, row } of keptOf({ clearing })) {
        const values = readRow(row), names = Object.keys(values);
        const made = db.sql<Row>(
          `INSERT INTO "${place}" (${names.map((name) => `"${name}"`).join(", ")})
           VALUES (${names.map((name) => `:${name}`).join(", ")}) ON CONFLICT DO NOTHING`,
        ).run(tx, values);
        if (PLACES.has(place)) n += Number(made.changes);
      }
      forget(tx, { clearing });
      return n;
    },
    forget,
    forgetOf: db.change<{ account: number }>("DELETE FROM cleared_row WHERE account_id = :account"),
  };
}
export type MemberRoom = ReturnType<typeof openMemberRoom>;
