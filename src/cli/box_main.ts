/** The command line of the receiver box alone: the same commands as in `mod.ts`, without loading the server's. */
import { Command, CommanderError } from "commander";
import type { Environment } from "../settings/mod.ts";
import { boxCommands } from "./commands/box.ts";
import { EXIT, stopFor } from "./failing.ts";
import { named } from "./program.ts";

const encoder = new TextEncoder();
const output = {
  writeOut: (text: string) => void Deno.stdout.writeSync(encoder.encode(named(text))),
  writeErr: (text: string) => void Deno.stderr.writeSync(encoder.encode(named(text))),
};

/** Runs one command line that begins with `box`. Options that do not fit end with EX_CONFIG, as a bad file does. */
export async function run(args: readonly string[], environment: Environment): Promise<void> {
  const program = new Command("main.ts")
    .configureOutput(output)
    .exitOverride()
    .showHelpAfterError("(see --help)")
    .showSuggestionAfterError();
  boxCommands(program, environment);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) Deno.exit(error.exitCode === 0 ? EXIT.ok : EXIT.config);
    stopFor(error);
  }
}
