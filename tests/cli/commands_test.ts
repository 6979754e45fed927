import assert from "node:assert/strict";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Command } from "commander";
import { commands } from "../../src/cli/all_commands.ts";
import { command } from "../kit/command.ts";
import { serverEnv, startServer, withFolder } from "../kit/server.ts";
import { becomes } from "../kit/waits.ts";

const good = async (args: string[], env: Record<string, string>) => {
  const ended = await command(args, env);
  assert.equal(ended.code, 0, `${args.join(" ")}: ${ended.stderr}`);
  return ended.stdout;
};

Deno.test("setup makes secrets once, for their owner alone, and never shows them", () =>
  withFolder(async (folder) => {
    const data = join(folder, "data");
    const env = { DATA_DIR: data };
    const said = await good(["setup", "--call", "oe1xyz"], env);
    const text = await Deno.readTextFile(join(data, "gateway.env"));
    const values = parseEnv(text);
    assert.equal(values.ADMIN_CALLSIGNS, "OE1XYZ");
    const secrets = ["INGEST_SECRET", "OPERATOR_SECRET", "SESSION_SECRET", "FED_PRIVATE_KEY"].map((key) =>
      values[key]!
    );
    assert.equal(new Set(secrets).size, 4);
    for (const secret of secrets) {
      assert.equal(secret.length, 43);
      assert.ok(!said.includes(secret));
    }
    assert.match(await good(["setup"], env), /set up already; nothing was changed/);
    assert.equal(await Deno.readTextFile(join(data, "gateway.env")), text);
    const bad = await command(["setup", "--call", "not a call"], { DATA_DIR: join(folder, "other") });
    assert.equal(bad.code, 64);
    const checked = await good(["secrets", "check"], env);
    assert.match(checked, /^INGEST_SECRET +set$/m);
    assert.match(checked, /^SMTP_URL +unset$/m);
    for (const secret of secrets) assert.ok(!checked.includes(secret));
  }));

Deno.test("settings are listed, set, read and reset, beside a running server that takes them over", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder);
    const server = await startServer(env);
    assert.match(await good(["settings", "list"], env), /HIDE_DAILY_LIMIT +5 +\[default\]/);
    assert.match(
      await good(["settings", "set", "HIDE_DAILY_LIMIT", "9"], env),
      /HIDE_DAILY_LIMIT 9 {2}\[site\]/,
    );
    assert.equal((await good(["settings", "get", "hide_daily_limit"], env)).trim(), "9");

    const value = async () => {
      const listed = await (await fetch(`${server.url}/api/admin/settings`, {
        headers: { "x-operator-secret": env.OPERATOR_SECRET! },
      })).json();
      return listed.settings.find((one: { key: string }) => one.key === "HIDE_DAILY_LIMIT").value;
    };
    await becomes("the server has the setting", async () => await value() === "9");
    assert.equal(await server.stop(), 0);

    const refusals: [string[], Record<string, string>, RegExp][] = [
      [["settings", "set", "HIDE_DAILY_LIMIT", "many"], {}, /takes a whole number from 0 to 1000/],
      [["settings", "set", "NO_SUCH", "1"], {}, /There is no setting NO_SUCH/],
      [["settings", "set", "SESSION_SECRET", "x"], {}, /no such setting/],
      [["settings", "set", "HIDE_DAILY_LIMIT", "3"], { HIDE_DAILY_LIMIT: "4" }, /set by the environment/],
    ];
    for (const [args, more, line] of refusals) {
      const { code, stderr } = await command(args, { ...env, ...more });
      assert.notEqual(code, 0);
      assert.match(stderr, line);
    }
    assert.equal((await good(["settings", "get", "HIDE_DAILY_LIMIT"], env)).trim(), "9");
    assert.match(await good(["settings", "reset", "HIDE_DAILY_LIMIT"], env), /5 {2}\[default\]/);
    const all = JSON.parse(await good(["settings", "list", "--all", "--json"], env));
    const shown = all.find((one: { key: string }) => one.key === "INGEST_SECRET");
    assert.deepEqual([shown.value, shown.set], [null, true]);
  }));

Deno.test("a backup made beside a running server is restored when it is down", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder);
    const server = await startServer(env);
    await good(["settings", "set", "HIDE_DAILY_LIMIT", "2"], env);
    const copy = (await good(["backup"], env)).trim();
    assert.equal((await Deno.stat(copy)).mode! & 0o077, 0);
    await good(["settings", "set", "HIDE_DAILY_LIMIT", "3"], env);
    const early = await command(["restore", copy], env);
    assert.deepEqual([early.code, /stop it first/.test(early.stderr)], [75, true]);
    assert.equal(await server.stop(), 0);

    const torn = join(folder, "torn.db");
    await Deno.writeFile(torn, (await Deno.readFile(copy)).subarray(0, 9000));
    for (const path of [torn, join(folder, "nothing.db")]) {
      assert.notEqual((await command(["restore", path], env)).code, 0, path);
    }
    assert.equal((await good(["settings", "get", "HIDE_DAILY_LIMIT"], env)).trim(), "3");
    await good(["restore", copy], env);
    assert.equal((await good(["settings", "get", "HIDE_DAILY_LIMIT"], env)).trim(), "2");
  }));

Deno.test("operator-link signs an operator in, verified, on a database without a server", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder);
    const link = new URL((await good(["operator-link", "OE1SYS-7"], env)).trim());
    const refusedCall = await command(["operator-link", "OE1XYZ"], {
      ...env,
      APP_URL: "https://club.example",
      OPERATOR_LINKS_FOR_ANY_CALL: "0",
    });
    assert.match(refusedCall.stderr, /not an operator's/);
    const server = await startServer(env);
    const opened = await fetch(`${server.url}/auth/email/verify`, {
      method: "POST",
      body: JSON.stringify({ token: link.searchParams.get("token") }),
    });
    const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
    assert.equal((await opened.json()).callsign, "OE1SYS-7");
    const who = await (await fetch(`${server.url}/api/admin/whoami`, { headers: { cookie } })).json();
    assert.equal(who.sysop, true);
    assert.equal(await server.stop(), 0);
  }));

Deno.test("doctor names what is missing and fails on what blocks", () =>
  withFolder(async (folder) => {
    const env = serverEnv(folder);
    const fine = await good(["doctor"], env);
    assert.match(fine, /^missing +SMTP_URL/m);
    assert.match(fine, /^ok +DATABASE +schema \d{4}_/m);
    const { ADMIN_CALLSIGNS: _, ...without } = env;
    const blocked = await command(["doctor"], without);
    assert.equal(blocked.code, 1);
    assert.match(blocked.stdout, /^missing +ADMIN_CALLSIGNS/m);
    for (const secret of [env.INGEST_SECRET!, env.SESSION_SECRET!]) assert.ok(!fine.includes(secret));
  }));

/** What `--help` of a command prints. */
function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({ writeOut: (text) => help += text }).outputHelp();
  return help;
}

Deno.test("every command has help with examples", async () => {
  const walk = (command: Command, path: string): string[] =>
    command.commands.flatMap((inner) => {
      const name = `${path} ${inner.name()}`;
      assert.notEqual(inner.description(), "", name);
      if (inner.commands.length > 0) return walk(inner as Command, name);
      assert.match(helpOf(inner as Command), /Examples?:/, name);
      return [name];
    });
  const names = walk(commands({}), "main.ts");
  assert.ok(names.length >= 25);
  // Whatever lists, lists for programs too.
  const lists = /(list|backups|routes|doctor|check|show|types|bulletins|partners|rules|route|wp)$/;
  const find = (name: string) =>
    name.split(" ").slice(1).reduce<Command>(
      (at, word) => at.commands.find((one) => one.name() === word) as Command,
      commands({}),
    );
  for (const name of names.filter((one) => lists.test(one) && one !== "main.ts frame show")) {
    assert.ok(find(name).options.some(({ long }) => long === "--json"), `${name} has no --json`);
  }
  assert.match(
    await good(["settings", "set", "--help"], {}),
    /Examples:\n {2}deno run -P main.ts settings set HIDE_DAILY_LIMIT 10/,
  );
  const unknown = await command(["serv"], {});
  assert.equal(unknown.code, 64);
  assert.match(unknown.stderr, /Did you mean serve/);
});

Deno.test("routes prints the table that is served", async () => {
  const lines = await good(["routes"], {});
  assert.match(lines, /^PUT +\/api\/admin\/settings\/:key +operator\|sysop /m);
  const rows = JSON.parse(await good(["routes", "--json"], {}));
  assert.ok(rows.length > 20 && rows.every((row: { gate?: string }) => row.gate));
});
