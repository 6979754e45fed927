/** A restore that is cut off at any of its steps: the next start finds the old database or the new one, and never none. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openDatabase } from "../../src/cli/house/house.ts";
import { putInPlace } from "../../src/cli/house/put_in_place.ts";
import { lockDataDir } from "../../src/cli/running.ts";
import { backupsIn, Database } from "../../src/db/mod.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

const world = testWorld();

async function saying(folder: string, text: string): Promise<Database> {
  const db = await openDatabase(folder, world);
  db.writeNow((tx) =>
    db.change<{ text: string }>(
      "INSERT OR REPLACE INTO setting (key, value, saved_at, saved_by) VALUES ('said', :text, 0, '')",
    )(tx, { text })
  );
  return db;
}
function said(db: Database): string | undefined {
  const row = db.sql<never, { value: string }>("SELECT value FROM setting WHERE key = 'said'").get();
  db.close();
  return row?.value;
}

/** The steps at which a power cut leaves something: what of the folder is there then. */
const CUTS: [what: string, lay: (folder: string) => void, then: "old" | "new"][] = [
  ["while it copies", (at) => {
    Deno.writeTextFileSync(join(at, "gateway.db.restoring.partial"), "half");
  }, "old"],
  ["once the copy is whole", (at) => copyNew(at), "old"],
  ["once the old database is aside", (at) => {
    copyNew(at);
    Deno.mkdirSync(join(at, "backups"));
    Deno.renameSync(join(at, "gateway.db"), join(at, "backups/replaced-20260601-120000.db"));
  }, "new"],
];
const copyNew = (at: string) => Deno.copyFileSync(join(at, "copy.db"), join(at, "gateway.db.restoring"));

for (const [what, lay, then] of CUTS) {
  Deno.test(`a restore that is cut off ${what}: the next start has the ${then} database, with its log`, () =>
    withFolder(async (folder) => {
      const other = join(folder, "other");
      await Deno.mkdir(other);
      const copied = await saying(other, "new");
      await copied.backup(join(folder, "copy.db"));
      copied.close();
      // Killed, so that its last word is in its log alone.
      const killed = join(folder, "killed"), live = await saying(folder, "old");
      await Deno.mkdir(killed);
      for (const name of ["gateway.db", "gateway.db-wal"]) {
        await Deno.copyFile(join(folder, name), join(killed, name));
      }
      await Deno.copyFile(join(folder, "copy.db"), join(killed, "copy.db"));
      live.close();
      lay(killed);
      assert.equal(said(await openDatabase(killed, world)), then);
      const [aside] = backupsIn(join(killed, "backups")).filter(({ name }) => name.startsWith("replaced-"));
      assert.equal(aside === undefined, then === "old");
      if (aside) assert.equal(said(new Database(aside.file)), "old", "and its log went with it");
    }));
}

Deno.test("a command beside a restore that runs neither finishes it nor makes a database", () =>
  withFolder(async (folder) => {
    (await saying(folder, "old")).close();
    await Deno.rename(join(folder, "gateway.db"), join(folder, "gateway.db.restoring"));
    {
      using _restore = lockDataDir(folder);
      await assert.rejects(openDatabase(folder, world), { reason: "server_running" });
      await assert.rejects(Deno.stat(join(folder, "gateway.db")), Deno.errors.NotFound);
    }
    assert.equal(said(await openDatabase(folder, world)), "old");
  }));

Deno.test("a restore that cannot copy changes nothing and leaves nothing", () =>
  withFolder(async (folder) => {
    (await saying(folder, "old")).close();
    const names = () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    const before = names();
    await assert.rejects(putInPlace(join(folder, "gateway.db"), (to) => {
      Deno.writeTextFileSync(to, "half");
      return Promise.reject(new Deno.errors.WriteZero("cut"));
    }, "20260601-120000"));
    assert.deepEqual(names(), before);
    assert.equal(said(await openDatabase(folder, world)), "old");
  }));
