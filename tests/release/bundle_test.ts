import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { SCRIPT_OF } from "../../tools/bundle/libraries.ts";
import { VERSION } from "../../tools/release.ts";
import { exampleWorld, recipe, runLine, shownByHelp } from "../cli/shown_lines.ts";
import { eventually, startBoxProcess } from "../kit/box_process.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { exists } from "../kit/test_data.ts";
import { bundle, serves, unpack } from "./bundled.ts";

const keptIn = (home: string): string => `${home}/.cache/service-gateway/compiled-${Deno.build.arch}`;

/** The receiver box out of the same tarball: it joins, runs, tells its state and stops. */
async function boxRuns(
  launcher: string,
  folder: string,
  url: string,
  env: Record<string, string>,
): Promise<void> {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(launcher, { args, cwd: folder, env }).output();
    return { code, said: new TextDecoder().decode(stdout), wrong: new TextDecoder().decode(stderr) };
  };
  const made = await run("boxes", "code");
  assert.equal(made.code, 0, made.wrong);
  const listens = ["--call", "OE1SYS-10", "--connect", "kiss://127.0.0.1:1"];
  const joined = await run("box", "join", url, made.said.trim(), ...listens);
  assert.equal(joined.code, 0, joined.wrong);
  const box = await startBoxProcess(join(folder, "box"), { command: [launcher], env });
  const ok = await eventually("the box to reach its gateway", async () => {
    const { code, said } = await run("box", "status", "--json");
    return code === 1 && JSON.parse(said).gateway.state === "ok" && JSON.parse(said);
  });
  assert.equal(ok.spool.in, 0);
  assert.equal(await box.stop(), 0);
  await eventually("the compiled code to be kept", () => exists(keptIn(env.HOME!)));
}

Deno.test("the tarball runs where nothing is installed", () =>
  withFolder(async (folder) => {
    const home = await unpack(await bundle(Deno.build.arch === "aarch64" ? "arm64" : "x64"), folder);
    for (const file of ["gateway.js", "service-gateway.service", "README.md", "LICENSE"]) {
      assert.ok((await Deno.stat(`${home}/${file}`)).size > 0, file);
    }
    libraries(home);
    const launcher = `${home}/service-gateway`;
    await serves(launcher, folder, (url, env) => boxRuns(launcher, folder, url, env));
    await keptCode(launcher, folder);
    await everyLine(home, join(folder, "lines"));
    await recipes(home, join(folder, "host"));
  }));

/** Each library beside the program has what the program asks for under its name, and the program has it no more. */
function libraries(home: string): void {
  const require = createRequire(`${home}/`);
  for (const [name, script] of Object.entries(SCRIPT_OF)) {
    assert.ok(Object.keys(require(script)[name]).length > 0, name);
  }
  const { size } = Deno.statSync(`${home}/gateway.cjs`);
  assert.ok(size < 3_200_000, `${size} bytes`);
}

/**
 * What the server above compiled is kept for the next start; changed by a single bit or of another program, which would end
 * the process or run something else, it is left alone.
 */
async function keptCode(launcher: string, folder: string): Promise<void> {
  const kept = keptIn(folder);
  const good = await Deno.readFile(kept);
  assert.ok(good.length > 1e6, `${good.length} bytes`);
  const late = good.slice();
  late[good.length - 1000]! ^= 1;
  for (const content of [good, late, good.subarray(0, 2_000_000), new Uint8Array()]) {
    await Deno.writeFile(kept, content);
    const env = { PATH: "/usr/bin:/bin", HOME: folder };
    const { code, stdout, stderr } = await new Deno.Command(launcher, {
      args: ["--version"],
      env,
      clearEnv: true,
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    assert.equal(new TextDecoder().decode(stdout).trim(), VERSION);
  }
  // A command is over before anything is worth keeping.
  assert.equal((await Deno.stat(kept)).size, 0);
}

/** Every line that its help shows, as it is shown there: the program is called service-gateway. */
async function everyLine(home: string, folder: string): Promise<void> {
  const help = await new Deno.Command(`${home}/service-gateway`, { args: ["settings", "set", "--help"] })
    .output();
  assert.match(
    new TextDecoder().decode(help.stdout),
    /^Usage: service-gateway settings set[\s\S]*\n {2}service-gateway settings set/,
  );
  const lines = shownByHelp();
  // One cache of compiled code for all lines, as one user has: else each of them would compile the whole program.
  const env = { PATH: "/usr/bin:/bin", DENO_DIR: join(folder, "deno") };
  const runSome = async (place: string) => {
    for (let line = lines.pop(); line !== undefined; line = lines.pop()) {
      await Deno.mkdir(place, { recursive: true });
      await exampleWorld(place, line);
      await Deno.symlink(`${home}/service-gateway`, join(place, "stub/service-gateway"));
      await runLine(line.replaceAll("main.ts", "service-gateway"), place, env);
      await Deno.remove(place, { recursive: true });
    }
  };
  await Promise.all([runSome(join(folder, "a")), runSome(join(folder, "b"))]);
}

/** The README's recipes for a host as they are written, one after the other, in a mount namespace with folders of its own. */
async function recipes(home: string, host: string): Promise<void> {
  if (Deno.uid() !== 0 || !has("unshare", "systemd-sysusers")) return;
  const release = basename(home);
  for (const path of ["opt", "lib", "bin", "stub", "etc"]) {
    await Deno.mkdir(join(host, path), { recursive: true });
  }
  const stub = async (name: string, text: string) => {
    await Deno.writeTextFile(join(host, "stub", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };
  await stub("sudo", 'exec env "$@"');
  await stub("systemctl", "exit 0");
  for (const name of [release, release.replace(VERSION, "9.9.9")]) {
    await Deno.mkdir(join(host, "pack"));
    await Deno.symlink(home, join(host, "pack", name));
    const args = [
      "--use-compress-program=gzip -1",
      "-chf",
      join(host, `${name}.tar.gz`),
      "-C",
      join(host, "pack"),
      name,
    ];
    assert.ok((await new Deno.Command("tar", { args }).output()).success);
    await Deno.remove(join(host, "pack"), { recursive: true });
  }
  const binds = { opt: "/opt", lib: "/var/lib", bin: "/usr/local/bin", etc: "/etc" };
  const mounts = ["mount --make-rprivate /", `cp -a /etc/. ${join(host, "etc")}/`].concat(
    Object.entries(binds).map(([from, to]) => `mount --bind ${join(host, from)} ${to}`),
    // By this the program knows that a service manager runs.
    ["mount -t tmpfs tmpfs /run", "mkdir -p /run/systemd/system"],
  );
  const run = async (name: string) => {
    const first = name === "install" ? mounts : mounts.filter((line) => !line.startsWith("cp "));
    const script = [...first, ...recipe(name)].join("\n").replaceAll(
      "-linux-x64",
      release.slice(release.indexOf("-linux-")),
    );
    const { success, stdout, stderr } = await new Deno.Command("unshare", {
      args: ["-m", "bash", "-ec", script],
      cwd: host,
      env: { PATH: `${join(host, "stub")}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`, HOME: host },
      clearEnv: true,
      stdout: "piped",
      stderr: "piped",
    }).output();
    assert.ok(success, `${name}: ${new TextDecoder().decode(stderr)}${new TextDecoder().decode(stdout)}`);
    return new TextDecoder().decode(stdout);
  };
  const running = () => basename(Deno.readLinkSync(join(host, "opt/service-gateway")));
  const data = join(host, "lib/service-gateway");
  await run("install");
  assert.equal(running(), release);
  const env = await Deno.stat(join(data, "gateway.env"));
  assert.equal(env.mode! & 0o777, 0o600);
  assert.match(await Deno.readTextFile(join(data, "gateway.env")), /^TLS="own"$/m);
  assert.match(
    await Deno.readTextFile(join(host, "etc/passwd")),
    new RegExp(`^service-gateway:x:${env.uid}:`, "m"),
  );
  assert.ok((await Deno.stat(join(host, "etc/systemd/system/service-gateway.service"))).isFile);
  assert.match(await run("sign in"), /^http:\/\/localhost:8787\/auth\/email\/verify\?token=\S+$/m);
  assert.equal((await Deno.stat(join(data, "gateway.db"))).uid, env.uid, "what root made is the service's");
  await run("upgrade by hand to 9.9.9");
  assert.equal(running(), release.replace(VERSION, "9.9.9"), "the link leads to the new version");
  assert.ok((await Deno.stat(join(host, "opt", release))).isDirectory, "the old version is still there");
  assert.equal([...Deno.readDirSync(join(data, "backups"))].length, 1);
  await run("back to the version before");
  assert.equal(running(), release);
}
