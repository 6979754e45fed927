import assert from "node:assert/strict";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { freshDatabase } from "../../kit/fresh_database.ts";
import { testWorld } from "../../kit/world.ts";

/** Tables that a virtual table (R-tree, FTS5) makes for itself. */
const SHADOW = /_(node|parent|rowid|data|idx|content|docsize|config)$/;

/** Each object with its statement, and each row of each table but what an index keeps for itself. */
function contents(db: Database): unknown {
  const objects = db.sql<never, { type: string; name: string; sql: string | null }>(
    "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name",
  ).all();
  const tables = objects.filter(({ type, name, sql }) =>
    type === "table" && !sql?.startsWith("CREATE VIRTUAL") && !SHADOW.test(name)
  );
  return [objects, ...tables.map(({ name }) => [name, db.sql(`SELECT * FROM ${name}`).all()])];
}

Deno.test("a database of the tests holds what the migrations make, to the last row", () => {
  const world = testWorld();
  const migrated = new Database(":memory:");
  migrate(migrated, MIGRATIONS, world);
  const [first, second] = [freshDatabase(world), freshDatabase(world)];
  assert.deepEqual(contents(first), contents(migrated));
  assert.deepEqual(contents(second), contents(migrated), "made of what the migrations left behind");
  for (const db of [migrated, first, second]) db.close();
});
