/**
 * The command line: every command over the same services as the server. Commands act on the database file directly and
 * are safe beside a running server. Refusals are one line on standard error and a status that scripts can tell.
 */
import { Command, CommanderError } from "commander";
import manifest from "../../deno.json" with { type: "json" };
import type { Environment } from "../settings/mod.ts";
import { bbsCommands } from "./commands/bbs.ts";
import { boxCommands } from "./commands/box.ts";
import { boxesCommands } from "./box/boxes.ts";
import { aprsCommand, processStreams } from "./aprs.ts";
import { backupCommands } from "./commands/backups/backup.ts";
import { demoCommand } from "./demo/command.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { completionCommand, helpCommand } from "./commands/help/help.ts";
import { hostCommands } from "./commands/host.ts";
import { federationCommands } from "./commands/federation.ts";
import { licenceCommands } from "./commands/licence.ts";
import { moderationCommands } from "./commands/moderation.ts";
import { operatingCommands } from "./commands/operating.ts";
import { peopleCommands } from "./commands/people.ts";
import { registryCommands } from "./commands/registries.ts";
import { serverCommands } from "./commands/server.ts";
import { settingsCommands } from "./commands/settings.ts";
import { tlsCommands } from "./commands/tls.ts";
import { EXIT, stopFor } from "./failing.ts";
import { workAsDataOwner } from "./owner.ts";
import { named } from "./program.ts";

export { settingsTable } from "./commands/settings.ts";

const encoder = new TextEncoder();
/** Help and refusals of the command line itself, with the program's name as it is here. */
const output = {
  writeOut: (text: string) => void Deno.stdout.writeSync(encoder.encode(named(text))),
  writeErr: (text: string) => void Deno.stderr.writeSync(encoder.encode(named(text))),
};

/** Every command, over an environment. */
export function commands(environment: Environment): Command {
  const program = new Command("main.ts")
    .description("Service Gateway: caching game, station map, packet BBS and federation for a radio club")
    .version(manifest.version)
    .configureOutput(output)
    .exitOverride()
    .showHelpAfterError("(see --help)")
    .showSuggestionAfterError()
    .hook("preAction", (_program, command) => workAsDataOwner(command, environment));
  serverCommands(program, environment);
  settingsCommands(program, environment);
  peopleCommands(program, environment);
  licenceCommands(program, environment);
  operatingCommands(program, environment);
  demoCommand(program, environment);
  doctorCommand(program, environment);
  backupCommands(program, environment);
  federationCommands(program, environment);
  bbsCommands(program, environment);
  moderationCommands(program, environment);
  registryCommands(program, environment);
  aprsCommand(program, processStreams);
  boxCommands(program, environment);
  boxesCommands(program, environment);
  tlsCommands(program, environment);
  hostCommands(program, environment);
  completionCommand(program);
  helpCommand(program, environment);
  return program;
}

/** Runs one command line. */
export async function run(args: readonly string[], environment: Environment): Promise<void> {
  try {
    await commands(environment).parseAsync(args, { from: "user" });
  } catch (error) {
    // Commander has already printed the message.
    if (error instanceof CommanderError) Deno.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage);
    stopFor(error);
  }
}
