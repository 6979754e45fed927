/**
 * The command line: every command over the same services as the server. Commands act on the database file directly and
 * are safe beside a running server. Refusals are one line on standard error and a status that scripts can tell.
 */
import { Command } from "commander";
import manifest from "../../deno.json" with { type: "json" };
import type { Environment } from "../settings/mod.ts";
import { bbsCommands } from "./commands/bbs.ts";
import { federationCommands } from "./commands/federation.ts";
import { aprsCommand, processStreams } from "./aprs.ts";
import { operatingCommands } from "./commands/operating.ts";
import { peopleCommands } from "./commands/people.ts";
import { serverCommands } from "./commands/server.ts";
import { settingsCommands } from "./commands/settings.ts";
import { stopFor } from "./failing.ts";

export { settingsTable } from "./commands/settings.ts";

/** Every command, over an environment. */
export function commands(environment: Environment): Command {
  const program = new Command("main.ts")
    .description("Service Gateway: caching game, station map, packet BBS and federation for a radio club")
    .version(manifest.version)
    .showHelpAfterError("(see --help)")
    .showSuggestionAfterError();
  serverCommands(program, environment);
  settingsCommands(program, environment);
  peopleCommands(program, environment);
  operatingCommands(program, environment);
  federationCommands(program, environment);
  bbsCommands(program, environment);
  program.addCommand(aprsCommand(processStreams));
  return program;
}

/** Runs one command line. */
export async function run(args: readonly string[], environment: Environment): Promise<void> {
  try {
    await commands(environment).parseAsync(args, { from: "user" });
  } catch (error) {
    stopFor(error);
  }
}
