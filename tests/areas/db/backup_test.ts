/** Copies of a database in use: on a thread of its own, whole, and with how far it has come. */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { backupTo, Database, nightlyBackup } from "../../../src/db/mod.ts";
import { withFolder } from "../../kit/server.ts";
import { START } from "../../kit/world.ts";

/** A database of some megabytes. */
function filled(path: string): Database {
  const db = new Database(path);
  db.writeNow((tx) => {
    db.change<Record<never, never>>("CREATE TABLE note (text BLOB NOT NULL) STRICT")(tx, {});
    const add = db.change<Record<never, never>>("INSERT INTO note (text) VALUES (randomblob(100000))");
    for (let i = 0; i < 150; i++) add(tx, {});
  });
  return db;
}
const notes = (path: string): number => {
  const copy = new Database(path, { readOnly: true });
  try {
    return copy.sql<never, { n: number }>("SELECT count(*) AS n FROM note").get()!.n;
  } finally {
    copy.close();
  }
};

for (const beside of [true, false]) {
  Deno.test(`a copy is whole and says how far it has come (${beside ? "beside" : "here"})`, () =>
    withFolder(async (folder) => {
      const db = filled(join(folder, "gateway.db")), path = join(folder, "copy.db");
      const told: [number, number][] = [];
      let turns = 0;
      const timer = setInterval(() => turns++, 1);
      await backupTo(db, path, { beside, copied: (done, total) => told.push([done, total]) });
      clearInterval(timer);
      assert.equal(notes(path), 150);
      assert.ok(told.length > 2, String(told.length));
      assert.ok(told.every(([done, total], i) => done <= total && done > (told[i - 1]?.[0] ?? -1)));
      // The runtime copies in one turn: only on another thread others are served meanwhile.
      if (beside) assert.ok(turns > 0);
      db.close();
    }));
}

Deno.test("what is written while a copy is made is not in it, and the copy is of one moment", () =>
  withFolder(async (folder) => {
    const db = filled(join(folder, "gateway.db")), path = join(folder, "copy.db");
    let steps = 0, written = 0;
    await backupTo(db, path, {
      beside: true,
      copied: () => {
        if (steps++ > 2) return;
        db.writeNow((tx) =>
          db.change<Record<never, never>>("INSERT INTO note (text) VALUES (x'00')")(tx, {})
        );
        written++;
      },
    });
    assert.ok(written > 0);
    assert.equal(notes(path), 150);
    assert.equal(notes(db.path), 150 + written);
    db.close();
  }));

Deno.test("where no copy can be made nothing is left, whoever makes it", () =>
  withFolder(async (folder) => {
    const db = filled(join(folder, "gateway.db"));
    for (const beside of [true, false]) {
      await assert.rejects(backupTo(db, join(folder, "none", "copy.db"), { beside }));
    }
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => !name.startsWith("gateway")),
      [],
    );
    db.close();
  }));

Deno.test("what a killed copy left goes with the next one, and another program's files and a copy that is being made stay", () =>
  withFolder(async (folder) => {
    const db = filled(join(folder, "gateway.db")), copies = join(folder, "copies");
    await Deno.mkdir(copies);
    const dead = ["nightly-20260101-024100.db.partial", "gateway-20260101-120000.db.partial"];
    const others = ["film.db.partial", "nightly-20260101-024100.db", "gateway-20260102-120000.db.partial"];
    for (const name of [...dead, ...dead.map((name) => `${name}-journal`), ...others]) {
      await Deno.writeTextFile(join(copies, name), "left");
    }
    using alive = await Deno.open(join(copies, others[2]!), { write: true });
    await alive.lock(true);
    const path = await nightlyBackup(db, copies, START, 3);
    assert.deepEqual(
      [...Deno.readDirSync(copies)].map(({ name }) => name).sort(),
      [...others, basename(path)].sort(),
    );
    // A name that somebody laid out leads nowhere.
    const outside = join(folder, "outside");
    await Deno.writeTextFile(outside, "one's own");
    await Deno.symlink(outside, join(copies, "by-hand.db.partial"));
    await backupTo(db, join(copies, "by-hand.db"));
    assert.equal(await Deno.readTextFile(outside), "one's own");
    assert.equal(notes(join(copies, "by-hand.db")), 150);
    db.close();
  }));
