/** What root does beside a service user stays that user's, and what is made holds whole or not at all. */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { addressOf } from "../../src/cli/running.ts";
import { command } from "../kit/command.ts";
import { gateway, serverEnv, startServer, withFolder } from "../kit/server.ts";
import { canBeTwo, SERVICE, withTwoUsers } from "./two_users.ts";

/** Owners of everything in a folder, by path. */
function owners(folder: string, inside = ""): [string, number | null][] {
  return [...Deno.readDirSync(join(folder, inside))].flatMap(({ name, isDirectory }) => {
    const path = join(inside, name);
    const own: [string, number | null] = [path, Deno.lstatSync(join(folder, path)).uid];
    return isDirectory ? [own, ...owners(folder, path)] : [own];
  });
}

Deno.test("root's setup, backup, restore and settings beside a service user leave it files that it may open", async () => {
  if (!canBeTwo()) return;
  await withTwoUsers(async ({ data, outside, run }) => {
    const does = async (...args: string[]) => {
      const { code, said } = await run(args);
      assert.equal(code, 0, `${args.join(" ")}: ${said}`);
      return said.trim();
    };
    await does("setup", "--call", "OE1XYZ");
    await does("settings", "set", "HIDE_DAILY_LIMIT", "3");
    const copy = await does("backup");
    await does("settings", "set", "HIDE_DAILY_LIMIT", "4");
    await does("restore", copy);
    assert.equal(await does("settings", "get", "HIDE_DAILY_LIMIT"), "3");
    const foreign = owners(data).filter(([, uid]) => uid !== SERVICE);
    assert.deepEqual(foreign, [], "files that the service cannot open");
    assert.equal((await Deno.stat(join(data, "gateway.env"))).mode! & 0o777, 0o600);
    // A link to something else of root's is left alone, whatever its name.
    const secret = join(outside, "secret");
    await Deno.writeTextFile(secret, "root's own");
    await Deno.symlink(secret, join(data, "backups/link.db"));
    await Deno.link(secret, join(data, "backups/hard.db"));
    await does("backup");
    assert.equal((await Deno.stat(secret)).uid, 0);
  });
});

Deno.test("the password in a replica's address is told by no command and refusal", () =>
  withFolder(async (folder) => {
    const word = "h1dden", replica = `sftp://pi:${word}@standby.invalid/srv`;
    const env = { ...serverEnv(folder), REPLICA: replica };
    const told: Record<string, string> = {};
    const commands = [
      ["settings", "get", "REPLICA"],
      ["settings", "list", "--all", "--json"],
      ["doctor", "--json"],
      ["restore", "--from-replica", replica],
    ];
    for (const args of commands) {
      const { stdout, stderr } = await command(args, env);
      told[args.slice(0, 2).join(" ")] = stdout + stderr;
      assert.ok(!(stdout + stderr).includes(word), `${args.slice(0, 2).join(" ")}: ${stdout}${stderr}`);
    }
    assert.equal(told["settings get"]!.trim(), "(set)");
    assert.ok(told["doctor --json"]!.includes("kept at sftp://standby.invalid/srv"));
  }));

Deno.test("restore: what was there is kept aside, also twice within a second, and --check changes nothing", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder);
    const run = async (...args: string[]) => {
      const done = await gateway(args, env);
      assert.equal(done.code, 0, `${args.join(" ")}: ${done.stderr}`);
      return done.stdout.trim();
    };
    await run("migrate");
    const copy = await run("backup");
    const server = await startServer(env);
    const nightly = await run("backup", "--nightly");
    assert.match(await run("restore", "--check", copy), /is sound: schema \d{4}_\w+\.$/);
    assert.equal(await server.stop(), 0);
    // From a folder in which nobody may write, as a stick that is only read, and beside the copy nothing is left.
    const copies = join(folder, "backups");
    await Deno.chmod(copies, 0o500);
    for (const one of [copy, nightly]) {
      assert.match(await run("restore", "--check", one), /is sound: schema \d{4}_\w+\.$/);
    }
    await Deno.chmod(copies, 0o700);
    assert.deepEqual(
      [...Deno.readDirSync(copies)].map(({ name }) => name).sort(),
      [copy, nightly].map((path) => basename(path)).sort(),
    );
    await Deno.remove(nightly);
    const aside = (text: string) => /before: (\S+)$/.exec(text)?.[1];
    const kept = [aside(await run("restore", copy)), aside(await run("restore", copy))];
    assert.equal(new Set(kept).size, 2);
    for (const path of kept) assert.ok((await Deno.stat(path!)).size > 0, path);
    assert.ok(!(await exists(join(folder, "gateway.db.restoring"))));
    const listed = JSON.parse(await run("backups", "--json"));
    assert.deepEqual(listed.length, 3);
    assert.ok(
      listed.every(({ bytes, madeAt }: { bytes: number; madeAt: number }) => bytes > 0 && madeAt > 0),
    );
    // Deleted by its path or its name as listed, and nothing that is not listed.
    assert.equal(await run("backups", "--delete", copy), `Deleted ${copy}`);
    await run("backups", "--delete", basename(kept[0]!));
    for (const given of [copy, join(folder, "gateway.db"), "gateway.db"]) {
      const none = await gateway(["backups", "--delete", given], env);
      assert.deepEqual([none.code, none.stdout], [66, ""], given);
      assert.match(none.stderr, /There is no copy .*main\.ts backups lists them$/m);
    }
    assert.deepEqual(
      JSON.parse(await run("backups", "--json")).map(({ file }: { file: string }) => file),
      [kept[1]],
    );
  }));

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);

Deno.test("setup completes an env file that is empty or half made, and keeps what is in it", () =>
  withFolder(async (folder) => {
    const file = join(folder, "gateway.env");
    await Deno.writeTextFile(file, "");
    const made = await command(["setup", "--call", "OE1XYZ"], { DATA_DIR: folder });
    assert.match(
      made.stdout,
      /^Made .*INGEST_SECRET, OPERATOR_SECRET, SESSION_SECRET, FED_PRIVATE_KEY, ADMIN/m,
    );
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    await Deno.writeTextFile(file, '# mine\nSESSION_SECRET="kept-as-it-is"');
    const more = await command(["setup", "--call", "OE1XYZ"], { DATA_DIR: folder });
    assert.doesNotMatch(more.stdout, /SESSION_SECRET/);
    const text = await Deno.readTextFile(file);
    assert.match(text, /^# mine\nSESSION_SECRET="kept-as-it-is"\nINGEST_SECRET="[\w-]{43}"\n/);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["gateway.env"]);
  }));

Deno.test("a full disk: setup leaves nothing half made and says so in one line", async (test) => {
  await withFolder(async (folder) => {
    const mount = (...args: string[]) =>
      new Deno.Command(args[0]!, { args: args.slice(1), stderr: "null" }).output();
    const disk = join(folder, "disk");
    await Deno.mkdir(disk);
    if (!(await mount("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", disk)).success) {
      assert.notEqual(Deno.env.get("CI"), "true", "CI may mount a small disk");
      console.log("skipped: this user may not mount a small disk");
      return;
    }
    try {
      await Deno.writeTextFile(join(disk, "filler"), "x".repeat(4096));
      await test.step("a fresh folder", async () => {
        const { code, stderr } = await command(["setup", "--call", "OE1XYZ"], {
          DATA_DIR: join(disk, "data"),
        });
        assert.equal(code, 75, stderr);
        assert.match(stderr, /^The disk [^\n]*full[^\n]*\n$/);
        assert.deepEqual([...Deno.readDirSync(disk)].map(({ name }) => name), ["filler"]);
      });
    } finally {
      await mount("umount", disk);
    }
  });
});

Deno.test("a full disk: writes answer 503 disk_full, reads go on, the log has one line, and room heals it", () =>
  withFolder(async (folder) => {
    const mount = (...args: string[]) =>
      new Deno.Command(args[0]!, { args: args.slice(1), stderr: "null" }).output();
    if (!(await mount("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", folder)).success) {
      assert.notEqual(Deno.env.get("CI"), "true", "CI may mount a small disk");
      console.log("skipped: this user may not mount a small disk");
      return;
    }
    try {
      const env = serverEnv(folder);
      const server = await startServer(env);
      const put = async (value: string) => {
        const answer = await fetch(`${server.url}/api/admin/settings/OPERATOR_NAME`, {
          method: "PUT",
          headers: { "x-operator-secret": env.OPERATOR_SECRET!, "content-type": "application/json" },
          body: JSON.stringify({ value }),
        });
        return [answer.status, (await answer.json()).reason];
      };
      assert.deepEqual(await put("Club before"), [200, undefined]);
      const filler = join(folder, "filler");
      await Deno.writeFile(filler, new Uint8Array(32_000_000)).catch(() => {});
      for (let n = 0; n < 5; n++) assert.deepEqual(await put(`Club ${n}`), [503, "disk_full"]);
      const answer = await fetch(`${server.url}/health`), health = await answer.json();
      assert.deepEqual([answer.status, health.ok, health.disk.low], [503, false, true]);
      await Deno.remove(filler);
      assert.deepEqual(await put("Club after"), [200, undefined]);
      assert.equal(await server.stop(), 0);
      const lines = server.output().split("\n").filter((line) => /disk/.test(line));
      assert.equal(lines.length, 1, server.output());
      assert.doesNotMatch(server.output(), /^\s+at /m);
    } finally {
      await mount("umount", folder);
    }
  }));

Deno.test("start without a call is a trial that a later --call ends", () =>
  withFolder(async (folder) => {
    const env = { DATA_DIR: folder };
    const trial = await startServer(env, { args: ["start"] });
    assert.match(trial.output(), /Nobody is operator yet but N0CALL/);
    assert.doesNotMatch(trial.output(), /migrated/, "a fresh database is nothing to speak of");
    assert.equal(await trial.stop(), 0);
    const named = await startServer(env, { args: ["start", "--call", "oe1xyz"] });
    assert.equal(await named.stop(), 0);
    assert.match(named.output(), /OE1XYZ is the operator of/);
    assert.match(named.output(), /sign in as operator OE1XYZ/);
    const other = await command(["start", "--call", "OE2ABC"], env);
    assert.deepEqual([other.code, /The operator is OE1XYZ/.test(other.stderr)], [64, true]);
    const wrong = await command(["start", "--call", "nobody"], { DATA_DIR: join(folder, "new") });
    assert.equal(wrong.code, 64);
  }));

Deno.test("operator-link names the address on which the server beside it listens, else that of the settings", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder);
    const link = async (more: Record<string, string> = {}) =>
      new URL((await gateway(["operator-link", "OE1SYS"], { ...env, ...more })).stdout.trim()).origin;
    assert.equal(await link({ PORT: "8123", HOST: "192.0.2.7" }), "http://192.0.2.7:8123");
    const server = await startServer(env); // on a port that nobody else knows
    const port = new URL(server.url).port;
    assert.equal(await link({ PORT: "8123" }), `http://localhost:${port}`);
    assert.equal(await link({ APP_URL: "https://club.example" }), "https://club.example");
    assert.equal(await server.stop("SIGKILL"), 137);
    assert.equal(await link(), "http://localhost:8787", "a server that is gone has no address");
  }));

Deno.test("addresses as a browser on this host types them", () => {
  assert.equal(addressOf("0.0.0.0", 8787, false), "http://localhost:8787");
  assert.equal(addressOf("::", 443, true), "https://localhost");
  assert.equal(addressOf("127.0.0.1", 80, false), "http://localhost");
  assert.equal(addressOf("44.143.1.2", 8787, false), "http://44.143.1.2:8787");
  assert.equal(addressOf("2001:db8::7", 8787, true), "https://[2001:db8::7]:8787");
});

Deno.test("doctor: a fix for each line that is not right, the last backup's age, and the same status with --json", () =>
  withFolder(async (folder) => {
    const { ADMIN_CALLSIGNS: _, ...env } = serverEnv(folder);
    const blocked = await gateway(["doctor", "--json"], env);
    assert.equal(blocked.code, 1);
    const told = JSON.parse(blocked.stdout);
    assert.equal(told.ok, false);
    for (const { key, status, fix } of told.items) {
      assert.equal(fix === null, status === "ok", `${key} is ${status}: ${fix}`);
    }
    const of = (key: string) => told.items.find((item: { key: string }) => item.key === key);
    assert.match(of("ADMIN_CALLSIGNS").fix, /deno run -P main\.ts start --call YOURCALL/);
    assert.match(of("BACKUP").detail, /there is no copy/);
    assert.match(of("DISK").detail, /^\d+ MB free$/);
    assert.equal((await gateway(["backup"], env)).code, 0);
    const fine = await gateway(["doctor"], { ...env, ADMIN_CALLSIGNS: "OE1SYS", PORT: "0" });
    assert.equal(fine.code, 0);
    assert.match(
      fine.stdout,
      /^ok +BACKUP +the newest copy is 0 hours old: the database alone, without photos and secrets$/m,
    );
    assert.match(fine.stdout, /^missing +SMTP_URL .*\n +→ SMTP_URL in the env file/m);
    assert.match(
      fine.stdout,
      /^look at +SERVER +not running\n +→ systemctl start .* deno run -P main\.ts start/m,
    );
    using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = other.addr;
    const blockedPort = await gateway(["doctor"], { ...env, PORT: `${port}` });
    assert.ok(
      blockedPort.stdout.includes(`SERVER             not running; another program has port ${port}\n`),
    );
    const server = await startServer(env);
    const { running } = JSON.parse((await gateway(["doctor", "--json"], env)).stdout);
    assert.equal(new URL(running).port, new URL(server.url).port);
    assert.equal(await server.stop(), 0);
  }));

Deno.test("completion: the shell's own program takes it, and it completes commands and options", async () => {
  const script = (await command(["completion", "bash"])).stdout;
  const complete = async (...words: string[]) => {
    const ask = `${script}\nCOMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${
      words.length - 1
    }; _service_gateway; printf '%s\n' "\${COMPREPLY[@]}"`;
    const { success, stdout, stderr } = await new Deno.Command("bash", { args: ["-ec", ask] }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim().split("\n");
  };
  assert.deepEqual(await complete("service-gateway", "rest"), ["restore"]);
  assert.ok((await complete("service-gateway", "peer", "")).includes("trust"));
  assert.deepEqual(await complete("service-gateway", "restore", "--c"), ["--check"]);
  for (const shell of ["zsh", "fish"]) assert.equal((await command(["completion", shell])).code, 0);
});
