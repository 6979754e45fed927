/**
 * `box` without a command: the first run. Asks for what is not given, listens before it asks whose receiver it is, and ends
 * with a check. It never switches transmitting on. With `--yes` it asks nothing, for scripts.
 */
import * as prompts from "@clack/prompts";
import {
  askBox,
  boxFailure,
  boxOf,
  checkJoin,
  hasBox,
  joinGateway,
  lookRound,
  PAGE,
  realIo,
  tryGateway,
  unitText,
  untilTaken,
} from "../../box/mod.ts";
import { normalCall, realWorld, type World } from "../../base/mod.ts";
import { terminalQr } from "../first_run/terminal_qr.ts";
import { workAsOwnerOf } from "../owner.ts";
import { named, say } from "../program.ts";
import { answer, needed } from "./wizard_answers.ts";
import { gatewaysNearby } from "./nearby.ts";
import { chooseRadios, siteless, withSite, withSites } from "./radios.ts";
import { runCommand } from "./run.ts";
import { statusCommand } from "./status.ts";
import { PROGRAM_PATH } from "./unit.ts";

export interface WizardOptions {
  dir: string;
  yes?: boolean;
  gateway?: string[];
  authority?: string;
  code?: string;
  call?: string;
  connect?: string[];
  site?: string;
  listen?: string;
  simulate?: string | true;
}

/** How long the last step waits for a frame that the gateway takes. */
const FIRST_FRAME_MS = 120_000;

async function text(message: string, given: string | undefined, placeholder: string): Promise<string> {
  if (given !== undefined) return given;
  return await answer(prompts.text({ message, placeholder, validate: needed }));
}

const OTHER = "other";

/** A gateway that was found on the network, or one that is typed; it is tried before anything is asked of it. */
async function chooseGateway(world: World): Promise<string> {
  const spinner = prompts.spinner();
  spinner.start("Looking for gateways on this network");
  const nearby = await gatewaysNearby(world);
  spinner.stop(nearby.length === 0 ? "No gateway announces itself on this network" : "Gateways were found");
  for (;;) {
    const chosen = nearby.length === 0 ? OTHER : await answer(prompts.select({
      message: "Which gateway?",
      options: [
        ...nearby.map(({ instance, address }) => ({ value: address, label: instance, hint: address })),
        { value: OTHER, label: "another one" },
      ],
    }));
    const typed = chosen === OTHER
      ? await text("The gateway's address", undefined, "http://192.168.1.10:8787")
      : chosen;
    const address = /^https?:/.test(typed.trim()) ? typed.trim() : `http://${typed.trim()}`;
    const { level, sentence, fix } = await tryGateway(address, world);
    prompts.log.message(`${address}: ${sentence}`);
    if (level === "good") return address;
    if (fix !== undefined) prompts.log.message(fix);
    if (await answer(prompts.confirm({ message: "Take it all the same?", initialValue: false }))) {
      return address;
    }
  }
}

export async function wizardCommand(
  options: WizardOptions,
  environment: Record<string, string>,
): Promise<void> {
  const { dir, yes = false, site, simulate } = options;
  workAsOwnerOf(dir);
  const play = () => runCommand({ dir, http: PAGE, simulate }, environment);
  if (hasBox(dir)) {
    if (simulate !== undefined) return await play();
    // Said before anything is asked: the answers would be for nothing.
    const { box } = boxOf(dir);
    throw boxFailure.box_here(
      {},
      `${dir} has the box ${box} already: box status says how it is, box join with --again enrols it anew`,
    );
  }
  const seconds = Number(options.listen ?? 60);
  if (!(seconds >= 1 && seconds <= 600)) {
    throw boxFailure.box_option({}, `--listen takes 1 to 600 seconds, not '${options.listen}'`);
  }
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
  const [address, ...further] = options.gateway ?? [await chooseGateway(world)];
  const { authority } = options;
  const code = await text(
    "The one-time code (its operator: Administration, Receivers)",
    options.code,
    "ABCD-EFGH-JKLM-NPQR",
  );
  const ask = {
    ...{ dir, address: address!, further, code, call, again: false },
    ...(authority === undefined ? {} : { authority }),
  };
  checkJoin({ ...ask, connections: [] });
  const given = options.connect ?? (asks ? undefined : (await lookRound(realIo())).map((one) => one.address));
  const connections = given === undefined
    ? await chooseRadios({ world, call, seconds })
    : site === undefined
    ? await withSites(given, call, asks)
    : given.map((one) => withSite(one, normalCall(site)));
  const { file } = await joinGateway({ ...ask, connections }, world);
  say(`Joined ${file.instance || file.gateways[0]} as ${file.box}.`);
  for (const connection of file.connections) say(`It will listen to ${connection}`);
  for (const line of siteless(file.connections, file.call)) say(line);
  say(`Start it: main.ts box run --dir ${dir}. For good: main.ts box unit prints a systemd unit.`);
  say(`Reached by further addresses too? They go behind the first, in gateways of ${dir}/box.json.`);
  if (connections.length === 0) {
    say(
      `No radio yet? main.ts box run --simulate --dir ${dir} plays recorded packets, so that you see all of it work.`,
    );
  }
  const sites = [...new Set(connections.flatMap((one) => /[?&]site=([A-Z0-9-]{3,9})/.exec(one)?.[1] ?? []))];
  const trust = new URL("/admin/receivers", file.gateways[0]).href;
  for (const one of sites) say(`Its operator trusts ${one} under ${trust}`);
  if (asks) {
    await lastSteps(dir, world, { heard: connections.length > 0, trust: sites.length > 0 ? trust : "" });
  }
  if (simulate !== undefined) return await play();
  if (await askBox(dir, world, { path: "/status" }) !== undefined) await statusCommand({ dir });
}

/**
 * The last steps: wait for a frame that the gateway takes, show where the box is trusted and how it runs for good.
 */
async function lastSteps(
  dir: string,
  world: World,
  { heard, trust }: { heard: boolean; trust: string },
): Promise<void> {
  if (
    heard && await answer(prompts.confirm({ message: "Listen until the gateway has taken a first frame?" }))
  ) {
    const spinner = prompts.spinner();
    spinner.start("Listening");
    const { in: taken, sent } = await untilTaken({ dir, world, io: realIo() }, {
      ms: FIRST_FRAME_MS,
      tell: (sums) => spinner.message(`${sums.in} frames heard, ${sums.waiting} wait for the gateway`),
    });
    spinner.stop(
      sent > 0
        ? `The gateway took the first ${sent === 1 ? "frame" : `${sent} frames`}`
        : named(`${taken} frames were heard, none was taken yet: main.ts box check says more once it runs`),
    );
  }
  if (trust !== "") {
    prompts.log.message(`For its operator's phone: ${trust}`);
    for (const line of terminalQr(trust, { colour: Deno.env.get("NO_COLOR") === undefined })) {
      console.log(line);
    }
  }
  if (await answer(prompts.confirm({ message: "Show a systemd unit, so that it always runs?" }))) {
    console.log(unitText(PROGRAM_PATH).trimEnd());
    prompts.log.message(
      `Keep it as /etc/systemd/system/service-gateway-box.service, move ${dir} to /var/lib/service-gateway-box, then: ` +
        "systemctl enable --now service-gateway-box",
    );
  }
  prompts.outro("What it hears is shown by box watch.");
}
