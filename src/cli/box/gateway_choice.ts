/** The wizard's first questions: the gateway, which is tried before anything else is asked, and a code that it knows. */
import * as prompts from "@clack/prompts";
import { JoinProgress, reachGateway } from "../../box/mod.ts";
import type { World } from "../../base/mod.ts";
import { answer, needed } from "./wizard_answers.ts";
import { gatewaysNearby } from "./nearby.ts";

/** A gateway that is joined: all its addresses, the one that answered first. */
interface ChosenGateway {
  addresses: string[];
  /** The authority that is trusted there besides the system's, PEM. */
  authority?: string | undefined;
}

const OTHER = "other", AGAIN = "again", TAKE = "take";

async function askAddress(world: World): Promise<string> {
  const spinner = prompts.spinner();
  spinner.start("Looking for gateways on this network");
  const nearby = await gatewaysNearby(world);
  spinner.stop(nearby.length === 0 ? "No gateway announces itself on this network" : "Gateways were found");
  const chosen = nearby.length === 0 ? OTHER : await answer(prompts.select({
    message: "Which gateway?",
    options: [
      ...nearby.map(({ instance, address }) => ({ value: address, label: instance, hint: address })),
      { value: OTHER, label: "another one" },
    ],
  }));
  const typed = chosen === OTHER
    ? await answer(prompts.text({
      message: "The gateway's address",
      placeholder: "http://192.168.1.10:8787",
      validate: needed,
    }))
    : chosen;
  return /^https?:/.test(typed.trim()) ? typed.trim() : `http://${typed.trim()}`;
}

/**
 * Tries the addresses of a gateway, or asks for one. Where none answers, another one may be typed: those before it are
 * kept behind it, for a network in which they are good.
 */
export async function chooseGateway(
  line: readonly string[],
  mark: string | undefined,
  world: World,
): Promise<ChosenGateway> {
  let addresses = line.length > 0 ? [...line] : [await askAddress(world)];
  for (;;) {
    const attempts = await reachGateway(addresses, mark, world);
    for (const { address, finding: { sentence } } of attempts) prompts.log.message(`${address}: ${sentence}`);
    const last = attempts.at(-1)!;
    if (last.finding.level === "good") {
      const others = addresses.filter((one) => one !== last.address);
      return { addresses: [last.address, ...others], authority: last.authority };
    }
    if (last.finding.fix !== undefined) prompts.log.message(last.finding.fix);
    const next = await answer(prompts.select({
      message: "No address of it answers well. What now?",
      options: [
        { value: AGAIN, label: "try again" },
        { value: OTHER, label: "another address" },
        { value: TAKE, label: "go on all the same" },
      ],
    }));
    if (next === TAKE) return { addresses };
    // What was typed and did not answer was a slip; what came with the line is good elsewhere.
    if (next === OTHER) addresses = [...new Set([await askAddress(world), ...line])];
  }
}

const CODE = /^[A-Za-z0-9 -]{8,40}$/;

/** A code that the gateway knows as open, and what then says there how far the box is. */
export async function chooseCode(
  first: string | undefined,
  { addresses, authority }: ChosenGateway,
  world: World,
): Promise<{ code: string; progress: JoinProgress }> {
  for (let code = first;; code = undefined) {
    code ??= await answer(prompts.text({
      message: "The one-time code (its operator: Administration, Receivers)",
      placeholder: "ABCD-EFGH-JKLM-NPQR",
      validate: (text) =>
        CODE.test(text?.trim() ?? "") ? undefined : "This takes the form ABCD-EFGH-JKLM-NPQR",
    }));
    const progress = new JoinProgress(addresses[0]!, code, world, authority);
    if (await progress.at("reached")) return { code, progress };
    prompts.log.message("The code is wrong, used, withdrawn or expired: the operator makes another one.");
  }
}
