/** `box run` and nothing else: what stays in memory beside a radio loads no command line and no dialogue. */
import { parseArgs } from "node:util";
import { PAGE } from "../box/mod.ts";
import { DEFAULT_DIR } from "./box/defaults.ts";
import { runCommand, type RunOptions } from "./box/run.ts";
import { EXIT, stop, stopFor } from "./failing.ts";

/** Runs the arguments `box run [--dir …] [--http …] [--simulate [file]]`. */
export async function run(args: readonly string[], environment: Record<string, string>): Promise<void> {
  try {
    await runCommand(runOptions(args), environment);
  } catch (error) {
    stopFor(error);
  }
}

/** The options of the arguments; ends the program where they are wrong. */
export function runOptions(args: readonly string[]): RunOptions {
  try {
    const { values: { simulate, ...values } } = parseArgs({
      // parseArgs knows no option whose value may be left out.
      args: args.slice(2).map((one, i, all) =>
        one === "--simulate" && (all[i + 1] ?? "-").startsWith("-") ? "--simulate=" : one
      ),
      options: {
        dir: { type: "string", default: DEFAULT_DIR },
        http: { type: "string", default: PAGE },
        simulate: { type: "string" },
      },
    });
    return { ...values, ...(simulate === undefined ? {} : { simulate: simulate || true }) };
  } catch (error) {
    stop(EXIT.config, `error: ${(error as Error).message}`, "(see --help)");
  }
}
