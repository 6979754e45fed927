/** Which radio was picked on this device before: where the browser still grants it, it comes back without a press. It only hears. */
import { recall, remember } from "../phone/choices.ts";
import { knownBle } from "./ports/ble.ts";
import type { Picked } from "./ports/port.ts";
import { DEVICE_NAMES, type DeviceName, knownUsb } from "./ports/usb.ts";

type Before = { kind: "ble"; id: string } | { kind: "usb"; device: DeviceName };
const BEFORE = "radio:picked";

export const forgetPicked = (): void => remember(BEFORE, null);
export const notePicked = (before: Before): void => remember(BEFORE, before);

/** Opens the radio of before, if the browser grants it. */
export async function comeBack(take: (picked: Picked) => Promise<void>): Promise<void> {
  const before = recall<Before | null>(BEFORE);
  let granted: Picked | undefined;
  if (before?.kind === "ble") granted = await knownBle(before.id);
  else if (before?.kind === "usb" && DEVICE_NAMES.includes(before.device)) {
    granted = await knownUsb(before.device);
  }
  if (granted) await take(granted);
}
