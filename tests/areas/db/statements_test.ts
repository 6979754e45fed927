import assert from "node:assert/strict";
import { Database } from "../../../src/db/mod.ts";
import { testApp } from "../../kit/app.ts";
import { freshDatabase } from "../../kit/fresh_database.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("every statement of the whole program can be prepared", () => {
  const world = testWorld();
  const db = freshDatabase(world, { eager: true });
  testApp({}, { world, db }).close();
  db.close();
});

Deno.test("a statement is prepared at its first use; where all are to be, at once", () => {
  const lazy = new Database(":memory:"), eager = new Database(":memory:", { eager: true });
  const late = lazy.sql("SELECT n FROM later");
  assert.throws(() => late.get(), /no such table: later/);
  lazy.writeNow((tx) => lazy.exec(tx, "CREATE TABLE later (n INTEGER) STRICT; INSERT INTO later VALUES (7)"));
  assert.deepEqual({ ...late.get() }, { n: 7 });
  assert.throws(() => eager.sql("SELECT n FROM later"), /no such table: later/);
  for (const db of [lazy, eager]) db.close();
});
