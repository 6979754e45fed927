/** Root on folders of another user: a link under any name leads root nowhere, and what root makes is the folder's owner's. */
import assert from "node:assert/strict";
import { lchownSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { commands } from "../../src/cli/all_commands.ts";
import { startServer } from "../kit/server.ts";
import { canBeTwo, contents, SERVICE, type TwoUsers, withTwoUsers } from "./two_users.ts";

const DATABASE = ["", "-wal", "-shm", "-journal"];
const databases = (...names: string[]) =>
  names.flatMap((name) => DATABASE.map((suffix) => `${name}${suffix}`));
/** Files of a data folder or a box that a command opens, makes, replaces or looks for. */
const FILES = [
  ...databases("packets.db", "gateway.db.restoring", "gateway.db.going-back", "gateway.db.partial"),
  ...["serve.lock", "first-link", "problems.json", "going-back.json", "machine", "notify.sock"],
];
const HEART = [...databases("gateway.db"), "gateway.env"];
const BOX_FILES = [
  ...databases("box.db"),
  "box.lock",
  "box.json.new",
  "box.key.new",
  "notify.sock",
  "simulation",
];
const BOX_HEART = ["box.json", "box.key"];
const BOX = {
  ...{
    version: 1,
    call: "OE1XYZ-10",
    box: "b-1",
    gateways: ["http://127.0.0.1:1"],
    instance: "club.example",
  },
  ...{ connections: [], tx: "off", quiet: false, services: {} },
};
const FOLDERS = ["backups", "tls", "media", "tiles", "box", "upgrade-trial", "simulation"];
/** Every command, each with a heart of its own too; otherwise those that open the folder in different ways. */
const ALL = Deno.env.get("ROOT_LINES") === "all";
/** What would run until it is ended, ask somebody, or reach for the service manager: named, and run apart or not at all. */
const APART = /^(start|serve|demo|install|uninstall|upgrade|aprs .*|box (wizard|run|watch)|release key)$/;

const SECRETS = {
  INGEST_SECRET: "ingest-secret-of-a-process",
  SESSION_SECRET: "session-secret-of-a-process",
};

/** Every command that ends by itself, with something for each argument that it needs. */
function lines(command: Command, path: string[] = []): string[][] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((one) => lines(one as Command, [...path, one.name()]));
  }
  if (APART.test(path.join(" "))) return [];
  return [[...path, ...command.registeredArguments.filter((one) => one.required).map(() => "OE1XYZ")]];
}

/** Lays links in a folder of the service: under each name one to a file or folder of root's. */
function lay(folder: string, outside: string, names: readonly string[]): void {
  for (const name of names) {
    const target = join(outside, name);
    if (FOLDERS.includes(name)) {
      Deno.mkdirSync(target, { recursive: true, mode: 0o755 });
      Deno.writeTextFileSync(join(target, "of-root.db"), "of root", { mode: 0o600 });
    } else Deno.writeTextFileSync(target, `${name} of root`, { mode: 0o600 });
    try {
      Deno.removeSync(join(folder, name), { recursive: true });
    } catch (error) {
      assert.ok(error instanceof Deno.errors.NotFound, String(error));
    }
    Deno.symlinkSync(target, join(folder, name));
    lchownSync(join(folder, name), SERVICE, SERVICE);
  }
}

/** Runs a line as root; whatever it says, nothing of root's has changed after it. */
async function leavesAlone(
  { run, outside }: TwoUsers,
  line: string[],
  env?: Record<string, string>,
): Promise<void> {
  const before = contents(outside);
  const { said } = await run(line, env);
  assert.deepEqual(contents(outside), before, `${line.join(" ")}: ${said}`);
}

Deno.test("root: a link under whatever name leads no command out of the data folder or the box's", async () => {
  if (!canBeTwo()) return;
  await withTwoUsers(async (users) => {
    const { home, outside, data, run } = users;
    for (
      const line of [["setup", "--call", "OE1SYS"], ["settings", "set", "OPERATOR_NAME", "x"], ["backup"]]
    ) {
      const { code, said } = await run(line, {}, SERVICE);
      assert.equal(code, 0, said);
    }
    const copy = join(home, "copy.db");
    const [made] = [...Deno.readDirSync(join(data, "backups"))];
    await Deno.copyFile(join(data, "backups", made!.name), copy);
    await Deno.chmod(copy, 0o644);
    lay(data, outside, [...FILES, ...FOLDERS, "x.db.partial"]);
    const often = [
      ...[["setup", "--call", "OE1ABC"], ["serve"], ["start"], ["migrate"], ["doctor"], ["settings", "list"]],
      ...[["restore", copy], ["backup"], ["backup", "--nightly"], ["backup", join(data, "x.db")], ["link"]],
      ...[["backup", join(data, "backups", "y.db")], ["tls", "renew", "--authority"]],
    ];
    const all = lines(commands({}));
    assert.ok(all.length > 60, `${all.length} commands`);
    for (const line of ALL ? [...often, ...all] : often) {
      // What a server needs stands in the environment, so that it does not end before it has touched anything.
      await leavesAlone(users, line, line[0] === "serve" ? SECRETS : {});
    }
    for (const names of ALL ? [["gateway.env"], HEART] : [HEART]) {
      lay(data, outside, names);
      for (const line of often) await leavesAlone(users, line, line[0] === "serve" ? SECRETS : {});
    }
  });
});

Deno.test("root: a link under whatever name leads no command out of a box's folder", async () => {
  if (!canBeTwo()) return;
  await withTwoUsers(async (users) => {
    const { data, outside } = users;
    for (
      const [name, text] of [["box.json", JSON.stringify(BOX)], ["box.key", "A".repeat(42) + "E\n"]] as const
    ) {
      Deno.writeTextFileSync(join(data, name), text, { mode: 0o600 });
      Deno.chownSync(join(data, name), SERVICE, SERVICE);
    }
    const again = ["join", "http://127.0.0.1:1", "ABCD-EFGH-JKLM-NPQR", "--call", "OE1XYZ", "--again"];
    const asked = [["run", "--http", "off"], ["run", "--http", "off", "--simulate"], again, ["--yes"]];
    const switched = [["tx", "dry"], ["tx", "on", "--yes"], ["quiet"], ["pair"], ["status"], ["check"], [
      "log",
    ]];
    for (const names of [BOX_FILES, BOX_HEART]) {
      lay(data, outside, names);
      for (const line of [...asked, ...switched]) await leavesAlone(users, ["box", ...line, "--dir", data]);
    }
  });
});

/** Whoever owns something in a folder besides the service. */
const others = (folder: string): string[] =>
  contents(folder).filter((line) => !line.includes(` ${SERVICE}:${SERVICE} `));

Deno.test("root: what commands make in a folder is its owner's, a server runs as that, and root's own files are still reached", async () => {
  if (!canBeTwo()) return;
  await withTwoUsers(async ({ home, data, outside, env, run }) => {
    await Deno.chmod(outside, 0o700);
    const stick = join(outside, "stick.db");
    const good = async (...line: string[]) => {
      const { code, said } = await run(line);
      assert.equal(code, 0, `${line.join(" ")}: ${said}`);
      assert.deepEqual(others(data), [], line.join(" "));
      return said;
    };
    await good("setup", "--call", "OE1SYS");
    await good("settings", "set", "OPERATOR_NAME", "Radio Club Wien");
    await good("backup");
    await good("backup", stick);
    const { uid, mode } = Deno.statSync(stick);
    assert.deepEqual([uid, mode! & 0o777], [0, 0o600], "root's copy is root's");
    await good("settings", "set", "OPERATOR_NAME", "Another");
    await good("restore", "--check", stick);
    await good("restore", stick);
    assert.match(await good("settings", "get", "OPERATOR_NAME"), /Radio Club Wien/);
    await good("tls", "renew");
    assert.deepEqual([...Deno.readDirSync(outside)].map(({ name }) => name), ["stick.db"]);
    assert.deepEqual(
      [...Deno.readDirSync(data)].map(({ name }) => name).filter((name) => /^(lent|handed)/.test(name)),
      [],
    );

    const server = await startServer({ ...env, ...SECRETS }, { args: ["start"], cwd: home });
    try {
      const { stdout } = await new Deno.Command("cat", { args: [`/proc/${server.pid}/status`] }).output();
      const said = new TextDecoder().decode(stdout);
      // Real, effective, saved and of the file system: there is no way back to root.
      for (const name of ["Uid", "Gid"]) assert.match(said, new RegExp(`^${name}:(\\s${SERVICE}){4}$`, "m"));
    } finally {
      assert.equal(await server.stop(), 0, server.output());
    }
    assert.deepEqual(others(data), []);
  });
});

Deno.test("root: a folder that is reached by a stranger's link is refused; one that is not there yet is its place's owner's", async () => {
  if (!canBeTwo()) return;
  await withTwoUsers(async ({ home, data, outside, run }) => {
    const place = join(home, "place");
    await Deno.mkdir(place);
    await Deno.chown(place, SERVICE, SERVICE);
    const link = (name: string, target: string, uid: number) => {
      Deno.symlinkSync(target, join(place, name));
      lchownSync(join(place, name), uid, uid);
    };
    link("strangers", outside, SERVICE);
    link("nowhere", join(outside, "new"), SERVICE);
    link("roots", data, 0);
    link("chain", join(place, "strangers"), 0);
    for (const name of ["strangers", "nowhere", "strangers/deeper", "chain"]) {
      for (const line of [["setup", "--call", "OE1SYS"], ["box", "tx", "dry", "--dir", join(place, name)]]) {
        const { code, said } = await run(line, { DATA_DIR: join(place, name) });
        assert.equal(code, 78, said);
        assert.match(
          said,
          /is reached by a link of user 54321 and belongs to user 0: name the folder itself\n$/,
        );
      }
    }
    assert.deepEqual(contents(outside), []);
    for (const [name, folder] of [["roots", data], ["fresh/data", join(place, "fresh")]] as const) {
      const { code, said } = await run(["setup", "--call", "OE1SYS"], { DATA_DIR: join(place, name) });
      assert.equal(code, 0, said);
      assert.deepEqual(others(folder), []);
      assert.ok(contents(folder).length > 0);
    }
    // Modules that lie where the owner may not look are missed at once, not in the middle of something.
    const hidden = join(outside, "modules");
    await Deno.rename(join(home, "modules"), hidden);
    await Deno.chmod(outside, 0o700);
    const { code, said } = await run(["setup"], { DENO_DIR: hidden });
    assert.equal(code, 78, said);
    assert.match(said, /^\S+\/data belongs to user 54321, who may not read .*sudo -u '#54321' …\)$/m);
    await Deno.rename(hidden, join(home, "modules"));
    // Root's own folder stays root's.
    assert.equal((await run(["setup", "--call", "OE1SYS"], { DATA_DIR: join(outside, "own") })).code, 0);
    assert.equal(Deno.statSync(join(outside, "own", "gateway.env")).uid, 0);
  });
});
