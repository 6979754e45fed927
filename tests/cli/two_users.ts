/** The program as root on folders of another user, as on a host where the service has a user of its own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { FLAGS, plainEnv, ROOT, withFolder } from "../kit/server.ts";

/** Nobody's number on this host. */
export const SERVICE = 54_321;
/** What runs for ever where nothing keeps it from that, in seconds. */
const PATIENCE_S = "30";

export interface Ended {
  code: number;
  said: string;
}

export interface TwoUsers {
  /** Anybody may go through it. */
  home: string;
  /** Of root alone. */
  outside: string;
  /** The data folder of the service. */
  data: string;
  /** Runs the program as root, or as the service. */
  run(args: readonly string[], env?: Record<string, string>, uid?: number): Promise<Ended>;
  /** Environment of the program, with modules that the service can read too. */
  env: Record<string, string>;
}

async function words(program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Everything below a folder, with whoever owns it, its mode, and what it holds. */
export function contents(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name }): string[] => {
    const path = join(folder, name);
    const { uid, gid, mode, isDirectory, isFile } = Deno.lstatSync(path);
    const line = `${path} ${uid}:${gid} ${(mode ?? 0).toString(8)}`;
    if (isDirectory) return [line, ...contents(path)];
    return [isFile ? `${line} ${Deno.readTextFileSync(path)}` : `${line} ${Deno.readLinkSync(path)}`];
  }).sort();
}

/** Whether there can be two users; says so where there cannot. */
export function canBeTwo(): boolean {
  if (Deno.uid() === 0) return true;
  if (Deno.env.get("CI") === "true") throw new Error("two users: run the tests as root");
  console.log("skipped: two users: run the tests as root");
  return false;
}

/**
 * This machine's runtime where another user may run it, in a folder that is open to all: npm keeps it in root's home. The
 * same file under another name costs no room.
 */
export async function runtimeIn(folder: string): Promise<string> {
  const runtime = join(folder, "deno");
  await words("ln", Deno.execPath(), runtime).catch(() => words("cp", Deno.execPath(), runtime));
  return runtime;
}

/** A host with root's files and a data folder that the service made for itself. */
export const withTwoUsers = (use: (users: TwoUsers) => Promise<void>): Promise<void> =>
  withFolder(async (home) => {
    await Deno.chmod(home, 0o755);
    const [outside, data] = [join(home, "outside"), join(home, "data")];
    await Deno.mkdir(outside);
    await Deno.mkdir(data, { mode: 0o700 });
    await Deno.chown(data, SERVICE, SERVICE);
    const runtime = await runtimeIn(home);
    const modules = join(home, "modules");
    const { denoDir } = JSON.parse(await words(Deno.execPath(), "info", "--json"));
    // Root's modules lie where nobody else may look; the same files under another name cost no room.
    await words("cp", "-al", denoDir, modules).catch(() => words("cp", "-a", denoDir, modules));
    const env = plainEnv({
      DATA_DIR: data,
      DENO_DIR: modules,
      LOG_LEVEL: "error",
      PORT: "0",
      HOST: "127.0.0.1",
    });
    await use({
      ...{ home, outside, data, env },
      async run(args, more = {}, uid = 0) {
        const { code, stdout, stderr } = await new Deno.Command("timeout", {
          args: ["-k", "5", PATIENCE_S, runtime, ...FLAGS, join(ROOT, "main.ts"), ...args],
          env: { ...env, ...more },
          clearEnv: true,
          cwd: home,
          stdin: "null",
          ...{ uid, gid: uid },
        }).output();
        return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
      },
    });
  });
