/** A database of its own with every migration applied. */
import type { World } from "../../src/base/mod.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";

/** What the migrations leave behind: their tables in the order in which they were made, and the few rows in them. */
interface Schema {
  script: string;
  rows: { insert: string; values: Record<string, string | number | null>[] }[];
}

/** Tables that a virtual table (R-tree, FTS5) makes for itself. */
export const SHADOW = /_(node|parent|rowid|data|idx|content|docsize|config)$/;

/** Reads what the migrations leave behind off a database that they have made. */
function schemaOf(db: Database): Schema {
  const made = db.sql<never, { type: string; name: string; sql: string }>(
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
  ).all();
  const virtual = made.filter(({ sql }) => sql.startsWith("CREATE VIRTUAL")).map(({ name }) => name);
  const isShadow = (name: string) => SHADOW.test(name) && virtual.includes(name.replace(SHADOW, ""));
  const own = made.filter(({ name }) => !isShadow(name));
  const rows = own.filter(({ type, name }) => type === "table" && !virtual.includes(name)).map(({ name }) => {
    const values = db.sql<never, Record<string, string | number | null>>(`SELECT * FROM ${name}`).all();
    const columns = Object.keys(values[0] ?? {});
    const insert = `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${
      columns.map((column) => `:${column}`).join(", ")
    })`;
    return { insert, values };
  });
  return {
    script: own.map(({ sql }) => `${sql};\n`).join(""),
    rows: rows.filter(({ values }) => values.length > 0),
  };
}

let schema: Schema | undefined;

/**
 * In memory, with the schema as it is now. The migrations run once for each test file; every further database is made of
 * what they left behind, in a third of the time.
 */
export function freshDatabase(world: World): Database {
  const db = new Database(":memory:");
  if (!schema) {
    migrate(db, MIGRATIONS, world);
    schema = schemaOf(db);
    return db;
  }
  const { script, rows } = schema;
  db.writeNow((tx) => {
    db.exec(tx, script);
    for (const { insert, values } of rows) {
      const statement = db.sql<Record<string, string | number | null>>(insert);
      for (const row of values) statement.run(tx, row);
    }
  });
  return db;
}
