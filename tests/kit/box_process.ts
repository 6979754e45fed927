/** The box as a process of its own: started by its commands, stopped by signals. */
import { join } from "node:path";
import type { BoxStatus } from "../../src/box/state/status.ts";
import { type Finished, FLAGS, gateway, ROOT, type Started, startProgram } from "./server.ts";

export { eventually } from "./eventually.ts";

/** The programs that move a serial line's bytes. */
const SERIAL = "--allow-run=stty,dd,ls";

export interface BoxProcess extends Started {
  /** Its state page, where it has one. */
  page: string | undefined;
}

/** Starts `box run` and waits until it says that it listens. */
export async function startBoxProcess(
  dir: string,
  options: { http?: string; env?: Record<string, string>; command?: string[] } = {},
): Promise<BoxProcess> {
  const [program, ...before] = options.command ??
    [Deno.execPath(), ...FLAGS, SERIAL, join(ROOT, "main.ts")];
  const started = await startProgram("the box", program!, {
    args: [...before, "box", "run", "--dir", dir, "--http", options.http ?? "127.0.0.1:0"],
    env: { LOG_LEVEL: "info", DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", ...options.env },
    cwd: ROOT,
  }, options.http === "off" ? /Box \S+ listens/ : /State: \S+\s/);
  return { ...started, page: /State: (\S+)/.exec(started.output())?.[1] };
}

/** Runs a command of the box to its end. */
export const boxCommand = (args: string[]): Promise<Finished> =>
  gateway(["box", ...args], {}, undefined, [SERIAL]);

export async function boxStatus(dir: string): Promise<{ code: number; status: BoxStatus }> {
  const { code, stdout } = await boxCommand(["status", "--json", "--dir", dir]);
  return { code, status: stdout === "" ? undefined! : JSON.parse(stdout) };
}
