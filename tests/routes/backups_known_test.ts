/** What the instance says of its copies: whether the newest would come back, and whether one lies elsewhere. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { testApp } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";

function opened() {
  const app = testApp();
  const folder = join(app.dataDir, "backups"),
    { run } = app.jobs.find(({ name }) => name === "backup-trial")!;
  const line = async (key: string) => {
    const { items } = (await app.operator.get("/api/admin/setup")).body;
    return items.find((one: { key: string }) => one.key === key);
  };
  const copies = async () => (await app.operator.get("/api/admin/backups")).body;
  return { app, folder, run, line, copies };
}

Deno.test("the newest copy is tried: so many caches would come back, in so many seconds", async () => {
  const { app, run, line, copies } = opened();
  using _ = app;
  await run();
  assert.equal((await copies()).trial, null, "there is nothing to try");
  for (const title of ["One", "Two"]) await hide(app, "OE1XYZ", { title });
  const made = await app.operator.post("/api/admin/backup");
  assert.equal(made.status, 201, made.text);
  await run();
  const { trial } = await copies();
  assert.deepEqual([trial.name, trial.caches, trial.secrets, trial.error], [made.body.name, 2, "none", null]);
  const { status, values } = await line("BACKUP");
  assert.deepEqual([status, values.caches, values.secrets, values.holds], ["ok", 2, "none", "database"]);
  assert.ok(values.seconds >= 1);
});

Deno.test("a copy that would not come back is a fault of the checklist, until a good one is tried", async () => {
  const { app, folder, run, line, copies } = opened();
  using _ = app;
  const { body } = await app.operator.post("/api/admin/backup");
  const file = join(folder, body.name), good = await Deno.readFile(file);
  await Deno.writeFile(file, good.subarray(0, good.length >> 1));
  await assert.rejects(async () => await run());
  assert.equal((await line("BACKUP")).reason, "BACKUP.unsound");
  assert.ok((await copies()).trial.error);
  await Deno.writeFile(file, good);
  await run();
  assert.equal((await line("BACKUP")).reason, null);
});

Deno.test("a copy elsewhere is a line of the checklist: never, seen, late", async () => {
  const { app, folder, line, copies } = opened();
  using _ = app;
  assert.equal((await line("ELSEWHERE")).status, "ok", "without a copy there is nothing to take away");
  await app.operator.post("/api/admin/backup");
  assert.equal((await line("ELSEWHERE")).reason, "ELSEWHERE.never");
  const { elsewhere } = await copies();
  const path = /touch '([^']+)'$/.exec(elsewhere.rclone)![1]!;
  assert.equal(path, join(await Deno.realPath(folder), "copied-elsewhere"));
  await Deno.writeTextFile(path, "");
  const now = app.world.now();
  await Deno.utime(path, now, now);
  assert.equal((await line("ELSEWHERE")).status, "ok");
  assert.equal((await copies()).elsewhere.lastAt, now);
  await Deno.utime(path, now - 4 * 86_400, now - 4 * 86_400);
  const late = await line("ELSEWHERE");
  assert.deepEqual([late.reason, late.values.n], ["ELSEWHERE.late", 4]);
});
