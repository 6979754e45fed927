/** Backups that are known to work: the newest copy is tried in a folder beside, and a copy elsewhere is seen. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { makeArchive, rehearse } from "../../src/archive/mod.ts";
import { backupTo } from "../../src/db/mod.ts";
import { linesOf } from "../../src/wiring/backups.ts";
import { freshDatabase } from "../kit/fresh_database.ts";
import { testWorld } from "../kit/world.ts";

const PASSPHRASE = "twelve letters at least";

async function withCopies(
  use: (dir: string, made: { db: string; tar: string; closed: string }) => Promise<void>,
) {
  const dir = await Deno.makeTempDir();
  const source = freshDatabase(testWorld());
  try {
    await Deno.writeTextFile(join(dir, "gateway.env"), "INGEST_SECRET=a-secret-of-the-tests\n");
    const made = { db: join(dir, "a.db"), tar: join(dir, "b.tar"), closed: join(dir, "c.tar") };
    await backupTo(source, made.db);
    for (const [path, passphrase] of [[made.tar, PASSPHRASE], [made.closed, undefined]] as const) {
      await makeArchive({
        ...{ db: source, dataDir: dir, path, passphrase },
        ...{ now: 1_790_000_000, instance: "a.example", program: "0.0.0" },
      });
    }
    await use(dir, made);
  } finally {
    source.close();
    await Deno.remove(dir, { recursive: true });
  }
}

const left = (dir: string) =>
  [...Deno.readDirSync(dir)].map(({ name }) => name).filter((name) => /^restoring/.test(name));

Deno.test("a copy is tried whole, says which secrets come back, and leaves nothing", () =>
  withCopies(async (dir, { db, tar, closed }) => {
    const how = { passphrase: PASSPHRASE, counted: "cache" };
    assert.deepEqual(await rehearse(db, dir, how), { rows: 0, secrets: "none" });
    assert.deepEqual(await rehearse(tar, dir, how), { rows: 0, secrets: "all" });
    assert.equal((await rehearse(tar, dir, { ...how, passphrase: undefined })).secrets, "closed");
    assert.equal((await rehearse(closed, dir, how)).secrets, "none");
    assert.deepEqual(left(dir), []);
  }));

Deno.test("a copy that would not come back says why, and leaves nothing either", () =>
  withCopies(async (dir, { db, tar }) => {
    const how = { passphrase: PASSPHRASE, counted: "cache" };
    for (const path of [db, tar]) {
      const bytes = await Deno.readFile(path);
      bytes.fill(0x55, Math.floor(bytes.length / 3), Math.floor(bytes.length / 3) + 8192);
      await Deno.writeFile(path, bytes);
      await assert.rejects(rehearse(path, dir, how));
    }
    await Deno.writeFile(tar, (await Deno.readFile(tar)).subarray(0, 20_000));
    await assert.rejects(rehearse(tar, dir, how));
    assert.deepEqual(left(dir), []);
  }));

Deno.test("the line is written for the host's zone, when both ways to make the copy are done", () => {
  const time = (minutesEast: number) =>
    linesOf("/d/backups", minutesEast).rclone.split(" ").slice(0, 2).reverse().join(":");
  assert.deepEqual([0, 60, 120, 330, 540, -300, -480].map(time), [
    "3:47",
    "4:11",
    "5:11",
    "8:41",
    "12:11",
    "3:47",
    "3:47",
  ]);
  const { rclone, restic } = linesOf("/d/backups", 0);
  for (const line of [rclone, restic]) {
    assert.match(line, /'\/d\/backups'.* && touch '\/d\/backups\/copied-elsewhere'$/);
  }
});
