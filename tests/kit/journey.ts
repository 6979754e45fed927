/** One journey of a person through the app, on a phone or a desktop: real Chromium on a real gateway. */
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "./browser.ts";
import { DESKTOP, type Field, type FieldOptions, inField, PHONE, type Screen } from "./phone.ts";
import { missing } from "./test_data.ts";

const SCREENS = { phone: PHONE, desktop: DESKTOP };

export interface JourneyOptions extends FieldOptions {
  /** On which screens it is walked, a phone unless told: on both where the layout is another one, and says so. */
  devices?: readonly (keyof typeof SCREENS)[];
}

/** Declares the test of a journey. */
export function journey(
  name: string,
  walk: (field: Field, screen: Screen) => Promise<void>,
  { devices = ["phone"], ...options }: JourneyOptions = {},
): void {
  for (const device of devices) {
    Deno.test({
      name: `${name} (${device})`,
      ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
      sanitizeOps: false,
      sanitizeResources: false,
      fn: () => inField((field) => walk(field, SCREENS[device]), options),
    });
  }
}
