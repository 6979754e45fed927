/** `box run`: the box as a process. */
import { realWorld } from "../../base/mod.ts";
import { dropOnPanic, realIo, serveBox, simulationOf, tellSystemd } from "../../box/mod.ts";
import { EXIT } from "../failing.ts";
import { setUpLogging } from "../logging.ts";
import { workAsOwnerOf } from "../owner.ts";
import { say } from "../program.ts";

export interface RunOptions {
  dir: string;
  http: string;
  /** A recording to be played instead of listening: a file, or true for the one that comes with the program. */
  simulate?: string | true | undefined;
}

const LEVELS = ["debug", "info", "warning", "error"] as const;

const counted = (connections: number): string =>
  `${connections} ${connections === 1 ? "connection" : "connections"}`;

export async function runCommand(
  { dir, http, simulate }: RunOptions,
  environment: Record<string, string>,
): Promise<void> {
  workAsOwnerOf(dir);
  const level = LEVELS.find((one) => one === environment.LOG_LEVEL) ?? "info";
  await setUpLogging(level, environment.LOG_FORMAT === "json" ? "json" : "text");
  Deno.umask(0o077);
  const password = environment.BOX_HTTP_PASSWORD;
  const simulation = simulate === undefined
    ? undefined
    : await simulationOf(simulate === true ? undefined : simulate);
  const box = serveBox({
    dir,
    http,
    world: realWorld(),
    io: realIo(),
    ...(password ? { password } : {}),
    ...(simulation ? { simulation } : {}),
  });
  // Before a word is said: who reads that it runs may end it, and then it ends well.
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  Deno.addSignalListener("SIGTERM", resolve);
  Deno.addSignalListener("SIGINT", resolve);
  // A signal silences the box too, for somebody who has nothing but a shell.
  Deno.addSignalListener("SIGUSR1", () => box.parts.switches.change({ quiet: true }));
  dropOnPanic(box.parts.switches, globalThis);
  const { file } = box.parts.switches;
  // Nobody was asked yet: which of them answers is in the log and in the status.
  const gateways = file.gateways.join(" or ");
  say(
    simulation
      ? `Box ${file.call} listens to nothing: it plays ${simulation.recording.items.length} recorded packets to ` +
        `${gateways}, which keeps nothing of them`
      : `Box ${file.call} listens to ${counted(file.connections.length)} for ${gateways}`,
  );
  if (simulation && simulation.recording.left > 0) {
    say(`${simulation.recording.left} more in the recording are no packets of a radio and are left out`);
  }
  if (box.page) say(`State: ${box.page}`);
  const ending = new AbortController();
  const told = tellSystemd(box.parts, environment, ending.signal);
  await asked;
  ending.abort();
  await told;
  await box.stop();
  Deno.exit(EXIT.ok);
}
