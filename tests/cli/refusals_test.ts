/** Refusals of the command line are one line, with the status that fits, and leave everything as it was. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database } from "../../src/db/mod.ts";
import { command } from "../kit/command.ts";
import { gateway, serverEnv, withFolder } from "../kit/server.ts";

/** What lies in a folder, with the bytes of each file that matters. */
const listing = (folder: string): string[] =>
  [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? listing(join(folder, name)).map((inner) => `${name}/${inner}`) : [name]
  ).filter((name) => !/-(wal|shm)$|packets\.db$/.test(name)).sort();

Deno.test("a path that is not what a command takes: one line that names it, and the status of its kind", () =>
  withFolder(async (folder) => {
    const data = join(folder, "data");
    const env = serverEnv(data);
    assert.equal((await command(["migrate"], env)).code, 0);
    const foreign = join(folder, "bookmarks.db");
    const db = new Database(foreign);
    db.writeNow((tx) => db.exec(tx, "CREATE TABLE bookmarks (url TEXT)"));
    db.close();
    const empty = join(folder, "empty.db");
    await Deno.writeTextFile(empty, "");
    const text = join(folder, "text.db");
    await Deno.writeTextFile(text, "this is no database ".repeat(300));
    const broken = join(folder, "broken.json");
    await Deno.writeTextFile(broken, '[["OE1ABC"], ["OE1');
    const none = join(folder, "none");
    const copy = join(folder, "copy.db");
    assert.equal((await command(["backup", copy], env)).code, 0);
    const before = listing(folder);
    const cases: [string[], number, RegExp][] = [
      [["restore", none], 66, /There is no file .*none$/],
      [["restore", folder], 66, /is a folder; name the backup in it$/],
      [["restore", empty], 1, /empty\.db is an empty file/],
      [["restore", text], 78, /text\.db cannot be opened/],
      [["restore", foreign], 78, /bookmarks\.db is an SQLite file, but not a database of this program$/],
      [["restore", "--check", foreign], 78, /not a database of this program$/],
      [["backup", copy], 73, /copy\.db is there already; take another name, or --force$/],
      [["backup", join(none, "x.db")], 73, /none\/x\.db cannot be written: there is no folder/],
      [["backup", join(copy, "x.db")], 73, /x\.db cannot be written/],
      [["frame", "show", folder], 66, /is a folder; name the frame/],
      [["frame", "show", none], 66, /There is no file/],
      [["licence", "import", "at", folder], 66, /is a folder; name the register/],
      [["licence", "import", "at", broken], 66, /broken\.json: The JSON file is broken/],
      [["setup", "--call", "not a call"], 64, /is not a callsign/],
      [["completion", "csh"], 64, /takes one of bash, zsh, fish, not csh$/],
      [["peer", "block", "not an address"], 1, /address/i],
      [["settings", "get", "NO_SUCH"], 1, /There is no setting NO_SUCH/],
    ];
    for (const [args, status, line] of cases) {
      const { code, stdout, stderr } = await command(args, env);
      assert.deepEqual([args.join(" "), code], [args.join(" "), status], stderr);
      assert.match(stderr.trim(), line);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
      assert.equal(stdout, "", args.join(" "));
    }
    assert.deepEqual(listing(folder), before, "a refused command leaves nothing behind");
    assert.equal((await command(["backup", copy, "--force"], env)).code, 0);
    // Into a folder the copy goes under a name of its own, and the same second takes another one.
    const into = await command(["backup", folder], env);
    assert.ok(into.stdout.startsWith(join(folder, "gateway-")), into.stdout);
  }));

Deno.test("command lines that nobody declared end with 64 and a hint", async () => {
  for (const args of [["serv"], ["backup", "--no-such"], ["restore"], ["settings", "set", "ONE"]]) {
    const { code, stderr } = await command(args);
    assert.equal(code, 64, args.join(" "));
    assert.match(stderr, /^error: /);
    assert.doesNotMatch(stderr, /\bat .*\.js:/);
  }
  assert.equal((await command(["--help"])).code, 0);
  assert.equal((await gateway(["--version"])).code, 0);
});

Deno.test("an env file that cannot be read, or is a folder, is named", () =>
  withFolder(async (folder) => {
    await Deno.mkdir(join(folder, "gateway.env"));
    for (const args of [["doctor"], ["setup", "--call", "OE1XYZ"], ["start"]]) {
      const { code, stderr } = await command(args, { DATA_DIR: folder });
      assert.equal(code, 78, stderr);
      assert.match(stderr, /^\S*gateway\.env cannot be read: [^\n]+\n$/);
    }
  }));

Deno.test("a register with a stray quote is imported, and the lines that were skipped are told with their reasons", () =>
  withFolder(async (folder) => {
    const file = join(folder, "register.csv");
    await Deno.writeTextFile(
      file,
      'callsign,status\nOE1AAA,licensed\n"OE1BBB,licensed\nOE1CCC,dismissed\nOE1DDD,licensed\nnobody,licensed\n',
    );
    const done = await command(["licence", "import", "at", file], serverEnv(folder));
    assert.equal(done.code, 0, done.stderr);
    assert.equal(
      done.stdout,
      "at: 2 calls, 0 no longer listed and dropped, 3 rows skipped (1 a quote that is not closed, or stands inside a field, 1 not a known status, 1 not a base call).\n",
    );
    const lines = done.stderr.trim().split("\n").sort();
    assert.deepEqual(lines, [
      "line 3: a quote that is not closed, or stands inside a field",
      "line 4: not a known status: dismissed",
      "line 6: not a base call: nobody",
    ]);
    const [row] = JSON.parse((await command(["licence", "list", "--json"], serverEnv(folder))).stdout);
    assert.deepEqual([row.source, row.rows], ["at", 2]);
    await Deno.writeTextFile(file, "x\n".repeat(30));
    const wrong = await command(["licence", "import", "at", file], serverEnv(folder));
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /line 20: .*\n… and more\n.*nothing was pruned/);
  }));
