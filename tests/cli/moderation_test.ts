/** Moderation at a shell: the same decisions, refusals in one line, and the log of them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { buildApp } from "../../src/app.ts";
import { Database, migrate, MIGRATIONS } from "../../src/db/mod.ts";
import { Settings } from "../../src/settings/mod.ts";
import { find, hide } from "../kit/seed_game.ts";
import type { TestApp } from "../kit/app.ts";
import { command } from "../kit/command.ts";
import { serverEnv, withFolder } from "../kit/server.ts";
import { testWorld } from "../kit/world.ts";

Deno.test("reports, moderate, audit and registries do at a shell what the routes do", () =>
  withFolder(async (folder) => {
    const env = { ...serverEnv(folder), ADMIN_CALLSIGNS: "OE1SYS" };
    const world = testWorld();
    const db = new Database(join(folder, "gateway.db"));
    migrate(db, MIGRATIONS, world);
    const settings = new Settings(env);
    settings.attach(db);
    const app = buildApp({
      world,
      settings,
      db,
      dataDir: folder,
      source: { version: "0", commit: null, tag: null },
    });
    const seeded = Object.assign(app, { world, settings, db }) as unknown as TestApp;
    const cache = await hide(seeded, "OE1ABC", { title: "Mill" });
    const log = await find(seeded, "DL1XYZ", cache.code, { text: "rude words" });
    const filed = await db.write((tx) =>
      app.moderation.reports.file(tx, { kind: "log", id: String(log.id), category: "offensive" }, undefined)
    );
    app.close();
    db.close();
    const run = async (...args: string[]) => {
      const done = await command(args, env);
      return { ...done, said: done.stdout + done.stderr };
    };
    const ok = async (...args: string[]) => {
      const done = await run(...args);
      assert.equal(done.code, 0, done.said);
      return done.stdout;
    };
    assert.match(await ok("reports"), /offensive log \d+: found of .* by DL1XYZ[\s\S]*1 open, 0 resolved/);
    const id = String(log.id);
    assert.match(
      await ok("moderate", "remove", "log", id, "--reason", "rude", "--dry"),
      /Touches: 1 log, 1 reports/,
    );
    const queue = JSON.parse(await ok("reports", "list", "--json"));
    assert.deepEqual([queue.counts.open, queue.reports.length, queue.nextBefore], [1, 1, null]);
    const older = JSON.parse(await ok("reports", "list", "--before", String(queue.reports[0].id), "--json"));
    assert.deepEqual([older.reports.length, older.counts.open], [0, 1]);
    assert.match(
      (await run("reports", "list", "--before", "0")).stderr,
      /--before takes the number of a report/,
    );
    assert.match(
      await ok("moderate", "remove", "log", id, "--reason", "rude words", "--report", String(filed.id)),
      /is removed/,
    );
    assert.equal(JSON.parse(await ok("reports", "list", "--json")).counts.open, 0);
    assert.match(
      (await run("moderate", "remove", "log", id, "--reason", "rude words")).stderr,
      /^That is not here any more/,
    );
    assert.match(
      (await run("moderate", "remove", "dog", id, "--reason", "rude words")).stderr,
      /The kind takes one of cache, log/,
    );
    assert.match(
      (await run("moderate", "remove", "log", id, "--reason", "x")).stderr,
      /--reason takes 3 to 500/,
    );
    assert.match(
      await ok("moderate", "remove", "cache", cache.code, "--reason", "a cliff"),
      /Mill is removed/,
    );
    assert.match(
      await ok("moderate", "restore", cache.code, "--reason", "the other one"),
      /is back, disabled/,
    );
    const rows = JSON.parse(await ok("audit", "--json"));
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [row.actor, row.action, row.kind]),
      [["CLI", "restore", "cache"], ["CLI", "remove", "cache"], ["CLI", "remove", "log"]],
    );
    assert.equal((await ok("audit", "--about", "DL1XYZ-7")).trim().split("\n").length, 1);
    assert.match((await run("audit", "--limit", "0")).stderr, /--limit takes/);
    assert.match(await ok("registries", "off", "builtin"), /is off/);
    assert.equal(JSON.parse(await ok("registries", "--json")).registries[0].enabled, false);
    const [switched] = JSON.parse(await ok("audit", "--action", "registry-change", "--json"));
    assert.deepEqual([switched.actor, switched.targetId, switched.reason], ["CLI", "builtin", "off"]);
  }));
