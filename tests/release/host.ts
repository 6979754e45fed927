/** A host of its own in a folder: versions under `opt/`, data, and a service manager that restarts what fails. */
import assert from "node:assert/strict";
import { eventually } from "../kit/eventually.ts";
import { join } from "node:path";
import { signBundle } from "../../src/release/mod.ts";
import { readSigningKey } from "../../src/wire/mod.ts";
import { VERSION } from "../../tools/release.ts";
import { runtimeIn, SERVICE } from "../cli/two_users.ts";
import { ROOT, serverEnv } from "../kit/server.ts";

export const KEY = readSigningKey("A".repeat(42) + "E")!;
export const target = Deno.build.arch === "aarch64" ? "arm64" : "x64";
const nameOf = (version: string) => `service-gateway-${version}-linux-${target}`;

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, env, cwd: ROOT }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** The real bundle, unpacked, with this machine's runtime in the place of its copy. */
export async function bundleOnce(folder: string): Promise<string> {
  const seed = join(folder, "release.key");
  await Deno.writeTextFile(seed, "A".repeat(42) + "E\n");
  const args = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", "--allow-env"];
  await run(Deno.execPath(), [...args, "tools/bundle.ts", "--unpacked", "--target", target], {
    DIST: join(folder, "dist"),
    RELEASE_KEY: seed,
  });
  const home = join(folder, "dist", nameOf(VERSION));
  await Deno.remove(join(home, "bin/deno"));
  const runtime = `#!/bin/sh\nexec ${await runtimeIn(folder)} "$@"\n`;
  await Deno.writeTextFile(join(home, "bin/deno"), runtime, { mode: 0o755 });
  return home;
}

export interface Change {
  version: string;
  /** What becomes of the program's text. */
  edit?: (script: string) => string;
  /** Signed for another machine. */
  target?: "x64" | "arm64";
  /** What becomes of the folder after it is signed. */
  after?: (home: string) => Promise<void>;
  signed?: boolean;
}

/** A tarball of another version, made of the real one. */
export async function tarball(folder: string, home: string, change: Change): Promise<string> {
  const pack = join(folder, "pack"), name = nameOf(change.version);
  await Deno.mkdir(pack, { recursive: true });
  await run("cp", ["-r", home, join(pack, name)]);
  const script = join(pack, name, "gateway.cjs");
  // The program is written in Latin-1.
  const text = new TextDecoder("latin1").decode(await Deno.readFile(script)).replaceAll(
    `"${VERSION}"`,
    `"${change.version}"`,
  );
  await Deno.writeFile(script, Uint8Array.from(change.edit?.(text) ?? text, (one) => one.charCodeAt(0)));
  await Deno.remove(join(pack, name, "manifest.json")).catch(() => {});
  if (change.signed ?? true) {
    signBundle(join(pack, name), { version: change.version, target: change.target ?? target }, KEY);
  }
  await change.after?.(join(pack, name));
  const file = join(folder, `${name}.tar.gz`);
  await run("tar", ["--use-compress-program=gzip -1", "-cf", file, "-C", pack, name]);
  await Deno.remove(join(pack, name), { recursive: true });
  return file;
}

/** What systemd does for one unit: one process, started again when it fails, given up after three times. */
const SYSTEMCTL = `#!/bin/bash
root=ROOT
if [ "$1" = is-failed ]; then ! kill -0 "$(cat "$root/supervisor")" 2>/dev/null; exit; fi
[ "$1" = restart ] || exit 0
if [ -s "$root/supervisor" ]; then
  old=$(cat "$root/supervisor"); kill -KILL "$old" 2>/dev/null
  if [ -s "$root/server" ]; then
    pid=$(cat "$root/server"); kill "$pid" 2>/dev/null
    while kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
  fi
fi
setsid "$root/supervise" </dev/null >>"$root/log" 2>&1 &
echo $! > "$root/supervisor"
exit 0
`;
const SUPERVISE = `#!/bin/bash
root=ROOT
set -a; . "$root/var/lib/service-gateway/gateway.env"; set +a
export DATA_DIR="$root/var/lib/service-gateway" PATH="$root/stub:$PATH"
export HOME="$DATA_DIR"
# As the unit has it: read by root, run by the user whom the folder belongs to.
[ "$(id -u)" = 0 ] && as="setpriv --reuid=SERVICE --regid=SERVICE --clear-groups --no-new-privs"
umask 0077
for n in 1 2 3; do
  $as "$root/opt/service-gateway/service-gateway" serve & pid=$!
  echo $pid > "$root/server"
  wait $pid && exit 0
  sleep 0.2
done
[ -e "$root/opt/service-gateway-upgrade.json" ] && exec "$root/opt/service-gateway-before/service-gateway" upgrade --back --root "$root"
`;

export interface TestHost {
  root: string;
  data: string;
  /** Ends with the command's status; `kill` gets the process to do with it what a test does. */
  upgrade(
    file: string,
    kill?: (child: Deno.ChildProcess) => void,
    more?: string[],
  ): Promise<{ code: number; said: string }>;
  /** Version that answers, once one does. */
  version(): Promise<string>;
  /** Where the link leads. */
  current(): string;
  stop(): Promise<void>;
}

/** Lays a host down with the real bundle's version running. */
export async function layHost(root: string, home: string): Promise<TestHost> {
  const data = join(root, "var/lib/service-gateway");
  for (const path of ["opt", "var/lib/service-gateway", "stub"]) {
    await Deno.mkdir(join(root, path), { recursive: true });
  }
  for (const [name, text] of [["stub/systemctl", SYSTEMCTL], ["supervise", SUPERVISE]] as const) {
    await Deno.writeTextFile(
      join(root, name),
      text.replace("ROOT", root).replaceAll("SERVICE", String(SERVICE)),
      { mode: 0o755 },
    );
  }
  await run("cp", ["-r", home, join(root, "opt", nameOf(VERSION))]);
  await Deno.symlink(join(root, "opt", nameOf(VERSION)), join(root, "opt/service-gateway"));
  const env = { ...serverEnv(data), HOST: "127.0.0.1", PORT: "0", DENO_NO_UPDATE_CHECK: "1" };
  await Deno.writeTextFile(
    join(data, "gateway.env"),
    Object.entries(env).map(([key, value]) => `${key}="${value}"\n`).join(""),
  );
  if (Deno.uid() === 0) await run("chown", ["-R", `${SERVICE}:${SERVICE}`, data]);
  const path = `${join(root, "stub")}:${Deno.env.get("PATH")}`;
  await run(join(root, "stub/systemctl"), ["restart", "service-gateway"]);
  const host: TestHost = {
    root,
    data,
    current: () => Deno.realPathSync(join(root, "opt/service-gateway")).split("/").at(-1)!,
    async upgrade(file, kill, more = []) {
      const child = new Deno.Command(join(root, "opt/service-gateway/service-gateway"), {
        args: ["upgrade", file, "--root", root, "--wait", "60", ...more],
        env: { PATH: path },
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      kill?.(child);
      const { code, stdout, stderr } = await child.output();
      return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    },
    async version() {
      for (let tries = 0; tries < 600; tries++) {
        try {
          const url = Deno.readTextFileSync(join(data, "serve.lock")).split("\n")[0]!;
          const health = await (await fetch(`${url.replace("localhost", "127.0.0.1")}/health`)).json();
          if (health.ok) return health.version;
        } catch {
          // Not yet.
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`nobody answers:\n${await Deno.readTextFile(join(root, "log")).catch(() => "")}`);
    },
    async stop() {
      for (const [file, signal] of [["supervisor", "KILL"], ["server", "TERM"]] as const) {
        const pid = Deno.readTextFileSync(join(root, file)).trim();
        await new Deno.Command("kill", { args: [`-${signal}`, pid], stderr: "null" }).output();
        const alive = () => new Deno.Command("kill", { args: ["-0", pid], stderr: "null" }).output();
        await eventually(`${file} to end`, async () => !(await alive()).success);
      }
    },
  };
  return host;
}
