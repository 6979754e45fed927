/** The old version finds its own database again, wherever it was cut off before; a newer one heeds no word for the old. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { obeyGoingBack } from "../../src/release/mod.ts";
import { sayGoingBack } from "../../src/release/going_back.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

/** A database that a newer version has brought up to date, and the copy from before. */
async function upgraded(folder: string): Promise<number> {
  await Deno.mkdir(join(folder, "backups"));
  const since = Date.now() - 1000;
  const db = new Database(join(folder, "gateway.db"));
  migrate(db, MIGRATIONS, testWorld());
  db.writeNow((tx) =>
    db.exec(tx, "INSERT INTO setting (key, value, saved_at, saved_by) VALUES ('K', 'kept', 0, 'x')")
  );
  await db.backup(join(folder, "backups/before-9999_future.db"));
  db.writeNow((tx) => db.exec(tx, "INSERT INTO schema_migration VALUES (9999, '9999_future', 0, '')"));
  db.close();
  return since;
}
function valueOf(path: string): string | undefined {
  const db = new Database(path);
  try {
    return db.sql<never, { value: string }>("SELECT value FROM setting").get()?.value;
  } finally {
    db.close();
  }
}
const newest = (path: string) => {
  const db = new Database(path, { readOnly: true });
  const row = db.sql<never, { n: number }>("SELECT max(number) AS n FROM schema_migration").get()!;
  db.close();
  return row.n;
};

Deno.test("the copy from before the migration takes its place; the newer one is kept aside", () =>
  withFolder(async (folder) => {
    const since = await upgraded(folder), path = join(folder, "gateway.db");
    assert.equal(await obeyGoingBack(folder, "0.1.0"), undefined, "nobody goes back");
    sayGoingBack(folder, "0.1.0", since);
    assert.equal(await obeyGoingBack(folder, "9.9.9"), undefined, "the word is for another version");
    assert.equal(newest(path), 9999);
    assert.equal(await obeyGoingBack(folder, "0.1.0"), join(folder, "backups/before-9999_future.db"));
    assert.notEqual(newest(path), 9999);
    assert.equal(valueOf(path), "kept");
    assert.equal(newest(join(folder, `backups/newer-${since}.db`)), 9999);
    assert.equal(await obeyGoingBack(folder, "0.1.0"), undefined, "once");

    // Cut off when the newer one was aside already.
    sayGoingBack(folder, "0.1.0", since);
    for (const suffix of ["", "-wal", "-shm"]) await Deno.remove(path + suffix).catch(() => {});
    assert.notEqual(await obeyGoingBack(folder, "0.1.0"), undefined);
    assert.equal(valueOf(path), "kept");
  }));

Deno.test("a note that cannot be read is said, not taken for none: nothing is touched", () =>
  withFolder(async (folder) => {
    const since = await upgraded(folder),
      path = join(folder, "gateway.db"),
      note = join(folder, "going-back.json");
    await Deno.mkdir(note);
    await assert.rejects(obeyGoingBack(folder, "0.1.0"), /cannot be read .*: give it to the user/);
    await Deno.remove(note);
    await Deno.writeTextFile(note, `{"to": "0.1.0", "si`);
    await assert.rejects(obeyGoingBack(folder, "0.1.0"), /cannot be read/);
    assert.equal(newest(path), 9999);
    sayGoingBack(folder, "0.1.0", since);
    assert.notEqual(await obeyGoingBack(folder, "0.1.0"), undefined);
  }));

Deno.test("a database that the old version can use stays, and no copy from before the upgrade is taken", () =>
  withFolder(async (folder) => {
    const since = await upgraded(folder), path = join(folder, "gateway.db");
    sayGoingBack(folder, "0.1.0", since + 3_600_000);
    assert.equal(await obeyGoingBack(folder, "0.1.0"), undefined, "the copy is older than the upgrade");
    assert.equal(newest(path), 9999);
    for (const suffix of ["-wal", "-shm"]) await Deno.remove(path + suffix).catch(() => {});
    await Deno.copyFile(join(folder, "backups/before-9999_future.db"), path);
    sayGoingBack(folder, "0.1.0", since);
    assert.equal(await obeyGoingBack(folder, "0.1.0"), undefined);
    assert.equal(valueOf(path), "kept");
  }));

Deno.test("a newer database that cannot be set aside is not written over: the way back stays open", () =>
  withFolder(async (folder) => {
    const since = await upgraded(folder), aside = join(folder, `backups/newer-${since}.db`);
    sayGoingBack(folder, "0.1.0", since);
    await Deno.mkdir(join(aside, "taken"), { recursive: true });
    await assert.rejects(obeyGoingBack(folder, "0.1.0"));
    assert.equal(newest(join(folder, "gateway.db")), 9999);
    await Deno.remove(aside, { recursive: true });
    assert.notEqual(await obeyGoingBack(folder, "0.1.0"), undefined, "the note is still there");
    assert.equal(valueOf(join(folder, "gateway.db")), "kept");
    assert.equal(newest(aside), 9999);
  }));

Deno.test("a database with one migration is one that a version can go on with; one with none is not", async () => {
  for (const [count, stays] of [[1, true], [0, false]] as const) {
    await withFolder(async (folder) => {
      const since = await upgraded(folder), path = join(folder, "gateway.db");
      for (const suffix of ["", "-wal", "-shm"]) await Deno.remove(path + suffix).catch(() => {});
      const db = new Database(path);
      migrate(db, MIGRATIONS.slice(0, count), testWorld());
      db.close();
      sayGoingBack(folder, "0.1.0", since);
      assert.equal(await obeyGoingBack(folder, "0.1.0") === undefined, stays, `${count}`);
    });
  }
});
