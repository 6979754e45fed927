/** A copy's schema: what the migrations make is sound, also in an older copy; anything more, less or else is told by its name. */
import assert from "node:assert/strict";
import { Database, migrate, MIGRATIONS, schemaDifference } from "../../../src/db/mod.ts";
import { freshDatabase } from "../../kit/fresh_database.ts";
import { testWorld } from "../../kit/world.ts";

const world = testWorld();

/** What is said of a database after a script has run on it. */
function differenceAfter(script: string, db = freshDatabase(world)): string | undefined {
  if (script) db.writeNow((tx) => db.exec(tx, script));
  try {
    return schemaDifference(db, MIGRATIONS, world);
  } finally {
    db.close();
  }
}

/** A database as it was up to some migration. */
function upTo(number: number): Database {
  const db = new Database(":memory:");
  migrate(db, MIGRATIONS.filter((one) => one.number <= number), world);
  return db;
}

Deno.test("what the migrations make is sound: now, in each older version, and from before checksums", () => {
  assert.equal(differenceAfter(""), undefined);
  for (const { number } of MIGRATIONS.filter((_, i) => i % 10 === 0)) {
    assert.equal(differenceAfter("", upTo(number)), undefined, String(number));
  }
  assert.equal(differenceAfter("ALTER TABLE schema_migration DROP COLUMN checksum"), undefined);
});

Deno.test("what a replica and a planner keep in a database does not matter, unless it is something else", () => {
  const replica = "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);" +
    "CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);";
  assert.equal(differenceAfter(`${replica} ANALYZE;`), undefined);
  assert.match(
    differenceAfter("CREATE TABLE _litestream_lock (id INTEGER DEFAULT (random()))")!,
    /the table _litestream_lock that no migration makes/,
  );
  assert.match(
    differenceAfter("CREATE VIEW _litestream_seq AS SELECT 1")!,
    /the view _litestream_seq that no migration makes/,
  );
});

const DOCTORED: [script: string, told: RegExp][] = [
  [
    "CREATE TRIGGER quiet AFTER INSERT ON audit_log BEGIN DELETE FROM audit_log; END",
    /it has the trigger quiet that no migration makes/,
  ],
  ["CREATE VIEW people AS SELECT * FROM account", /it has the view people that no migration makes/],
  ["CREATE TABLE more (one INTEGER)", /it has the table more that no migration makes/],
  ["CREATE INDEX more ON media (bytes)", /it has the index more that no migration makes/],
  ["PRAGMA foreign_keys = OFF; DROP TABLE media", /it lacks the table media/],
  ["DROP INDEX media_hash", /it lacks the index media_hash/],
  ["ALTER TABLE media ADD COLUMN more TEXT", /its table media is another one/],
  [
    "DROP INDEX media_hash; CREATE INDEX media_hash ON media (hash) WHERE hash > ''",
    /its index media_hash is another one/,
  ],
];
for (const [script, told] of DOCTORED) {
  Deno.test(`not sound: ${script.slice(0, 60)}`, () => assert.match(differenceAfter(script)!, told));
}
