/**
 * Whether a database that came from elsewhere has the tables, indexes, triggers and views that this program's migrations
 * make, and no others: a trigger or a view in it would act for whoever laid it there once it is in use.
 */
import { appliedMigrations, migrate, type Migration } from "./migrate.ts";
import { Database } from "./open.ts";
import type { World } from "../base/mod.ts";

interface SchemaObject {
  type: string;
  name: string;
  sql: string | null;
}

/** What tools of operators leave in a database and this program never reads: a replica's numbers, a planner's counts. */
const OF_TOOLS = new Map([
  ["_litestream_seq", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"],
  ["_litestream_lock", "CREATE TABLE _litestream_lock (id INTEGER)"],
  ["sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"],
  ["sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"],
].map(([name, sql]) => [name!, statement(sql!)]));

/** A statement without white space and comments, which no migration's checksum counts either. Read in one pass. */
function statement(sql: string): string {
  const signs: string[] = [];
  for (let i = 0, end; i < sql.length; i = end) {
    const sign = sql[i]!;
    if (sql.startsWith("--", i)) {
      end = endOf("\n", sql, i);
    } else {
      end = sign === "'" || sign === '"' ? endOf(sign, sql, i + 1) : i + 1;
      while (end < sql.length && isWord(sign) && isWord(sql[end]!)) end++;
      if (sign.trim() !== "") signs.push(sql.slice(i, end));
    }
  }
  return signs.join(" ");
}

function isWord(sign: string): boolean {
  return /\w/.test(sign);
}

/** Where a piece ends that goes on until a sign, from `from` on. */
function endOf(sign: string, sql: string, from: number): number {
  const at = sql.indexOf(sign, from);
  return at < 0 ? sql.length : at + 1;
}

/** Each object by its type and name, with its statement; indexes that come with a table have none. */
function objectsOf(db: Database): Map<string, string> {
  const objects = db.sql<never, SchemaObject>("SELECT type, name, sql FROM sqlite_schema").all();
  return new Map(
    objects
      .filter(({ type, name, sql }) => type !== "table" || OF_TOOLS.get(name) !== statement(sql ?? ""))
      .map(({ type, name, sql }) => [`${type} ${name}`, statement(sql ?? "")]),
  );
}

/** The ledger of a file from before checksums, as far as the two differ. */
const withoutChecksum = (sql: string): string => sql.replace(" , checksum TEXT )", " )");

/**
 * What in `db` is not as the migrations that were applied to it make it, as a part of a sentence; `undefined` where all is.
 * `pendingMigrations` has to have passed it. `world` dates what the comparison makes in memory.
 */
export function schemaDifference(
  db: Database,
  known: readonly Migration[],
  world: World,
): string | undefined {
  const newest = appliedMigrations(db).at(-1)!.number;
  const made = new Database(":memory:");
  try {
    migrate(made, known.filter(({ number }) => number <= newest), world);
    const [there, ours] = [objectsOf(db), objectsOf(made)];
    for (const [name, sql] of ours) {
      const found = there.get(name);
      if (found === undefined) return `it lacks the ${name}`;
      const same = found === sql || (name === "table schema_migration" && found === withoutChecksum(sql));
      if (!same) return `its ${name} is another one`;
    }
    const added = [...there.keys()].find((name) => !ours.has(name));
    return added === undefined ? undefined : `it has the ${added} that no migration makes`;
  } finally {
    made.close();
  }
}
