/** Upkeep from the browser: backups, disk, events. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { diskUse } from "../../src/admin/disk_use.ts";
import { keptProblems, Problems } from "../../src/admin/mod.ts";
import { Database } from "../../src/db/mod.ts";
import { appTest, refused, testApp } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";

Deno.test("a backup is made, listed, downloaded by the sysop alone, and is the database", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop();
    await hide(app, "OE1XYZ", { title: "In the copy" });
    const made = await sysop.post("/api/admin/backup");
    assert.equal(made.status, 201);
    assert.match(made.body.name, /^gateway-\d{8}-\d{6}\.db$/);
    const listed = (await app.operator.get("/api/admin/backups")).body.backups;
    assert.deepEqual(listed.map(({ name }: { name: string }) => name), [made.body.name]);
    const copy = new Database(join(dataDir, "backups", made.body.name), { readOnly: true });
    assert.deepEqual(
      copy.sql<never, { title: string }>("SELECT title FROM cache").all().map((row) => row.title),
      [
        "In the copy",
      ],
    );
    copy.close();
    const path = `/api/admin/backups/${made.body.name}`;
    const got = await sysop.get(path);
    assert.deepEqual([got.status, got.headers.get("content-length"), got.headers.get("cache-control")], [
      200,
      String(made.body.bytes),
      "private, no-store",
    ]);
    assert.ok(got.text.startsWith("SQLite format 3"));
    assert.equal((await app.operator.get(path)).status, 401, "the secret of scripts does not open it");
    const before = app.fingerprint();
    for (const name of ["gateway.db", "..%2Fgateway.db", "none.db", ".."]) {
      assert.equal((await sysop.get(`/api/admin/backups/${name}`)).status, 404, name);
    }
    assert.equal(app.fingerprint(), before);
  }));

Deno.test("a copy made by hand stays until the sysop deletes it, with its log files, and nothing else goes", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop(), member = await app.signIn("OE1XYZ");
    const first = (await sysop.post("/api/admin/backup")).body.name;
    app.world.pass(1);
    const second = (await sysop.post("/api/admin/backup")).body.name;
    const folder = join(dataDir, "backups");
    Deno.writeTextFileSync(join(folder, `${first}-wal`), "log");
    Deno.writeTextFileSync(join(folder, "note.txt"), "mine");
    Deno.writeTextFileSync(join(dataDir, "other.db"), "not listed");
    const files = () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    const all = files();
    const path = `/api/admin/backups/${first}`;
    await refused(app, 401, "no_session", () => app.visitor.delete(path));
    await refused(app, 403, "not_sysop", () => member.delete(path));
    for (const name of ["..%2Fother.db", "other.db", "note.txt", `${first}-wal`]) {
      await refused(app, 404, "no_such_backup", () => sysop.delete(`/api/admin/backups/${name}`));
    }
    assert.equal((await app.operator.delete(path)).status, 401, "the secret of scripts deletes none");
    assert.deepEqual(files(), all);
    assert.equal((await sysop.delete(path)).status, 200);
    assert.deepEqual(files(), [second, "note.txt"].sort());
    assert.deepEqual(
      app.db.sql<never, { label: string }>("SELECT label FROM audit_log WHERE action = 'delete backup'").all()
        .map(({ label }) => label),
      [first],
    );
    await refused(app, 404, "no_such_backup", () => sysop.delete(path));
  }));

Deno.test("the disk is counted in batches, others have their turn between them, and it stops at its limit", () =>
  withFolder(async (dataDir) => {
    Deno.mkdirSync(join(dataDir, "media"));
    for (let n = 0; n < 999; n++) Deno.writeTextFileSync(join(dataDir, "media", String(n)), "xy");
    let turns = 0, isCounted = false;
    const counted = diskUse(dataDir).finally(() => isCounted = true);
    while (!isCounted) {
      await setImmediate();
      turns++;
    }
    // The folder and its files are 1,000: five batches of 200.
    assert.ok(turns >= 5, String(turns));
    const media = { kind: "media", bytes: 1998, files: 999 };
    assert.deepEqual((({ kinds, more }) => ({ kinds, more }))(await counted), {
      kinds: [media],
      more: false,
    });
    assert.equal((await diskUse(dataDir, 1000)).more, false);
    const part = await diskUse(dataDir, 999);
    assert.deepEqual([part.more, part.kinds[0]!.files], [true, 998]);
  }));

Deno.test("six backups an hour, one at a time; each is in the audit log", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop();
    const [first, second] = await Promise.all([
      sysop.post("/api/admin/backup"),
      sysop.post("/api/admin/backup"),
    ]);
    assert.deepEqual([first.status, second.status, second.body.reason], [201, 409, "backup_running"]);
    for (let n = 2; n <= 6; n++) {
      app.world.pass(1);
      assert.equal((await sysop.post("/api/admin/backup")).status, 201);
    }
    app.world.pass(1);
    const refused = await sysop.post("/api/admin/backup");
    assert.deepEqual([refused.status, refused.body.limit], [429, 6]);
    assert.equal((await sysop.get("/api/admin/backups")).body.backups.length, 6);
  }));

Deno.test("the disk is told by kind, largest first", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    for (
      const [path, bytes] of [["media/ab/one", 5000], ["media/two", 1], ["tiles/x", 300], ["odd", 7]] as const
    ) {
      Deno.mkdirSync(join(dataDir, path, ".."), { recursive: true });
      Deno.writeFileSync(join(dataDir, path), new Uint8Array(bytes));
    }
    Deno.writeFileSync(join(dataDir, "gateway.db-wal"), new Uint8Array(9000));
    Deno.symlinkSync(dataDir, join(dataDir, "media", "round"));
    const { kinds, free, more } = (await (await app.sysop()).get("/api/admin/disk")).body;
    const of = (kind: string) => kinds.find((one: { kind: string }) => one.kind === kind);
    assert.deepEqual([of("media"), of("tiles")], [
      { kind: "media", bytes: 5001, files: 2 },
      { kind: "tiles", bytes: 300, files: 1 },
    ]);
    assert.deepEqual([of("database").bytes >= 9000, of("other").bytes >= 7, free > 0, more], [
      true,
      true,
      true,
      false,
    ]);
    const sizes = kinds.map(({ bytes }: { bytes: number }) => bytes);
    assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a));
  }));

Deno.test("problems are told once with their count, newest first; what is no problem is not", () => {
  const problems = new Problems();
  const line = (level: string, area: string, rawMessage: string, message: unknown[], at: number) =>
    problems.sink({ level, category: ["gateway", area], rawMessage, message, timestamp: at * 1000 });
  line("info", "http", "serves {url}", ["serves ", "http://x"], 1);
  line("warning", "federation", "pull of {url} failed", ["pull of ", "https://a", " failed"], 2);
  line("error", "http", "request failed: {error}", ["request failed: ", new Error("broken"), ""], 3);
  line("warning", "federation", "pull of {url} failed", ["pull of ", { b: 1 }, " failed"], 4);
  assert.deepEqual(problems.list(), [
    { level: "warning", area: "federation", text: 'pull of {"b":1} failed', count: 2, firstAt: 2, lastAt: 4 },
    { level: "error", area: "http", text: "request failed: broken", count: 1, firstAt: 3, lastAt: 3 },
  ]);
  for (let n = 0; n < 300; n++) line("error", "http", `kind ${n}`, ["x".repeat(1000)], 5 + n);
  assert.deepEqual(
    [problems.list().length, problems.list()[0]!.text.length, problems.list().at(-1)!.firstAt],
    [
      200,
      300,
      105,
    ],
  );
});

Deno.test("problems are there after a restart and after a crash; the file is written by an error once in ten minutes", () =>
  withFolder((dir) => {
    const path = join(dir, "problems.json");
    const line = (kept: ReturnType<typeof keptProblems>, level: string, rawMessage: string, at: number) =>
      kept.sink({
        level,
        category: ["gateway", "http"],
        rawMessage,
        message: [rawMessage],
        timestamp: at * 1000,
      });
    const first = keptProblems(path);
    line(first, "warning", "slow", 100);
    assert.throws(() => Deno.statSync(path), Deno.errors.NotFound, "a warning is worth no write");
    line(first, "error", "broken", 200);
    line(first, "error", "worse", 799);
    assert.deepEqual(
      keptProblems(path).problems.list().map(({ text }) => text),
      ["broken", "slow"],
      "a crash",
    );
    line(first, "error", "worst", 800);
    const second = keptProblems(path);
    assert.deepEqual(second.problems.list(), first.problems.list());
    line(second, "warning", "slow", 900);
    second.save();
    const [slow, ...rest] = keptProblems(path).problems.list();
    assert.deepEqual([slow!.text, slow!.count, slow!.firstAt, slow!.lastAt], ["slow", 2, 100, 900]);
    assert.equal(rest.length, 3);
    assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
    for (const text of ["", "{", "[[1, 2]]", `[${" ".repeat(1_000_001)}]`]) {
      Deno.writeTextFileSync(path, text);
      assert.deepEqual(keptProblems(path).problems.list(), [], text.slice(0, 10));
    }
    const nowhere = keptProblems(join(dir, "no", "folder.json"));
    line(nowhere, "fatal", "the disk is full", 1);
    assert.equal(nowhere.problems.list().length, 1);
    return Promise.resolve();
  }));

appTest("upkeep is the operator's: nobody else gets a word, and nothing changes", {}, async (app) => {
  const member = await app.signIn("OE1XYZ");
  const before = app.fingerprint();
  for (
    const [method, path] of [["POST", "backup"], ["GET", "backups"], ["GET", "disk"], [
      "GET",
      "events",
    ]] as const
  ) {
    assert.equal((await app.visitor.send(method, `/api/admin/${path}`)).status, 401, path);
    assert.equal((await member.send(method, `/api/admin/${path}`)).status, 403, path);
  }
  assert.equal(app.fingerprint(), before);
  assert.deepEqual((await app.operator.get("/api/admin/events")).body, { events: [] });
});

Deno.test("a whole backup is made by the sysop alone, listed, and downloaded as a tar", () =>
  withFolder(async (dataDir) => {
    using app = testApp({}, { dataDir });
    const sysop = await app.sysop();
    await Deno.writeTextFile(join(dataDir, "gateway.env"), "OPERATOR_NAME=x\n");
    await refused(
      app,
      400,
      "passphrase_short",
      () => sysop.post("/api/admin/backups", { passphrase: "short" }),
    );
    assert.equal((await app.operator.post("/api/admin/backups", {})).status, 401);
    const made = await sysop.post("/api/admin/backups", { passphrase: "a long enough one" });
    assert.equal(made.status, 201);
    assert.match(made.body.name, /^gateway-\d{8}-\d{6}\.tar$/);
    const got = await sysop.get(`/api/admin/backups/${made.body.name}`);
    assert.equal(got.headers.get("content-type"), "application/octet-stream");
    for (const part of ["READ-ME.txt", "gateway.db", "secrets.age", "manifest.json"]) {
      assert.ok(got.text.includes(part), part);
    }
    assert.equal((await sysop.delete(`/api/admin/backups/${made.body.name}`)).status, 200);
  }));
