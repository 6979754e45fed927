/** `box tx` and `box quiet`: the switches of the running box, or in the file of one that does not run. */
import * as prompts from "@clack/prompts";
import { isTried, RULES_ALOUD, throwSwitch, type TxSwitch } from "../../box/mod.ts";
import type { World } from "../../base/mod.ts";
import { cliFailure } from "../failing.ts";
import { say } from "../program.ts";
import { inFolder, type Place } from "./place.ts";

const SAYS: Record<TxSwitch, string> = {
  off: "The box transmits nothing.",
  dry: "The box does everything but transmit: box log shows what would have been sent.",
  on: "The box may transmit on connections with tx=on, while the gateway gives leave and it is not silenced.",
};

/**
 * At a terminal the rules are shown before transmitting is switched on, and a day of running dry is offered to a box that
 * had none; a script is expected to know them. Gives what is to be switched to; nothing for no change.
 */
async function agreed(dir: string, world: World): Promise<"on" | "dry" | undefined> {
  if (!Deno.stdin.isTerminal()) return "on";
  prompts.intro("Before this box may transmit");
  for (const rule of RULES_ALOUD) prompts.log.message(rule);
  const first = !isTried(dir, world) && await prompts.confirm({
    message: "Run it dry for a day first, to see in box log what it would send?",
  });
  if (prompts.isCancel(first)) return undefined;
  if (first) return "dry";
  const yes = await prompts.confirm({ message: "Switch transmitting on?", initialValue: false });
  return yes === true ? "on" : undefined;
}

/** `box tx on|off|dry`. Throws `bad_option` for any other word. */
export async function txCommand(mode: string, { dir, yes }: Place & { yes?: boolean }): Promise<void> {
  if (mode !== "on" && mode !== "off" && mode !== "dry") {
    throw cliFailure.bad_option({}, `tx takes on, off or dry, not '${mode}'`);
  }
  await inFolder(dir, async (world) => {
    const tx = mode === "on" && !yes ? await agreed(dir, world) : mode;
    if (tx === undefined) return say("Nothing was changed.");
    const runs = await throwSwitch(dir, world, { tx });
    say(`${SAYS[tx]}${runs ? "" : " It is not running now."}`);
  });
}

/** `box quiet`: silences the box, and with `lift` ends that. */
export async function quietCommand({ dir, lift }: Place & { lift?: boolean }): Promise<void> {
  const runs = await inFolder(dir, (world) => throwSwitch(dir, world, { quiet: !lift }));
  const now = lift ? "Silence is lifted." : "Silent, until box quiet --lift.";
  say(`${now}${runs ? "" : " The box is not running now."}`);
}
