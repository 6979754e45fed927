/** `box run` and nothing else: what stays in memory beside a radio loads no command line and no dialogue. */
import { parseArgs } from "node:util";
import { PAGE } from "../box/mod.ts";
import { DEFAULT_DIR } from "./box/defaults.ts";
import { runCommand } from "./box/run.ts";
import { EXIT, stop, stopFor } from "./failing.ts";

/** Runs the arguments `box run [--dir …] [--http …]`. */
export async function run(args: readonly string[], environment: Record<string, string>): Promise<void> {
  try {
    await runCommand(options(args), environment);
  } catch (error) {
    stopFor(error);
  }
}

function options(args: readonly string[]): { dir: string; http: string } {
  try {
    const { values } = parseArgs({
      args: args.slice(2),
      options: { dir: { type: "string", default: DEFAULT_DIR }, http: { type: "string", default: PAGE } },
    });
    return values;
  } catch (error) {
    stop(EXIT.config, `error: ${(error as Error).message}`, "(see --help)");
  }
}
