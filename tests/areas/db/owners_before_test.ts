/** What stood in a database before messages and stages said whose they are is given to whom it was, as far as anybody knows. */
import assert from "node:assert/strict";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("messages of before are their holders' of then; stages of before count, whatever limits say", () => {
  const db = new Database(":memory:"), world = testWorld();
  migrate(db, MIGRATIONS.filter(({ number }) => number < 810), world);
  const run = (sql: string) => db.writeNow((tx) => db.sql(sql).run(tx));
  for (const id of [1, 2]) run(`INSERT INTO account (id, created_at) VALUES (${id}, 0)`);
  run(
    "INSERT INTO held_call (base, account_id, held_since, is_primary) VALUES ('OE1OWN', 1, 10, 1), ('DL1XYZ', 2, 100, 1)",
  );
  run(
    "INSERT INTO verification (base, method, verified_at) VALUES ('OE1OWN', 'sysop', 20), ('DL1XYZ', 'sysop', 110)",
  );
  run(
    "INSERT INTO call_event (base, action, from_account, to_account, actor, at) VALUES ('DL1XYZ', 'released', NULL, NULL, 'OE1SYS', 90)",
  );
  const message = (at: number, delivery: string | null) =>
    run(
      `INSERT INTO message (at, from_call, to_call, from_base, to_base, body, direction, transport, bulletin, delivery)
       VALUES (${at}, 'OE1OWN', 'DL1XYZ-7', 'OE1OWN', 'DL1XYZ', 'x', 'rx', 'tnc', 0, ${
        delivery ? "'here'" : "NULL"
      })`,
    );
  message(50, null);
  message(95, null);
  message(120, "here");
  message(15, "here");
  run(
    `INSERT INTO cache (id, owner_account, owner_call, code, code_key, title, description, hint, type, size, difficulty, terrain,
       tags, status, scope, unlisted, rating_policy, source, created_at, updated_at)
     VALUES (1, 1, 'OE1OWN', 'XX1', 'XX1', 'T', '', '', 'multi', 'small', 1, 1, '[]', 'draft', 'local', 0, 'off', 'native', 0, 0)`,
  );
  run("INSERT INTO stage (cache_id, n, unlock, clue, radius_m, bits) VALUES (1, 1, 'open', 'under', 60, 0)");
  run("UPDATE member_room_limit SET of_account = 10, of_newcomer = 10");
  const bytes = () => db.sql<never, { bytes: number }>("SELECT bytes FROM member_room").get()!.bytes;
  const before = bytes();
  migrate(db, MIGRATIONS, world);
  assert.equal(bytes() - before, 64 + "under".length);
  assert.deepEqual(
    db.sql(
      "SELECT at, from_account AS f, from_proven AS fp, to_account AS t, to_proven AS tp FROM message ORDER BY at",
    )
      .all().map((row) => Object.values(row as object)),
    [
      [15, 1, 0, null, 1],
      [50, 1, 1, null, 1],
      [95, 1, 1, null, 0],
      [120, 1, 1, 2, 1],
    ],
  );
  db.close();
});
