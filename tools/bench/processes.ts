/** Processes that are measured, and the load put on them. Traffic stays on 127.0.0.1. */
import { join } from "node:path";
import { freePort } from "../../tests/kit/free_port.ts";
import { V8_FLAGS } from "../release.ts";

export const ROOT = new URL("../../", import.meta.url).pathname;
const FLAGS = [
  "run",
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-env",
  "--allow-sys",
  V8_FLAGS,
];

export const ENV = {
  INGEST_SECRET: "ingest-secret-of-the-bench",
  OPERATOR_SECRET: "operator-secret-of-the-bench",
  SESSION_SECRET: "session-secret-of-the-bench",
  ADMIN_CALLSIGNS: "OE1SYS",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warning",
  DENO_NO_UPDATE_CHECK: "1",
};

export interface Measured {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to the first good answer of /health. */
  startMs: number;
  /** Milliseconds of processor until then. */
  startCpuMs: number;
  stop(): Promise<void>;
}

/** Processor seconds of all that were started and stopped: by them a row says what it cost, whoever else was busy. */
export const spent = { cpuS: 0 };

/** The program as the tarball brings it, made in a folder: its launcher. */
export async function bundled(folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-all", "tools/bundle.ts", "--unpacked"],
    cwd: ROOT,
    env: { DIST: folder },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return join(new TextDecoder().decode(stdout).trim(), "service-gateway");
}

/** Ports that are tried until one is free when it is used too. */
const PORTS_TRIED = 3;

/** Starts a script of the checkout (or of another one, `root`), or a launcher by its whole path, on a port of its own and waits until it answers. */
export async function start(
  script: string,
  args: string[],
  env: Record<string, string>,
  { probe = "/health", root = ROOT } = {},
): Promise<Measured> {
  for (let tries = 1;; tries++) {
    const started = await startOn(freePort(), script, args, env, { probe, root });
    if (started) return started;
    // Between being found free and being used, a port may be somebody else's.
    if (tries === PORTS_TRIED) throw new Error(`${script} ended ${tries} times before it answered`);
  }
}

/** The same on this port; nothing where the process ends before it answers. */
async function startOn(
  port: number,
  script: string,
  args: string[],
  env: Record<string, string>,
  { probe, root }: { probe: string; root: string },
): Promise<Measured | undefined> {
  const began = performance.now();
  const [command, before] = script.startsWith("/")
    ? [script, []]
    : [Deno.execPath(), [...FLAGS, join(root, script)]];
  const child = new Deno.Command(command, {
    args: [...before, ...args],
    env: { ...ENV, PORT: String(port), ...env },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  let hasEnded = false;
  void child.status.then(() => hasEnded = true);
  for (;;) {
    if (hasEnded) return undefined;
    try {
      const answer = await fetch(url + probe);
      await answer.body?.cancel();
      if (answer.ok) break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
  const startMs = performance.now() - began, startCpuMs = cpuSeconds(child.pid) * 1000;
  return {
    url,
    pid: child.pid,
    startMs,
    startCpuMs,
    async stop() {
      spent.cpuS += cpuSeconds(child.pid);
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Resident memory in MB. */
export const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]) / 1024;

/** Processor seconds that a process has used, of user and system. Says more than a clock on a machine that others use. */
export function cpuSeconds(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100; // USER_HZ
}

/** Requests a second of processor time under wrk. */
export async function perCpuSecond(server: Measured, path: string, seconds: number): Promise<number> {
  const before = cpuSeconds(server.pid);
  const rate = await wrk(server.url + path, { seconds });
  return rate * seconds / (cpuSeconds(server.pid) - before);
}

/** Answers a second of processor time under wrk. */
export async function perCpu(server: Measured, script: string, seconds: number): Promise<number> {
  const before = cpuSeconds(server.pid);
  const rate = await wrk(server.url, { seconds, script, connections: 64 });
  return rate * seconds / (cpuSeconds(server.pid) - before);
}

/** Requests a second under wrk. `script` is Lua text for anything but a plain GET. */
export async function wrk(
  url: string,
  options: { connections?: number; seconds?: number; script?: string } = {},
): Promise<number> {
  const { connections = 50, seconds = 3, script } = options;
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`];
  let file: string | undefined;
  if (script) {
    file = await Deno.makeTempFile({ suffix: ".lua" });
    await Deno.writeTextFile(file, script);
    args.push("-s", file);
  }
  const { stdout } = await new Deno.Command("wrk", { args: [...args, url], stdout: "piped" }).output();
  if (file) await Deno.remove(file);
  const text = new TextDecoder().decode(stdout);
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1];
  if (bad) throw new Error(`${url}: ${bad} answers were refusals`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)![1]);
}

/** Runs `use` with a folder that is gone afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "bench-" });
  try {
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
