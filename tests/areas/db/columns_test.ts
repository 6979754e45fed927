/** Columns told once, and statements as named functions. */
import assert from "node:assert/strict";
import { columns, Database } from "../../../src/db/mod.ts";

interface Row {
  id: number;
  foundAt: number;
  note: string | null;
}
const ROW = columns<Row>({ id: true, foundAt: true, note: "text" });

Deno.test("columns() names fields for select, insert, update and upsert", () => {
  assert.equal(ROW.select(), "id, found_at AS foundAt, text AS note");
  assert.equal(ROW.select("l"), "l.id, l.found_at AS foundAt, l.text AS note");
  assert.equal(
    ROW.insertInto("log"),
    "INSERT INTO log (id, found_at, text) VALUES (:id, :foundAt, :note)",
  );
  assert.equal(ROW.without("id").set(), "found_at = :foundAt, text = :note");
  assert.equal(ROW.only("foundAt").setExcluded(), "found_at = excluded.found_at");
});

Deno.test("statements of a store are functions that bind by name", async () => {
  const db = new Database(":memory:");
  db.writeNow((tx) => db.exec(tx, "CREATE TABLE log (id INTEGER PRIMARY KEY, found_at INTEGER, text TEXT)"));
  const store = {
    byId: db.row<{ id: number }, Row>(`SELECT ${ROW.select()} FROM log WHERE id = :id`),
    since: db.rows<{ at: number }, Row>(`SELECT ${ROW.select()} FROM log WHERE found_at >= :at`),
    count: db.row<object, { n: number }>("SELECT count(*) AS n FROM log"),
    put: db.change<Row>(ROW.insertInto("log")),
    drop: db.changeReturning<{ id: number }, { at: number }>(
      "DELETE FROM log WHERE id = :id RETURNING found_at AS at",
    ),
  };
  const written = await db.write((tx) => store.put(tx, { id: 7, foundAt: 100, note: null }));
  assert.deepEqual({ ...written }, { changes: 1, id: 7 });
  assert.deepEqual({ ...store.byId({ id: 7 }) }, { id: 7, foundAt: 100, note: null });
  assert.equal(store.byId({ id: 8 }), undefined);
  assert.equal(store.since({ at: 100 }).length, 1);
  assert.equal(store.since({ at: 101 }).length, 0);
  assert.equal((await db.write((tx) => store.drop(tx, { id: 7 })))?.at, 100);
  assert.equal(store.byId({ id: 7 }), undefined);
  assert.equal(store.count()?.n, 0);
  db.close();
});
