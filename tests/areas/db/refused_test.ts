/** A database that this version refuses stays as it was: the file, its log, and what lies beside them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Database, migrate, MIGRATIONS, refuseForeign } from "../../../src/db/mod.ts";
import { openDatabase } from "../../../src/cli/house/house.ts";
import { openBoxDatabase } from "../../../src/box/run/box.ts";
import { filesWithin } from "../../kit/files.ts";
import { withFolder } from "../../kit/server.ts";
import { testWorld } from "../../kit/world.ts";

const world = testWorld();

/** A database of this program that a newer version has migrated. */
function newer(path: string): void {
  const db = new Database(path);
  migrate(db, MIGRATIONS, world);
  db.writeNow((tx) => db.exec(tx, "INSERT INTO schema_migration VALUES (9999, '9999_future', 0, '')"));
  db.close();
}

/** Another program's, in the mode in which SQLite makes files. */
function foreign(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE bookmark (url TEXT)");
  db.close();
}

/** Ours, whose list of tables is damaged. */
function damaged(path: string): void {
  const db = new Database(path);
  migrate(db, MIGRATIONS, world);
  db.close();
  const file = Deno.openSync(path, { write: true });
  file.seekSync(100, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(3000).fill(0xff));
  file.close();
}

const REFUSED: [what: string, make: (path: string) => void, reason: string][] = [
  ["made by a newer version", newer, "database_newer"],
  ["of another program", foreign, "database_foreign"],
  ["damaged", damaged, "database_unreadable"],
  ["no database", (path) => Deno.writeTextFileSync(path, "text ".repeat(1000)), "database_unreadable"],
];
for (const [what, make, reason] of REFUSED) {
  Deno.test(`a file that is ${what} is refused and not touched`, () =>
    withFolder(async (folder) => {
      make(join(folder, "gateway.db"));
      const before = filesWithin(folder);
      assert.deepEqual(before.map(([name]) => name), ["gateway.db"]);
      await assert.rejects(openDatabase(folder, world), { reason });
      assert.deepEqual(filesWithin(folder), before);
    }));
}

Deno.test("where the newer version was killed, its log is left to it", () =>
  withFolder(async (folder) => {
    const path = join(folder, "gateway.db"), crashed = join(folder, "crashed");
    const first = new Database(path);
    migrate(first, MIGRATIONS, world);
    first.close();
    const db = new Database(path);
    db.writeNow((tx) => db.exec(tx, "INSERT INTO schema_migration VALUES (9999, '9999_future', 0, '')"));
    await Deno.mkdir(crashed);
    for (const name of ["gateway.db", "gateway.db-wal"]) {
      await Deno.copyFile(join(folder, name), join(crashed, name));
    }
    db.close();
    const log = () => filesWithin(crashed).filter(([name]) => name !== "gateway.db-shm");
    const before = log();
    await assert.rejects(openDatabase(crashed, world), { reason: "database_newer" });
    assert.deepEqual(log(), before);
  }));

Deno.test("a box refuses another program's file as well, and one that is not there is no reason to make it", () =>
  withFolder((folder) => {
    foreign(join(folder, "box.db"));
    const before = filesWithin(folder);
    assert.throws(() => openBoxDatabase(folder, world), { reason: "database_foreign" });
    refuseForeign(join(folder, "none.db"), MIGRATIONS);
    assert.deepEqual(filesWithin(folder), before);
    return Promise.resolve();
  }));
