/** Who may bring an instance back by the browser, and when: an operator alone on a host that nobody has used. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { HostControl, WaitingBackup } from "../../src/admin/mod.ts";
import { putWaiting, restoringOf } from "../../src/cli/commands/backups/waiting.ts";
import { openDatabase } from "../../src/cli/house/house.ts";
import { HostFile } from "../../src/settings/mod.ts";
import { refused, testApp } from "../kit/app.ts";
import { filesWithin } from "../kit/files.ts";
import { hide } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

const READY: WaitingBackup = {
  instance: "hill.example",
  madeAt: 1,
  program: "1",
  media: 0,
  secrets: "none",
  schema: "1",
  behind: 0,
};

Deno.test("only a fresh host takes a backup: not once somebody else is there, or a cache is hidden", async () => {
  const done: string[] = [];
  const host: HostControl = {
    file: new HostFile("/nowhere/gateway.env", {}),
    restart: () => void done.push("restart"),
    restoring: {
      check: () => Promise.resolve(READY),
      waiting: () => Promise.resolve(READY),
      drop: () => Promise.resolve(void done.push("drop")),
      go: () => Promise.resolve(void done.push("go")),
    },
  };
  {
    using app = testApp({}, { host });
    const sysop = await app.sysop();
    assert.equal((await sysop.get("/api/admin/restore")).body.fresh, true);
    const member = await app.signIn("OE9ABC");
    await refused(app, 403, "not_sysop", () => member.post("/api/admin/restore/go"));
    await refused(app, 401, "no_session", () => app.operator.post("/api/admin/restore/go"));
    assert.equal((await sysop.get("/api/admin/restore")).body.fresh, false);
    await refused(app, 409, "not_fresh", () => sysop.post("/api/admin/restore/go"));
    await refused(app, 409, "not_fresh", () => sysop.post("/api/admin/restore", { upload: "any" }));
  }
  {
    using app = testApp({}, { host });
    const sysop = await app.sysop();
    const call = (await sysop.get("/api/admin/whoami")).body.callsign;
    await hide(app, call, { title: "Mine" });
    await refused(app, 409, "not_fresh", () => sysop.post("/api/admin/restore/go"));
  }
  assert.deepEqual(done, []);
  {
    using app = testApp({}, { host });
    const sysop = await app.sysop();
    assert.deepEqual((await sysop.post("/api/admin/restore/go")).body, { restarts: true });
    assert.deepEqual(done, ["go", "restart"]);
  }
  using app = testApp();
  const sysop = await app.sysop();
  await refused(app, 409, "restore_not_here", () => sysop.post("/api/admin/restore/go"));
});

Deno.test("where the disk has no room to put it in place, the present instance stays as it is", () =>
  withFolder(async (dataDir) => {
    const world = testWorld();
    (await openDatabase(dataDir, world)).close();
    const before = filesWithin(dataDir), folder = join(dataDir, "restore-waiting");
    Deno.mkdirSync(join(folder, "media"), { recursive: true });
    Deno.writeTextFileSync(join(folder, "gateway.env"), "OTHER=1");
    Deno.writeTextFileSync(join(folder, "ready.json"), JSON.stringify({ ...READY, secrets: "opened" }));
    Deno.copyFileSync(join(dataDir, "gateway.db"), join(folder, "gateway.db"));
    assert.equal(await putWaiting(dataDir, world, true), false, "nobody has asked for it");
    await restoringOf(dataDir, world).go();
    // The folder of what is kept aside cannot be made, as on a disk that is full.
    Deno.writeTextFileSync(join(dataDir, "backups"), "in the way");
    assert.equal(await putWaiting(dataDir, world, true), false);
    Deno.removeSync(join(dataDir, "backups"));
    assert.deepEqual(filesWithin(dataDir).filter(([name]) => name !== "serve.lock"), before);
    assert.equal(
      (await restoringOf(dataDir, world).waiting())?.instance,
      "hill.example",
      "it is ready still",
    );
    await restoringOf(dataDir, world).go();
    assert.equal(await putWaiting(dataDir, world, true), true);
    assert.equal(Deno.readTextFileSync(join(dataDir, "gateway.env")), "OTHER=1");
  }));
