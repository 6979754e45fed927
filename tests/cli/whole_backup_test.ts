/** A whole backup: made at the shell, put back on a fresh host, and refused where a byte of it is another one. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database } from "../../src/db/mod.ts";
import { command } from "../kit/command.ts";
import { filesWithin } from "../kit/files.ts";
import { serverEnv, withFolder } from "../kit/server.ts";

const PHRASE = "correct horse battery";
const MEDIA = "media/ab/cdef0123456789.webp";

/** A data folder as an instance has it. Gives its environment. */
async function instance(folder: string) {
  const env = serverEnv(folder);
  assert.equal((await command(["migrate"], env)).code, 0);
  await Deno.mkdir(join(folder, "media/ab"), { recursive: true });
  await Deno.mkdir(join(folder, "tiles"));
  await Deno.mkdir(join(folder, "tls"));
  await Deno.writeFile(join(folder, MEDIA), new Uint8Array(700_000).fill(7));
  await Deno.writeTextFile(join(folder, "tiles/style.json"), "{}");
  await Deno.writeFile(join(folder, "tiles/offline.pmtiles"), new Uint8Array(2 << 20));
  await Deno.writeTextFile(join(folder, "gateway.env"), 'OPERATOR_NAME="secret-of-ours"\n');
  await Deno.writeTextFile(join(folder, "tls/authority.key"), "key");
  return env;
}

const text = (path: string) => Deno.readTextFile(path);

Deno.test("one archive brings an instance back on a fresh host: database, media, tiles' settings and, by its passphrase, secrets", () =>
  withFolder(async (home) => {
    const [old, fresh] = [join(home, "old"), join(home, "fresh")];
    const env = await instance(old), archive = join(home, "club.tar"), phrase = join(home, "phrase");
    await Deno.writeTextFile(phrase, `${PHRASE}\n`);
    const made = await command(["backup", archive, "--whole", "--passphrase-file", phrase], env);
    assert.equal(made.code, 0, made.stderr);
    // Any tar reads it, and the first file says what is in it.
    const listed = new Deno.Command("tar", { args: ["-tf", archive] }).outputSync();
    assert.equal(
      new TextDecoder().decode(listed.stdout),
      `READ-ME.txt\ngateway.db\n${MEDIA}\ntiles/style.json\nsecrets.age\nmanifest.json\n`,
    );
    const about = new Deno.Command("tar", { args: ["-xOf", archive, "READ-ME.txt"] }).outputSync();
    assert.match(new TextDecoder().decode(about.stdout), /age v1[\s\S]*age -d secrets\.age/);
    const whole = await Deno.readFile(archive);
    assert.equal(new TextDecoder("latin1").decode(whole).includes("secret-of-ours"), false);

    const there = { ...serverEnv(fresh) };
    assert.equal((await command(["migrate"], there)).code, 0);
    const before = filesWithin(fresh);
    const checked = await command(["restore", "--check", archive], there);
    assert.equal(checked.code, 0, checked.stderr);
    assert.match(checked.stdout, /1 files of media[\s\S]*stay closed/);
    assert.deepEqual(filesWithin(fresh), before, "a check changes nothing");

    const wrong = join(home, "wrong");
    await Deno.writeTextFile(wrong, "some other words");
    const refused = await command(["restore", archive, "--passphrase-file", wrong], there);
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /passphrase/);
    assert.deepEqual(filesWithin(fresh), before);

    const put = await command(["restore", archive, "--passphrase-file", phrase], there);
    assert.equal(put.code, 0, put.stderr);
    assert.deepEqual(await Deno.readFile(join(fresh, MEDIA)), new Uint8Array(700_000).fill(7));
    assert.equal(await text(join(fresh, "tiles/style.json")), "{}");
    assert.equal(await text(join(fresh, "gateway.env")), 'OPERATOR_NAME="secret-of-ours"\n');
    assert.equal(await text(join(fresh, "tls/authority.key")), "key");
    const db = new Database(join(fresh, "gateway.db"), { readOnly: true });
    assert.deepEqual(db.problems(), []);
    db.close();
    assert.deepEqual([...Deno.readDirSync(fresh)].filter(({ name }) => name.startsWith("restoring")), []);
  }));

Deno.test("without a passphrase the secrets are left out, and the archive says so", () =>
  withFolder(async (home) => {
    const env = await instance(join(home, "old")), archive = join(home, "club.tar");
    assert.equal((await command(["backup", archive, "--whole"], env)).code, 0);
    const about = new Deno.Command("tar", { args: ["-xOf", archive, "READ-ME.txt"] }).outputSync();
    assert.match(new TextDecoder().decode(about.stdout), /No secrets are in it[\s\S]*FED_PRIVATE_KEY/);
    const checked = await command(["restore", "--check", archive], env);
    assert.match(checked.stdout, /no secrets in it/);
    const short = join(home, "short");
    await Deno.writeTextFile(short, "eleven char");
    const refused = await command(
      ["backup", join(home, "b.tar"), "--whole", "--passphrase-file", short],
      env,
    );
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /at least 12/);
  }));

Deno.test("the nightly copy is such an archive where the operator wants it, its secrets under the passphrase of the settings", () =>
  withFolder(async (home) => {
    const [old, fresh] = [join(home, "old"), join(home, "fresh")];
    const env = { ...await instance(old), BACKUP_NIGHTLY: "whole", BACKUP_PASSPHRASE: PHRASE };
    const made = await command(["backup", "--nightly"], env);
    assert.equal(made.code, 0, made.stderr);
    const copies = () => [...Deno.readDirSync(join(old, "backups"))].map(({ name }) => name);
    const [name] = copies();
    assert.match(name!, /^nightly-\d{8}-\d{6}\.tar$/);
    assert.equal((await command(["backup", "--nightly"], env)).code, 0);
    assert.deepEqual(copies(), [name], "one a night");
    const there = { ...serverEnv(fresh) }, phrase = join(home, "phrase");
    assert.equal((await command(["migrate"], there)).code, 0);
    await Deno.writeTextFile(phrase, PHRASE);
    const put = await command(
      ["restore", join(old, "backups", name!), "--passphrase-file", phrase],
      there,
    );
    assert.equal(put.code, 0, put.stderr);
    assert.deepEqual(await Deno.readFile(join(fresh, MEDIA)), new Uint8Array(700_000).fill(7));
    assert.equal(await text(join(fresh, "gateway.env")), 'OPERATOR_NAME="secret-of-ours"\n');
  }));

Deno.test("an archive with another byte, or cut, is refused whole, and nothing changes", () =>
  withFolder(async (home) => {
    const old = join(home, "old"), env = await instance(old), archive = join(home, "club.tar");
    assert.equal((await command(["backup", archive, "--whole"], env)).code, 0);
    const bytes = await Deno.readFile(archive), before = filesWithin(old);
    const at = bytes.length - 400_000; // in the photo
    const harms: [string, Uint8Array][] = [
      ["byte", bytes.map((byte, i) => i === at ? byte ^ 1 : byte)],
      ["cut", bytes.subarray(0, bytes.length - 300_000)],
      ["no end", bytes.subarray(0, bytes.length - 1024)],
    ];
    for (const [harm, harmed] of harms) {
      await Deno.writeFile(archive, harmed);
      const { code, stderr } = await command(["restore", archive], env);
      assert.notEqual(code, 0, harm);
      assert.match(stderr, /not whole|cut off|no tar/, harm);
      assert.deepEqual(filesWithin(old), before, harm);
    }
  }));
