/** A damaged page shows: after the nightly check, also after a restart, and as soon as somebody meets it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database, migrate, MIGRATIONS } from "../../../src/db/mod.ts";
import { runJob } from "../../../src/jobs/mod.ts";
import { testApp } from "../../kit/app.ts";
import { withFolder } from "../../kit/server.ts";
import { testWorld } from "../../kit/world.ts";

const PAGE = 4096, MARK = "mark of the page ";

/** A database with a table of many pages, one of which is damaged unless told otherwise. */
function laid(folder: string, { isDamaged = true } = {}): Database {
  const path = join(folder, "gateway.db");
  const db = new Database(path);
  migrate(db, MIGRATIONS, testWorld());
  db.writeNow((tx) => {
    const add = db.change<{ label: string }>(
      "INSERT INTO audit_log (at, actor, action, kind, target_id, label, reason) VALUES (0, '', '', '', '', :label, '')",
    );
    for (let i = 0; i < 100; i++) add(tx, { label: MARK.repeat(20) });
  });
  db.close();
  if (isDamaged) {
    const bytes = Deno.readFileSync(path);
    const at = Buffer.from(bytes).indexOf(MARK.repeat(20));
    bytes.fill(0xa5, at - at % PAGE, at - at % PAGE + 64);
    Deno.writeFileSync(path, bytes);
  }
  return new Database(path);
}

Deno.test("the nightly check finds a damaged page; health and the checklist say so, also after a restart", () =>
  withFolder(async (folder) => {
    const world = testWorld(), env = { BACKUP_KEEP: "0" };
    const db = laid(folder);
    const app = testApp(env, { db, world, dataDir: folder });
    await runJob(app.jobs.find(({ name }) => name === "database-check")!, world, app.jobRuns);
    app.close();
    db.close();
    const again = new Database(join(folder, "gateway.db"));
    const later = testApp(env, { db: again, world, dataDir: folder });
    const health = await later.visitor.get("/health");
    assert.deepEqual([health.status, health.body.ok, health.body.db], [503, false, "damaged"]);
    const { items } = (await later.operator.get("/api/admin/setup")).body;
    const line = items.find(({ key }: { key: string }) => key === "DATABASE");
    assert.deepEqual([line.level, line.status, line.reason], ["blocking", "warn", "DATABASE.damaged"]);
    const { jobs } = (await later.operator.get("/api/admin/jobs")).body;
    assert.match(jobs.find(({ name }: { name: string }) => name === "database-check").failed, /is damaged/);
    later.close();
    again.close();
  }));

Deno.test("a damaged page that somebody meets shows at once, and a sound file is said to be sound", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    await Deno.mkdir(join(folder, "sound"));
    for (const [isDamaged, said] of [[true, "damaged"], [false, "ok"]] as const) {
      const dataDir = isDamaged ? folder : join(folder, "sound");
      const db = laid(dataDir, { isDamaged });
      const app = testApp({}, { db, world, dataDir });
      assert.equal((await app.visitor.get("/health")).body.db, "ok");
      const meet = () => db.sql("SELECT max(label) FROM audit_log").all();
      if (isDamaged) assert.throws(meet);
      else meet();
      assert.equal((await app.visitor.get("/health")).body.db, said);
      app.close();
      db.close();
    }
  }));
