/** `box pair`: the code under which a member makes the box his own. */
import { pairingCode } from "../../box/mod.ts";
import { say, sayJson } from "../program.ts";
import { inFolder, type Place } from "./place.ts";

export async function pairCommand({ dir, json }: Place & { json?: boolean }): Promise<void> {
  const pairing = await inFolder(dir, (world) => pairingCode(dir, world));
  if (json) return sayJson(pairing);
  say(pairing.code);
  say(
    `For ${pairing.gateway}/me/boxes, within a quarter of an hour: who enters it owns the box ${pairing.box}.`,
  );
}
