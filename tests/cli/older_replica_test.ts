/** A replica that an older version wrote: made ready to serve like any other. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { makeReady } from "../../src/cli/commands/backups/from_replica.ts";
import { Database, leaseOf, migrate, MIGRATIONS, pendingMigrations } from "../../src/db/mod.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

Deno.test("a copy from before there were leases is brought up to date and numbered anew", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    const older = new Database(join(folder, "gateway.db"));
    migrate(older, MIGRATIONS.filter(({ number }) => number < 220), world);
    older.writeNow((tx) => older.sql("INSERT INTO fed_counter (kind, last) VALUES ('bulletin', 7)").run(tx));
    older.close();
    await makeReady(folder, world, { takeOver: true });
    const db = new Database(join(folder, "gateway.db"));
    assert.deepEqual(pendingMigrations(db, MIGRATIONS), []);
    assert.equal(leaseOf(db, world).held(), undefined);
    assert.equal(db.sql<never, { last: number }>("SELECT last FROM fed_counter").get()!.last, 1007);
    db.close();
  }));
