/** Migrations: applied in order, remembered by what they do, and refused where a file is not this program's. */
import assert from "node:assert/strict";
import { Database, migrate, type Migration, pendingMigrations, schemaOf } from "../../../src/db/mod.ts";
import { checksum } from "../../../src/db/migrate.ts";
import { testWorld } from "../../kit/world.ts";

const one: Migration = { number: 10, name: "0010_one", sql: "CREATE TABLE one (a INTEGER) STRICT;" };
const two: Migration = { number: 20, name: "0020_two", sql: "CREATE TABLE two (a INTEGER) STRICT;" };
const between: Migration = { number: 15, name: "0015_between", sql: "CREATE TABLE late (a INTEGER) STRICT;" };

const tables = (db: Database) =>
  db.sql<never, { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    .map(({ name }) => name);
const ledger = (db: Database) => db.sql("SELECT number, name, checksum FROM schema_migration").all();

/** Both steps refuse for this reason, and nothing of the file changes. */
function refused(db: Database, known: Migration[], reason: string, words: RegExp): void {
  const before = [tables(db), db.sql("SELECT * FROM sqlite_schema").all()];
  for (const step of [() => pendingMigrations(db, known), () => migrate(db, known, testWorld())]) {
    assert.throws(step, (error: Error & { reason?: string }) => {
      assert.equal(error.reason, reason);
      assert.match(error.message, words);
      return true;
    });
  }
  assert.deepEqual([tables(db), db.sql("SELECT * FROM sqlite_schema").all()], before);
}

Deno.test("each applied migration is kept with its checksum, and applied once", () => {
  const db = new Database(":memory:");
  assert.deepEqual(migrate(db, [one], testWorld()), ["0010_one"]);
  assert.deepEqual(migrate(db, [one, two], testWorld()), ["0020_two"]);
  assert.deepEqual(migrate(db, [one, two], testWorld()), []);
  assert.deepEqual(tables(db), ["one", "schema_migration", "two"]);
  assert.equal(schemaOf(db), "0020_two");
  assert.deepEqual(
    ledger(db),
    [
      { number: 10, name: "0010_one", checksum: checksum(one.sql) },
      { number: 20, name: "0020_two", checksum: checksum(two.sql) },
    ].map((row) => Object.assign(Object.create(null), row)),
  );
  db.close();
});

Deno.test("a checksum is of the statements: their comments and blank space may change, their texts may not", () => {
  const sum = checksum("CREATE TABLE a (b TEXT DEFAULT 'x  -- y');");
  assert.equal(checksum("-- Area: db.\nCREATE TABLE a (\n  b TEXT DEFAULT 'x  -- y'); -- why\n"), sum);
  assert.notEqual(checksum("CREATE TABLE a (b TEXT DEFAULT 'x -- y');"), sum);
  assert.notEqual(checksum("CREATE TABLE a (b TEXT DEFAULT 'x  -- z');"), sum);
  assert.notEqual(checksum("CREATE TABLE ab (TEXT DEFAULT 'x  -- y');"), sum);
});

Deno.test("a file from before checksums is adopted, with the checksums of this version", () => {
  const db = new Database(":memory:");
  db.writeNow((tx) =>
    db.exec(
      tx,
      `CREATE TABLE schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT;
       INSERT INTO schema_migration VALUES (10, '0010_one', 0); ${one.sql}`,
    )
  );
  assert.deepEqual(pendingMigrations(db, [one]), [], "reading needs no adoption");
  assert.deepEqual(migrate(db, [one], testWorld()), []);
  assert.equal(ledger(db)[0]!.checksum, checksum(one.sql));
  refused(db, [{ ...one, sql: "CREATE TABLE other (a);" }], "database_differs", /0010_one/);
  db.close();
});

Deno.test("files of a newer version, of another line of versions and of other programs are refused by name", () => {
  const db = new Database(":memory:");
  migrate(db, [one, two], testWorld());
  refused(db, [one], "database_newer", /newer version of this program \(it has migration 0020_two\)/);
  refused(db, [one, { ...two, sql: `${two.sql} CREATE TABLE more (a);` }], "database_differs", /0020_two/);
  refused(db, [one, { ...two, name: "0020_renamed" }], "database_differs", /0020_two/);
  refused(db, [two], "database_differs", /0010_one is none of this version's/);
  refused(
    db,
    [one, between, two],
    "database_differs",
    /has migration 0020_two, but lacks 0015_between, which comes before it/,
  );
  db.close();
  const foreign = new Database(":memory:");
  foreign.writeNow((tx) => foreign.exec(tx, "CREATE TABLE bookmarks (a)"));
  refused(foreign, [one], "database_foreign", /not a database of this program/);
  foreign.close();
});
