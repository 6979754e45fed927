/**
 * The command line: every command over the same services as the server. Commands act on the database file directly and
 * are safe beside a running server. Refusals are one line on standard error and a status that scripts can tell. A command
 * loads what it needs itself: a line that names one pays for no other.
 */
import { type Command, CommanderError } from "commander";
import type { Environment } from "../settings/mod.ts";
import { bareProgram } from "./commands/help/bare_program.ts";
import { EXIT, stopFor } from "./failing.ts";

type Add = (program: Command, environment: Environment) => void;

/** What adds each command, by the first word of a line. Words that are not here, `help` among them, need all commands. */
export const ADDED_BY: readonly [words: string, adding: () => Promise<Add>][] = [
  ["setup start serve migrate", async () => (await import("./commands/server.ts")).serverCommands],
  ["settings secrets", async () => (await import("./commands/settings.ts")).settingsCommands],
  ["account", async () => (await import("./commands/people.ts")).peopleCommands],
  ["licence", async () => (await import("./commands/licence.ts")).licenceCommands],
  ["link operator-link routes", async () => (await import("./commands/operating.ts")).operatingCommands],
  ["demo", async () => (await import("./demo/command.ts")).demoCommand],
  ["doctor", async () => (await import("./commands/doctor/doctor.ts")).doctorCommand],
  ["conform", async () => (await import("./commands/proofs/conform.ts")).conformCommand],
  ["backup backups restore", async () => (await import("./commands/backups/backup.ts")).backupCommands],
  [
    "peer identity frame federation corroborate",
    async () => (await import("./commands/federation.ts")).federationCommands,
  ],
  ["bbs", async () => (await import("./commands/bbs.ts")).bbsCommands],
  ["reports moderate audit", async () => (await import("./commands/moderation.ts")).moderationCommands],
  ["registries", async () => (await import("./commands/tools/registries.ts")).registryCommands],
  ["tools", async () => (await import("./commands/tools/tools.ts")).toolCommands],
  ["aprs", async () => {
    const { aprsCommand, processStreams } = await import("./aprs.ts");
    return (program) => aprsCommand(program, processStreams);
  }],
  ["awards", async () => (await import("./commands/proofs/awards.ts")).awardsCommands],
  ["cards", async () => (await import("./commands/proofs/awards.ts")).cardsCommands],
  ["boxes", async () => (await import("./box/boxes.ts")).boxesCommands],
  ["tls", async () => (await import("./commands/tls.ts")).tlsCommands],
  ["install uninstall upgrade release", async () => (await import("./commands/host.ts")).hostCommands],
];

/** The command line as far as a line needs it. */
export async function programFor([word = ""]: readonly string[], environment: Environment): Promise<Command> {
  const adding = ADDED_BY.find(([words]) => words.split(" ").includes(word))?.[1];
  if (!adding && word !== "--version") {
    const { commands } = await import("./all_commands.ts");
    return commands(environment);
  }
  const program = bareProgram(environment);
  (await adding?.())?.(program, environment);
  return program;
}

/** Runs one command line. */
export async function run(args: readonly string[], environment: Environment): Promise<void> {
  try {
    const program = await programFor(args, environment);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Commander has already printed the message.
    if (error instanceof CommanderError) Deno.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage);
    stopFor(error);
  }
}
