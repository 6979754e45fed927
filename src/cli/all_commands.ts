/** Every command at once, for what speaks of all of them: help, completion, a word that no command has. */
import type { Command } from "commander";
import type { Environment } from "../settings/mod.ts";
import { aprsCommand, processStreams } from "./aprs.ts";
import { boxesCommands } from "./box/boxes.ts";
import { conformCommand } from "./commands/proofs/conform.ts";
import { demoCommand } from "./demo/command.ts";
import { awardsCommands, cardsCommands } from "./commands/proofs/awards.ts";
import { backupCommands } from "./commands/backups/backup.ts";
import { bbsCommands } from "./commands/bbs.ts";
import { boxCommands } from "./commands/box.ts";
import { doctorCommand } from "./commands/doctor/doctor.ts";
import { federationCommands } from "./commands/federation.ts";
import { hostCommands } from "./commands/host.ts";
import { licenceCommands } from "./commands/licence.ts";
import { moderationCommands } from "./commands/moderation.ts";
import { operatingCommands } from "./commands/operating.ts";
import { peopleCommands } from "./commands/people.ts";
import { registryCommands } from "./commands/tools/registries.ts";
import { serverCommands } from "./commands/server.ts";
import { settingsCommands } from "./commands/settings.ts";
import { toolCommands } from "./commands/tools/tools.ts";
import { tlsCommands } from "./commands/tls.ts";
import { bareProgram } from "./commands/help/bare_program.ts";
import { completionCommand, helpCommand } from "./commands/help/help.ts";

/** The whole command line, over an environment. */
export function commands(environment: Environment): Command {
  const program = bareProgram(environment);
  serverCommands(program, environment);
  settingsCommands(program, environment);
  peopleCommands(program, environment);
  licenceCommands(program, environment);
  operatingCommands(program, environment);
  demoCommand(program, environment);
  doctorCommand(program, environment);
  conformCommand(program);
  backupCommands(program, environment);
  federationCommands(program, environment);
  bbsCommands(program, environment);
  moderationCommands(program, environment);
  awardsCommands(program, environment);
  cardsCommands(program, environment);
  registryCommands(program, environment);
  toolCommands(program);
  aprsCommand(program, processStreams);
  boxCommands(program, environment);
  boxesCommands(program, environment);
  tlsCommands(program, environment);
  hostCommands(program, environment);
  completionCommand(program);
  helpCommand(program, environment);
  return program;
}
