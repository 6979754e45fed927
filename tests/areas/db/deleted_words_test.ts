/** What is deleted cannot be read out of the file: the tables' pages, the log, and the search index of titles. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { freshDatabase } from "../../kit/fresh_database.ts";
import { withFolder } from "../../kit/server.ts";
import { testWorld } from "../../kit/world.ts";

const WORD = "quixotic-zephyr", TITLE = "qxzjvkw";

Deno.test("a deleted word is in no file once the log is emptied, and emptying waits for nobody who reads", () =>
  withFolder((folder) => {
    const path = join(folder, "gateway.db"), db = new Database(path);
    migrate(db, MIGRATIONS, testWorld());
    const change = (sql: string) => db.writeNow((tx) => db.exec(tx, sql));
    const files = () =>
      [...Deno.readDirSync(folder)].map(({ name }) => name)
        .filter((name) => Buffer.from(Deno.readFileSync(join(folder, name))).includes(WORD)).sort();
    change(`INSERT INTO setting (key, value, saved_at, saved_by) VALUES ('one', '${WORD}', 0, '')`);
    db.emptyLog();
    assert.deepEqual(files(), ["gateway.db"]);
    const reader = new Database(path, { readOnly: true });
    const rows = reader.sql("SELECT key FROM setting UNION ALL SELECT name FROM sqlite_schema").iterate();
    rows.next();
    change("DELETE FROM setting");
    db.emptyLog();
    assert.deepEqual(files(), ["gateway.db"], "somebody reads the file as it was");
    rows.return!();
    reader.close();
    db.emptyLog();
    assert.deepEqual(files(), []);
    db.close();
    return Promise.resolve();
  }));

for (
  const [index, remove] of [
    ["mirror_title", "DELETE FROM mirror_title WHERE rowid = 1"],
    ["cache_title", `INSERT INTO cache_title (cache_title, rowid, title) VALUES ('delete', 1, '${TITLE}')`],
  ] as const
) {
  Deno.test(`what is deleted from ${index} is in no page of that index`, () => {
    const db = freshDatabase(testWorld());
    const change = (sql: string) => db.writeNow((tx) => db.exec(tx, sql));
    const holds = () =>
      db.sql<never, { n: number }>(
        `SELECT count(*) AS n FROM ${index}_data WHERE instr(block, CAST('qxz' AS BLOB)) > 0`,
      ).get()!.n > 0;
    change(`INSERT INTO ${index} (rowid, title) VALUES (1, '${TITLE}'), (2, 'another')`);
    assert.ok(holds());
    change(remove);
    assert.ok(!holds());
    db.close();
  });
}
