/**
 * `box` without a command: the first run. Tries the gateway, asks for what is not given, listens before it asks whose receiver
 * it is, and ends with a check. What was answered is kept until the box has joined. It never switches transmitting on. With
 * `--yes` it asks nothing, for scripts.
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
  unitText,
  untilTaken,
} from "../../box/mod.ts";
import { isCall, normalCall, realWorld, type World } from "../../base/mod.ts";
import { terminalQr } from "../first_run/terminal_qr.ts";
import { workAsOwnerOf } from "../owner.ts";
import { named, say } from "../program.ts";
import { type Answers, dropAnswers, keepAnswers, readAnswers } from "./answers_file.ts";
import { answer } from "./wizard_answers.ts";
import { chooseCode, chooseGateway } from "./gateway_choice.ts";
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

/** The call, asked for until it is one. */
async function askCall(): Promise<string> {
  return await answer(prompts.text({
    message: "Your station's call, with its SSID",
    placeholder: "OE1XYZ-10",
    validate: (text) => isCall(normalCall(text ?? "")) ? undefined : "This takes a callsign",
  }));
}

/** What a run before this one was told, where it did not come to its end. */
async function answersBefore(dir: string): Promise<Answers> {
  const answers = readAnswers(dir);
  if (Object.keys(answers).length === 0) return {};
  const sum = [answers.call, ...answers.gateways ?? [], ...answers.connections ?? []].filter(Boolean).join(
    ", ",
  );
  if (await answer(prompts.confirm({ message: `Go on with what was answered before (${sum})?` }))) {
    return answers;
  }
  dropAnswers(dir);
  return {};
}

/** The questions at a terminal, the gateway first; each answer is kept until the box has joined. */
async function askAll(options: WizardOptions, world: World, seconds: number) {
  const { dir, site } = options;
  if (options.call !== undefined && options.code !== undefined) {
    const { call, code, connect = [] } = options;
    // What is wrong in the line is said before anything is asked.
    checkJoin({ dir, address: "", code, call, connections: connect, again: false });
  }
  const answers = await answersBefore(dir);
  // The authority belongs to the addresses beside it.
  const authority = options.authority ?? (options.gateway ? undefined : answers.authority);
  const gateway = await chooseGateway(options.gateway ?? answers.gateways ?? [], authority, world);
  const keep = (more: Answers) => keepAnswers(dir, Object.assign(answers, more));
  keep({ gateways: gateway.addresses, ...(authority === undefined ? {} : { authority }) });
  const { code, progress } = await chooseCode(options.code ?? answers.code, gateway, world);
  keep({ code });
  const call = normalCall(options.call ?? answers.call ?? await askCall());
  const [address, ...further] = gateway.addresses;
  const ask = {
    ...{ dir, address: address!, further, code, call, again: false },
    ...(authority === undefined ? {} : { authority }),
  };
  checkJoin({ ...ask, connections: [] });
  keep({ call });
  await progress.at("radio");
  const radios = options.connect ?? answers.connections;
  const connections = radios === undefined
    ? await chooseRadios({ world, call, seconds, heard: (counted) => progress.counts(counted) })
    : site === undefined
    ? await withSites(radios, call, true)
    : radios.map((one) => withSite(one, normalCall(site)));
  keep({ connections });
  await progress.at("joining");
  return { ...ask, connections };
}

/** What was given on the line, and what is found here where no radio was. */
async function withoutAsking(options: WizardOptions) {
  const { dir, site, authority } = options;
  const missing = (["call", "gateway", "code"] as const).filter((name) => options[name] === undefined);
  if (missing.length > 0) {
    throw boxFailure.box_option(
      {},
      `box asks at a terminal; without one it takes ${
        missing.map((name) => `--${name}`).join(", ")
      }, or see box join`,
    );
  }
  const call = normalCall(options.call!), [address, ...further] = options.gateway!;
  const ask = {
    ...{ dir, address: address!, further, code: options.code!, call, again: false },
    ...(authority === undefined ? {} : { authority }),
  };
  checkJoin({ ...ask, connections: [] });
  const radios = options.connect ?? (await lookRound(realIo())).map((one) => one.address);
  const connections = site === undefined
    ? await withSites(radios, call, false)
    : radios.map((one) => withSite(one, normalCall(site)));
  return { ...ask, connections };
}

export async function wizardCommand(
  options: WizardOptions,
  environment: Record<string, string>,
): Promise<void> {
  const { dir, yes = false, simulate } = options;
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
  if (asks) prompts.intro("A receiver box. It hears, and transmits nothing.");
  const ask = asks ? await askAll(options, world, seconds) : await withoutAsking(options);
  const { connections } = ask;
  const { file } = await joinGateway(ask, world);
  dropAnswers(dir);
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
