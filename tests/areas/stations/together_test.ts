/** Batches that wait together go into one write, and nobody pays for a neighbour's bad one. */
import assert from "node:assert/strict";
import { Database } from "../../../src/db/mod.ts";
import { Together } from "../../../src/stations/receiving/together.ts";

function fresh() {
  const db = new Database(":memory:");
  db.writeNow((tx) =>
    db.exec(tx, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT")
  );
  return {
    db,
    add: db.sql<{ text: string }>("INSERT INTO note (text) VALUES (:text)"),
    all: db.sql<never, { text: string }>("SELECT text FROM note ORDER BY id"),
  };
}

Deno.test("Together writes at once what came at once; what fails is done again piece by piece", async () => {
  const { db, add, all } = fresh();
  const rounds: number[] = [];
  const together = new Together<string[], number>(
    (given) => {
      rounds.push(given.length);
      return db.write((tx) => given.map((texts) => texts.map((text) => add.run(tx, { text })).length));
    },
    (texts) => texts.length,
    4,
  );
  assert.deepEqual(await Promise.all([together.add(["a"]), together.add(["b", "c"])]), [1, 2]);
  assert.deepEqual(rounds.splice(0), [2]);
  const settled = await Promise.allSettled([
    together.add(["d"]),
    together.add(["x", "a"]), // "a" is there already: neither is kept
    together.add(["e"]),
    together.add(["f", "g", "h", "i", "j"]), // more than fits: alone
  ]);
  assert.deepEqual(settled.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  assert.deepEqual(rounds, [3, 1, 1, 1, 1]);
  assert.deepEqual(all.all().map((row) => row.text).sort().join(""), "abcdefghij");
  db.close();
});
