/**
 * `box` without a command: the first run. Asks for what is not given, listens before it asks whose receiver it is, and ends
 * with a check. Transmitting is no part of it. With `--yes` it asks nothing, for scripts.
 */
import * as prompts from "@clack/prompts";
import { realIo } from "../../box/mod.ts";
import {
  askBox,
  boxFailure,
  checkJoin,
  countedText,
  joinGateway,
  listenTo,
  lookRound,
  SILENCE,
} from "../../box/mod.ts";
import { normalCall, realWorld } from "../../base/mod.ts";
import { EXIT } from "../failing.ts";
import { giveToOwner } from "../owner.ts";
import { say } from "../program.ts";
import { statusCommand } from "./status.ts";

export interface WizardOptions {
  dir: string;
  yes?: boolean;
  gateway?: string;
  code?: string;
  call?: string;
  connect?: string[];
  site?: string;
}

const LISTEN_MS = 60_000;

/** The answer; ends the program when somebody pressed Ctrl-C. */
async function answer<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
  const given = await asked;
  if (prompts.isCancel(given)) {
    prompts.cancel("Nothing was changed.");
    Deno.exit(EXIT.failed);
  }
  return given as Exclude<T, symbol>;
}

const needed = (value: string | undefined): string | undefined =>
  value?.trim() ? undefined : "This is needed";

async function text(message: string, given: string | undefined, placeholder: string): Promise<string> {
  if (given !== undefined) return given;
  return await answer(prompts.text({ message, placeholder, validate: needed }));
}

/** Which of what was found is to be listened to, each tried for a minute. */
async function chooseRadios(call: string): Promise<string[]> {
  const io = realIo();
  const found = await lookRound(io);
  const other = "other";
  const chosen = found.length === 0 ? [other] : await answer(prompts.multiselect({
    message: "What shall it listen to?",
    options: [
      ...found.map(({ address, what }) => ({ value: address, label: what, hint: address })),
      { value: other, label: "something else" },
    ],
  }));
  const radios = chosen.filter((one) => one !== other);
  if (chosen.includes(other)) {
    const typed = await answer(prompts.text({
      message: "Its address",
      placeholder: "kiss://192.168.1.20:8001, agwpe://…, aprsis://…, meshcom://…",
      validate: needed,
    }));
    radios.push(typed.trim());
  }
  const kept: string[] = [];
  for (const radio of radios) {
    const spinner = prompts.spinner();
    spinner.start(`Listening to ${radio} for a minute`);
    const heard = await listenTo(radio, {
      io,
      call,
      ms: LISTEN_MS,
      tell: (counted) => spinner.message(countedText(counted)),
    });
    const silent = typeof heard === "string" || heard.frames === 0;
    spinner.stop(typeof heard === "string" ? `${radio}: ${heard}` : `${radio}: ${countedText(heard)}`);
    if (silent) {
      prompts.note(SILENCE.map((why, i) => `${i + 1}. ${why}`).join("\n"), "Nothing heard? Mostly:");
    }
    if (silent && !await answer(prompts.confirm({ message: "Take it all the same?" }))) continue;
    const own = /^(kiss|agwpe):/.test(radio) &&
      await answer(prompts.confirm({ message: "Is this your own receiver, at this place?" }));
    kept.push(own ? withSite(radio, call) : radio);
  }
  return kept;
}

const withSite = (address: string, site: string): string =>
  /[?&]site=/.test(address) ? address : `${address}${address.includes("?") ? "&" : "?"}site=${site}`;

export async function wizardCommand(options: WizardOptions): Promise<void> {
  const { dir, yes = false, site } = options;
  const world = realWorld();
  const asks = !yes && Deno.stdin.isTerminal();
  const missing = (["call", "gateway", "code"] as const).filter((name) => options[name] === undefined);
  if (!asks && missing.length > 0) {
    throw boxFailure.box_option(
      {},
      `box asks at a terminal; without one it takes ${
        missing.map((name) => `--${name}`).join(", ")
      }, or see box join`,
    );
  }
  if (asks) prompts.intro("A receiver box. It hears, and transmits nothing.");
  const call = normalCall(await text("Your station's call, with its SSID", options.call, "OE1XYZ-10"));
  const address = await text("The gateway's address", options.gateway, "http://192.168.1.10:8787");
  const code = await text(
    "The one-time code (its operator: Administration, Receivers)",
    options.code,
    "ABCD-EFGH-JKLM-NPQR",
  );
  checkJoin({ dir, address, code, call, connections: [], again: false });
  const given = options.connect ?? (asks ? undefined : (await lookRound(realIo())).map((one) => one.address));
  const connections = given === undefined
    ? await chooseRadios(call)
    : given.map((one) => site === undefined ? one : withSite(one, normalCall(site)));
  const { file } = await joinGateway({ dir, address, code, call, connections, again: false }, world);
  giveToOwner(dir);
  say(`Joined ${file.instance || file.gateways[0]} as ${file.box}.`);
  for (const connection of file.connections) say(`It will listen to ${connection}`);
  say(`Start it: main.ts box run --dir ${dir}. For good: main.ts box unit prints a systemd unit.`);
  const sites = [...new Set(connections.flatMap((one) => /[?&]site=([A-Z0-9-]{3,9})/.exec(one)?.[1] ?? []))];
  for (const one of sites) {
    say(`Its operator trusts ${one} under ${new URL("/admin/receivers", file.gateways[0]).href}`);
  }
  if (asks) prompts.outro("What it hears is shown by box watch.");
  if (await askBox(dir, world, { path: "/status" }) !== undefined) await statusCommand({ dir });
}
