/** One journey of a person through the app, on a phone or a desktop: real Chromium on a real gateway. */
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "./browser.ts";
import { DESKTOP, type Field, type FieldOptions, inField, PHONE, type Screen } from "./phone.ts";
import { missing } from "./test_data.ts";

/** A screen by its name. */
export const SCREENS = { phone: PHONE, desktop: DESKTOP };

type Device = keyof typeof SCREENS;

export interface JourneyOptions extends FieldOptions {
  /** On which screens it is walked, a phone unless told: on both where the layout is another one, and says so. */
  devices?: readonly Device[];
  /** On which others the slow tests walk it too: what it is about is the same there. */
  besides?: readonly Device[];
}

/** The screens of this run: with SCREENS=all those besides too. */
export const screensOf = (devices: readonly Device[], besides: readonly Device[]): readonly Device[] =>
  Deno.env.get("SCREENS") === "all" ? [...devices, ...besides] : devices;

/** Declares the test of a journey. */
export function journey(
  name: string,
  walk: (field: Field, screen: Screen) => Promise<void>,
  { devices = ["phone"], besides = [], ...options }: JourneyOptions = {},
): void {
  for (const device of screensOf(devices, besides)) {
    Deno.test({
      name: `${name} (${device})`,
      ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
      sanitizeOps: false,
      sanitizeResources: false,
      fn: () => inField((field) => walk(field, SCREENS[device]), options),
    });
  }
}
