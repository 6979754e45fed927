/** `box radio`: what is plugged in, a sound card or stick taken without editing files, and its transmitter tried. */
import * as prompts from "@clack/prompts";
import {
  askBox,
  boxOf,
  type Io,
  type KeyTest,
  radioHere,
  readConnection,
  realIo,
  rewrite,
} from "../../box/mod.ts";
import type { World } from "../../base/mod.ts";
import { cliFailure, EXIT } from "../failing.ts";
import { say, sayJson } from "../program.ts";
import { answer } from "./wizard_answers.ts";
import { askDevice, askKeying } from "./device.ts";
import { countOf, inFolder, type Place } from "./place.ts";
import { tried } from "./radios.ts";

export interface RadioCommandOptions extends Place {
  list?: boolean;
  json?: boolean;
  connect?: string;
  test?: boolean;
  listen: string;
}

/** `io` gives what the host has: tests have a host of their own. */
export async function radioCommand(options: RadioCommandOptions, io = realIo()): Promise<void> {
  const { dir, list, connect, test } = options;
  const seconds = countOf("--listen", options.listen, 600);
  if (test) return await inFolder(dir, (world) => testCommand(dir, world, options));
  if (connect !== undefined) return await inFolder(dir, (world) => take(dir, world, connect));
  if (list || options.json || !Deno.stdin.isTerminal()) return await listCommand(options, io);
  await inFolder(dir, (world) => dialogue(dir, world, seconds, io));
}

async function listCommand({ json }: Pick<RadioCommandOptions, "json">, io: Io): Promise<void> {
  const { deviceLines, hostDevices, missingPrograms, programsOf } = await radioHere();
  const devices = await hostDevices(io.files);
  const missing = missingPrograms(programsOf(devices.sticks.length > 0 ? "rtlsdr:" : ""));
  if (json) return sayJson({ ...devices, missing });
  const lines = deviceLines(devices);
  if (lines.length === 0) say("No sound card, receiver stick or serial port is plugged in.");
  for (const { what, address } of lines) say(address === undefined ? what : `${what}\n    ${address}`);
  for (const line of missing) say(line);
}

/** Adds a connection: the running box listens at once, a resting one when it is started. */
async function take(dir: string, world: World, given: string): Promise<void> {
  const read = readConnection(given);
  if (typeof read === "string") throw cliFailure.bad_option({}, read);
  const { text } = read.address, { connections } = boxOf(dir);
  const told = await askBox(dir, world, { path: "/connect", body: { address: text } });
  if (told && !told.ok) throw cliFailure.bad_option({}, (await told.json()).problem);
  await told?.body?.cancel();
  if (!told) {
    if (connections.includes(text)) throw cliFailure.bad_option({}, `it listens to ${text} already`);
    rewrite(dir, world, { connections: [...connections, text] });
  }
  say(
    told
      ? `The box listens to ${text} from now on.`
      : `The box will listen to ${text}: main.ts box run --dir ${dir}`,
  );
}

async function dialogue(dir: string, world: World, seconds: number, io: Io): Promise<void> {
  const { call } = boxOf(dir);
  const { deviceLines, hostDevices, missingPrograms, programsOf } = await radioHere();
  const devices = await hostDevices(io.files);
  const lines = deviceLines(devices);
  const choices = lines.flatMap(({ what, address }) => address === undefined ? [] : [{ what, address }]);
  if (choices.length === 0) {
    await listCommand({}, io);
    return say(
      "Nothing of it can be listened to by sound. A TNC is taken by its address: main.ts box setups.",
    );
  }
  const chosen = await answer(prompts.select({
    message: "What shall be listened to?",
    options: choices.map(({ what, address }) => ({ value: address, label: what, hint: address })),
  }));
  const missing = missingPrograms(programsOf(chosen));
  if (missing.length > 0) throw cliFailure.not_found({}, missing.join("; "));
  const address = await askKeying(await askDevice(chosen), devices);
  const [taken] = await tried(address, { io, call, seconds });
  if (taken === undefined) return say("Nothing was changed.");
  await take(dir, world, taken);
  if (/[?&]tx=on/.test(taken)) say("Whether its transmitter is keyed is shown by main.ts box radio --test.");
}

const SAYS: Record<KeyTest["outcome"], string> = {
  handed_over:
    "One short packet was sent. Did the radio's transmit lamp light? If not, ptt= of its address is wrong.",
  shown: "A dry run: box log shows what would have been sent.",
  refused: "Nothing was sent.",
  failed: "Nobody knows whether it was sent.",
};

async function testCommand(dir: string, world: World, { json, connect }: RadioCommandOptions): Promise<void> {
  boxOf(dir);
  const answered = await askBox(dir, world, {
    path: "/test",
    body: connect === undefined ? {} : { address: connect },
  });
  if (!answered) throw cliFailure.not_found({}, `No box is running in ${dir}: main.ts box run`);
  const tested = await answered.json() as KeyTest;
  if (json) sayJson(tested);
  else {
    say(SAYS[tested.outcome]);
    for (const { why } of tested.refusals) say(`  ${why}`);
    if (tested.outcome === "failed") say(`  ${tested.why}`);
  }
  Deno.exit(tested.outcome === "handed_over" || tested.outcome === "shown" ? EXIT.ok : EXIT.failed);
}
