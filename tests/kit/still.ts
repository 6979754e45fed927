/** The database once nothing is written any more that nobody asked for. */
import type { TestApp } from "./app.ts";
import { eventually } from "./eventually.ts";
import { count } from "./people.ts";

/**
 * A digest of all rows, as `fingerprint` gives it, once each of so many phones that are signed in has brought its own key: it
 * does so by itself, some time after its first page.
 */
export async function stillFingerprint(app: TestApp, phones = 1): Promise<string> {
  await eventually(`the keys of ${phones} phones`, () => count(app, "device_key") >= phones);
  return app.fingerprint();
}
