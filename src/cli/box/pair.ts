/** `box pair`: the code with which a member becomes the owner of the box. */
import { pairingCode } from "../../box/mod.ts";
import { say, sayJson } from "../program.ts";
import { inFolder, type Place } from "./place.ts";

export async function pairCommand({ dir, json }: Place & { json?: boolean }): Promise<void> {
  const pairing = await inFolder(dir, (world) => pairingCode(dir, world));
  if (json) return sayJson(pairing);
  say(pairing.code);
  say(
    `For ${pairing.gateway}/me/boxes, within a quarter of an hour: whoever enters it owns the box ${pairing.box}.`,
  );
}
