/** The tarball that people install, made, unpacked and started. */
import assert from "node:assert/strict";
import { ROOT, serverEnv, startServer } from "../kit/server.ts";

/** Makes a tarball; gives its path. */
export async function bundle(target: string): Promise<string> {
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
    // A hundred megabytes that are unpacked at once: packing them well takes longer than all else here.
    env: { GZIP: "-1" },
    stdout: "piped",
    stderr: "piped",
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).split(" ")[0]!.trim();
}

/** Unpacks it into a folder; gives the one that was in it. */
export async function unpack(tarball: string, folder: string): Promise<string> {
  const { success } = await new Deno.Command("tar", { args: ["-xzf", tarball, "-C", folder] }).output();
  assert.ok(success);
  return `${folder}/${[...Deno.readDirSync(folder)].find((entry) => entry.isDirectory)!.name}`;
}

/** The program serves and signs its operator in; `beside` runs next to it. */
export async function serves(
  launcher: string,
  folder: string,
  beside: (url: string, env: Record<string, string>) => Promise<void>,
): Promise<void> {
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
  // The app's files are in it, and the licences, which few ask for.
  const read = async (path: string) => await (await fetch(server.url + path)).text();
  const script = /src="(\/assets\/app-\w+\.js)"/.exec(await read("/"))?.[1];
  assert.match(await read(script!), /import/);
  assert.match(await read("/about/licences"), /preact/);
  await beside(server.url, env);
  assert.equal(await server.stop(), 0);
}
