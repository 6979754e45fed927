/** The command line before it has any command. */
import { Command } from "commander";
import manifest from "../../../../deno.json" with { type: "json" };
import type { Environment } from "../../../settings/mod.ts";
import { workAsDataOwner } from "../../owner.ts";
import { named } from "../../program.ts";

const encoder = new TextEncoder();
/** Help and refusals of the command line itself, with the program's name as it is here. */
const output = {
  writeOut: (text: string) => void Deno.stdout.writeSync(encoder.encode(named(text))),
  writeErr: (text: string) => void Deno.stderr.writeSync(encoder.encode(named(text))),
};

/** What every command has around it, over an environment. */
export const bareProgram = (environment: Environment): Command =>
  new Command("main.ts")
    .description("Service Gateway: caching game, station map, packet BBS and federation for a radio club")
    .version(manifest.version)
    .configureOutput(output)
    .exitOverride()
    .showHelpAfterError("(see --help)")
    .showSuggestionAfterError()
    .hook("preAction", (_program, command) => workAsDataOwner(command, environment));
