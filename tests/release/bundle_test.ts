import assert from "node:assert/strict";
import { has } from "../kit/peers.ts";
import { ROOT, serverEnv, startServer, withFolder } from "../kit/server.ts";

async function bundle(target: string): Promise<string> {
  const args = [
    "run",
    "--no-prompt",
    "--allow-read",
    "--allow-write",
    "--allow-run",
    "--allow-env",
    "tools/bundle.ts",
    "--target",
    target,
  ];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stdout: "piped",
    stderr: "piped",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).split(" ")[0]!.trim();
}

async function unpack(tarball: string, folder: string): Promise<string> {
  const { success } = await new Deno.Command("tar", { args: ["-xzf", tarball, "-C", folder] }).output();
  assert.ok(success);
  return `${folder}/${[...Deno.readDirSync(folder)].find((entry) => entry.isDirectory)!.name}`;
}

async function serves(launcher: string, folder: string): Promise<void> {
  const env = { ...serverEnv(`${folder}/data`), HOME: folder, DENO_DIR: `${folder}/deno` };
  const server = await startServer(env, { command: [launcher, "start"], cwd: folder });
  const health = await (await fetch(`${server.url}/health`)).json();
  assert.equal(health.ok, true);
  assert.match(health.commit, /^[0-9a-f]{40}$/);
  const opened = await fetch(`${server.url}/auth/email/verify`, {
    method: "POST",
    body: JSON.stringify({ token: server.token }),
  });
  assert.equal((await opened.json()).callsign, "OE1SYS");
  assert.equal(await server.stop(), 0);
}

Deno.test("the tarball runs where nothing is installed", () =>
  withFolder(async (folder) => {
    const home = await unpack(await bundle(Deno.build.arch === "aarch64" ? "arm64" : "x64"), folder);
    for (const file of ["gateway.js", "service-gateway.service", "README.md", "LICENSE"]) {
      assert.ok((await Deno.stat(`${home}/${file}`)).size > 0, file);
    }
    await serves(`${home}/service-gateway`, folder);
  }));

Deno.test("the tarball for arm64 runs on arm64", async () => {
  const root = "/usr/aarch64-linux-gnu";
  if (
    Deno.build.arch === "aarch64" || !has("npm", "qemu-aarch64-static", `${root}/lib/ld-linux-aarch64.so.1`)
  ) return;
  await withFolder(async (folder) => {
    const home = await unpack(await bundle("arm64"), folder);
    const launcher = `${home}/service-gateway`;
    const text = await Deno.readTextFile(launcher);
    await Deno.writeTextFile(
      launcher,
      text.replace('exec "$here', `exec qemu-aarch64-static -L ${root} "$here`),
    );
    await serves(launcher, folder);
  });
});
