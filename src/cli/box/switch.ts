/** `box tx` and `box quiet`: the switches of the running box, or of the file of one that rests. */
import { throwSwitch, type TxSwitch } from "../../box/mod.ts";
import { cliFailure } from "../failing.ts";
import { say } from "../program.ts";
import { inFolder, type Place } from "./place.ts";

const SAYS: Record<TxSwitch, string> = {
  off: "The box transmits nothing.",
  dry: "The box does everything but transmit: box log shows what would have been sent.",
  on: "The box may transmit on connections with tx=on, while the gateway gives leave and it is not silenced.",
};

export async function txCommand(mode: string, { dir }: Place): Promise<void> {
  if (mode !== "on" && mode !== "off" && mode !== "dry") {
    throw cliFailure.bad_option({}, `tx takes on, off or dry, not '${mode}'`);
  }
  const runs = await inFolder(dir, (world) => throwSwitch(dir, world, { tx: mode }));
  say(`${SAYS[mode]}${runs ? "" : " It is not running now."}`);
}

export async function quietCommand({ dir, lift }: Place & { lift?: boolean }): Promise<void> {
  const runs = await inFolder(dir, (world) => throwSwitch(dir, world, { quiet: !lift }));
  const now = lift ? "Silence is lifted." : "Silent, until box quiet --lift.";
  say(`${now}${runs ? "" : " The box is not running now."}`);
}
