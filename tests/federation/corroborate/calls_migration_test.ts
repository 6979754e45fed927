/** What peers had said of finds before they were asked about several calls counts for the call that they were asked about. */
import assert from "node:assert/strict";
import { caseStore } from "../../../src/federation/corroborate/store.ts";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { testWorld } from "../../kit/world.ts";

Deno.test("questions and answers of before are kept, each with its call", () => {
  const db = new Database(":memory:");
  const world = testWorld();
  migrate(db, MIGRATIONS.filter(({ number }) => number < 470), world);
  db.writeNow((tx) =>
    db.exec(
      tx,
      `INSERT INTO fed_case (find, question, asked_at, round, state) VALUES (7, '{"callsign":"OE2FND-7"}', 5, 0, 'open');
       INSERT INTO fed_testimony (find, instance, said, asked_at, question, distance_m, at)
       VALUES (7, 'b.example', 'yes', 5, x'01', 200, 600), (7, 'c.example', 'unreached', 5, x'02', NULL, NULL);`,
    )
  );
  migrate(db, MIGRATIONS, world);
  const store = caseStore(db);
  assert.deepEqual(store.byFind(7)!.others, []);
  assert.deepEqual(
    store.testimonies(7).map(({ instance, call, said, distanceM }) => [instance, call, said, distanceM]),
    [["b.example", "OE2FND-7", "yes", 200], ["c.example", "OE2FND-7", "unreached", null]],
  );
  db.writeNow((tx) => store.forget(tx, { find: 7 }));
  assert.deepEqual(store.testimonies(7), []);
  db.close();
});
