import assert from "node:assert/strict";
import { join } from "node:path";
import { ALL } from "../../src/settings/mod.ts";
import { Database } from "../../src/db/mod.ts";
import { gateway, serverEnv, startServer, withFolder } from "../kit/server.ts";

/** Starts `serve` with these changes to a good environment; gives how it ended before it listened. */
const boot = (folder: string, changes: Record<string, string>) =>
  gateway(["serve"], { ...serverEnv(folder), PORT: "0", ...changes });

Deno.test("serve refuses to start on bad secrets, with status 78 and a line for each", () =>
  withFolder(async (folder) => {
    const cases: [string, Record<string, string>, RegExp][] = [
      ["missing", { INGEST_SECRET: "" }, /^INGEST_SECRET is not set/m],
      ["blank", { INGEST_SECRET: "  " }, /^INGEST_SECRET is not set/m],
      ["placeholder", { INGEST_SECRET: "change-me" }, /^INGEST_SECRET is the placeholder change-me/m],
      [
        "operator equals ingest",
        { OPERATOR_SECRET: serverEnv(folder).INGEST_SECRET! },
        /^OPERATOR_SECRET equals INGEST_SECRET/m,
      ],
      [
        "session equals ingest",
        { SESSION_SECRET: serverEnv(folder).INGEST_SECRET! },
        /^SESSION_SECRET equals INGEST_SECRET/m,
      ],
      ["registry without its key", { FED_REGISTRY_DNS: "registry.example" }, /^FED_REGISTRY_KEY is not set/m],
      ["half of TLS", { TLS_CERT: "/tmp/cert.pem" }, /^TLS_CERT and TLS_KEY take/m],
    ];
    await Promise.all(cases.map(async ([name, changes, line]) => {
      const { code, stderr, stdout } = await boot(folder, changes);
      assert.equal(code, 78, `${name}: ${stderr}`);
      assert.match(stderr, line, name);
      assert.equal(stderr.trim().split("\n").length, 1, `${name} is one line: ${stderr}`);
      assert.equal(stdout, "", name);
      assert.ok(!stderr.includes("of-a-process"), "no secret is shown");
    }));
    const both = await boot(folder, { INGEST_SECRET: "", PORT: "eighty" });
    assert.equal(both.code, 78);
    assert.equal(both.stderr.trim().split("\n").length, 2, both.stderr);
    assert.deepEqual([...Deno.readDirSync(folder)].map((entry) => entry.name), [], "nothing was made");
  }));

Deno.test("serve says in one line why it cannot listen", () =>
  withFolder(async (folder) => {
    const junk = join(folder, "junk.pem");
    Deno.writeTextFileSync(junk, "no certificate");
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const taken = String(listener.addr.port);
    const cases: [Record<string, string>, number, RegExp][] = [
      [{ TLS_CERT: join(folder, "none.pem"), TLS_KEY: junk }, 78, /^TLS_CERT takes a PEM file/],
      [{ TLS_CERT: junk, TLS_KEY: join(folder, "none.pem") }, 78, /^TLS_KEY takes a PEM file/],
      [{ TLS_CERT: junk, TLS_KEY: junk }, 78, /^TLS_CERT and TLS_KEY take a PEM file each/],
      [{ HOST: "192.0.2.77" }, 78, /^HOST takes an IP address of this host/],
      [{ HOST: "127.0.0.1", PORT: taken }, 75, new RegExp(`^PORT ${taken} is in use`)],
    ];
    for (const [changes, status, line] of cases) {
      const { code, stderr } = await boot(folder, { ...changes, LOG_LEVEL: "error" });
      assert.equal(code, status, stderr);
      assert.match(stderr, line);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    }
    listener.close();
  }));

Deno.test("serve starts without the optional secrets, and they open nothing", () =>
  withFolder(async (folder) => {
    for (
      const changes of [{ SESSION_SECRET: "" }, { SESSION_SECRET: "change-me" }, {
        SESSION_SECRET: serverEnv(folder).OPERATOR_SECRET!,
      }]
    ) {
      const server = await startServer({ ...serverEnv(folder), ...changes });
      const health = await (await fetch(`${server.url}/health`)).json();
      assert.deepEqual([health.ok, health.services.sessions], [true, false]);
      const made = await fetch(`${server.url}/auth/operator-link`, {
        method: "POST",
        headers: { "x-operator-secret": serverEnv(folder).OPERATOR_SECRET! },
        body: JSON.stringify({ callsign: "OE1SYS" }),
      });
      const token = new URL((await made.json()).link).searchParams.get("token");
      const opened = await fetch(`${server.url}/auth/email/verify`, {
        method: "POST",
        body: JSON.stringify({ token }),
      });
      assert.deepEqual([opened.status, (await opened.json()).reason], [503, "sessions_closed"]);
      assert.equal(await server.stop(), 0);
    }
    const closed = await startServer({ ...serverEnv(folder), OPERATOR_SECRET: "change-me" });
    const setup = await fetch(`${closed.url}/api/admin/setup`, {
      headers: { "x-operator-secret": "change-me" },
    });
    assert.deepEqual([setup.status, (await setup.json()).reason], [401, "secret_unset"]);
    assert.equal(await closed.stop(), 0);
  }));

Deno.test("every setting refuses a value that does not fit, naming key and form but not the value", () =>
  withFolder(async (folder) => {
    // Text settings take nearly anything: a control character fits none.
    const bad = Object.fromEntries(ALL.map(({ key }) => [key, "\u0001no such value\u0001"]));
    const { code, stderr } = await gateway(["serve"], { ...bad, CWD: folder });
    assert.equal(code, 78);
    const named = new Set(stderr.split("\n").map((line) => line.split(" ")[0]));
    for (const setting of ALL) assert.ok(named.has(setting.key), `${setting.key} took nonsense`);
    assert.ok(!stderr.includes("no such value"), "values are never repeated");
    assert.match(stderr, /^API_RATE_WINDOW_SEC takes a whole number from 1 to 3600 \(s\)$/m);
  }));

Deno.test("a database made by a newer version is refused with advice", () =>
  withFolder(async (folder) => {
    assert.equal((await gateway(["migrate"], serverEnv(folder))).code, 0);
    const db = new Database(join(folder, "gateway.db"));
    db.writeNow((tx) => db.exec(tx, "INSERT INTO schema_migration VALUES (9999, '9999_future', 0, '')"));
    db.close();
    const { code, stderr } = await boot(folder, {});
    assert.equal(code, 78);
    assert.match(
      stderr,
      /newer version of this program \(it has migration 9999_future\): start that version, or restore a backup/,
    );
    assert.equal(stderr.trim().split("\n").length, 1);
  }));

Deno.test("a locked database, a second server and a file that is no database are told apart", () =>
  withFolder(async (folder) => {
    assert.equal((await gateway(["migrate"], serverEnv(folder))).code, 0);
    const path = join(folder, "gateway.db");
    const other = new Database(path);
    // A transaction that never ends, as a forgotten shell has it.
    other.sql("BEGIN EXCLUSIVE").get();
    const locked = await gateway(["settings", "set", "HIDE_DAILY_LIMIT", "3"], serverEnv(folder));
    assert.equal(locked.code, 75, locked.stderr);
    assert.match(locked.stderr, /locked by another program/);
    other.sql("ROLLBACK").get();
    other.close();

    const server = await startServer(serverEnv(folder));
    const second = await boot(folder, {});
    assert.equal(second.code, 75);
    assert.match(second.stderr, /A server is running on /);
    assert.equal(await server.stop(), 0);

    for (const suffix of ["-wal", "-shm"]) await Deno.remove(path + suffix).catch(() => {});
    await Deno.writeTextFile(path, "this is no database ".repeat(500));
    const broken = await boot(folder, {});
    assert.equal(broken.code, 78, broken.stderr);
    assert.match(broken.stderr, /cannot be opened/);
  }));

Deno.test("a DATA_DIR that cannot be written is named", () =>
  withFolder(async (folder) => {
    const file = join(folder, "file");
    await Deno.writeTextFile(file, "");
    const { code, stderr } = await boot(join(file, "data"), {});
    assert.equal(code, 78);
    assert.match(stderr, /^DATA_DIR takes a folder that this user can write/);
  }));

Deno.test("a disk that fills up during migration leaves the file as it was", async () => {
  await withFolder(async (folder) => {
    const mount = (...args: string[]) =>
      new Deno.Command(args[0]!, { args: args.slice(1), stderr: "piped" }).output();
    const made = await mount("mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", folder);
    if (!made.success) {
      assert.notEqual(Deno.env.get("CI"), "true", new TextDecoder().decode(made.stderr));
      console.log("skipped: this user may not mount a small disk");
      return;
    }
    try {
      const { code, stderr } = await boot(folder, {});
      assert.equal(code, 75, stderr);
      assert.match(stderr, /disk that holds .* is full/);
      // Room enough now: the same file migrates as if nothing had been.
      await mount("mount", "-o", "remount,size=64m", folder);
      assert.equal((await gateway(["migrate"], serverEnv(folder))).code, 0);
    } finally {
      await mount("umount", folder);
    }
  });
});

Deno.test("an unfinished request keeps the end for its grace at most: status 0, the database closed", () =>
  withFolder(async (folder) => {
    // On both ports: each has its own way to end.
    const server = await startServer({ ...serverEnv(folder), TLS: "own", HTTPS_PORT: "0" });
    const lock = Deno.readTextFileSync(join(folder, "serve.lock")).split("\n");
    const http = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(server.url).port) });
    const https = await Deno.connectTls({
      hostname: "localhost",
      port: Number(lock[1]),
      caCerts: [Deno.readTextFileSync(join(folder, "tls", "authority.pem"))],
    });
    const begun = "POST /ingest HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" +
      `x-ingest-secret: ${serverEnv(folder).INGEST_SECRET}\r\ncontent-length: 1000\r\n\r\n{"packets":[`;
    for (const line of [http, https]) await line.write(new TextEncoder().encode(begun));
    // Answered after those two, so both are in flight.
    for (const path of ["/health", "/health"]) await (await fetch(`${server.url}${path}`)).body?.cancel();
    assert.equal(await server.stop(), 0, server.output());
    for (const line of [http, https]) line.close();
    assert.doesNotMatch(server.output(), /error/i);
    const left = [...Deno.readDirSync(folder)].map(({ name }) => name);
    assert.deepEqual(left.filter((name) => name.endsWith("-wal")), [], "a closed database has no log");
  }));
