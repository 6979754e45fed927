/** Another program has the database's lock: who reads is answered, who writes waits outside the event loop, and not for ever. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { refusal } from "../../../src/http/answers/answer.ts";
import { Database } from "../../../src/db/mod.ts";

function held(busyMs: number) {
  const path = Deno.makeTempFileSync({ suffix: ".db" });
  const db = new Database(path, { busyMs }), other = new DatabaseSync(path);
  db.writeNow((tx) => db.exec(tx, "CREATE TABLE note (text TEXT NOT NULL) STRICT"));
  const add = db.change<{ text: string }>("INSERT INTO note (text) VALUES (:text)");
  const notes = () =>
    db.sql<never, { text: string }>("SELECT text FROM note ORDER BY rowid").all().map(({ text }) => text);
  return {
    db,
    other,
    notes,
    write: (text: string) => db.write((tx) => void add(tx, { text })),
    end() {
      other.close();
      db.close();
      Deno.removeSync(path);
    },
  };
}

Deno.test("reads go on while a write waits for another program's lock, and it is written when that is given back", async () => {
  const { db, other, notes, write, end } = held(60_000);
  await write("before");
  other.exec("BEGIN IMMEDIATE");
  let isWritten = false;
  const waiting = Promise.all([write("one"), write("two")]).then(() => isWritten = true);
  // Many turns of the loop, each with a read, in the time in which one wait used to hold all of them.
  for (let n = 0; n < 20; n++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(notes(), ["before"]);
  }
  assert.deepEqual([isWritten, db.isHeldUp], [false, true]);
  other.exec("ROLLBACK");
  await waiting;
  assert.deepEqual([notes(), db.isHeldUp], [["before", "one", "two"], false]);
  await write("after");
  assert.equal(notes().length, 4);
  end();
});

Deno.test("who has waited long enough is refused with when to come again, and nothing is kept", async () => {
  const { other, notes, write, end } = held(100);
  other.exec("BEGIN IMMEDIATE");
  await assert.rejects(write("late"), { reason: "database_busy", kind: "unavailable" });
  other.exec("ROLLBACK");
  assert.deepEqual(notes(), []);
  await write("again");
  assert.deepEqual(notes(), ["again"]);
  end();
});

Deno.test("the answer to who waited long enough is 503 with retry-after", async () => {
  const { db, other, end } = held(60);
  other.exec("BEGIN IMMEDIATE");
  const error = await db.write(() => {}).catch((error) => error);
  const answer = refusal(error);
  assert.deepEqual([answer.status, answer.headers.get("retry-after")], [503, "5"]);
  assert.equal((await answer.json()).reason, "database_busy");
  other.exec("ROLLBACK");
  end();
});
