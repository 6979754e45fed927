/** One journey of a person through the app in real Firefox, at a phone's size. */
import { type Firefox, type FirefoxTab, firefoxThere, HOW_TO_GET_FIREFOX, openFirefox } from "./firefox.ts";
import { type Field, type FieldOptions, inField, PHONE, Phone, signedIn } from "./phone.ts";
import type { Tab } from "./browser.ts";
import { missing } from "./test_data.ts";

export interface InFirefox {
  field: Field;
  phone: Phone;
  tab: FirefoxTab;
  /** Waits until so many of the selector are on the page. */
  has(selector: string, n?: number): Promise<void>;
  /** Waits until the page has this path. */
  at(path: string): Promise<void>;
  /** Signs in under a call; some page of the gateway has to be open: before that Firefox takes no cookie for it. */
  signIn(call: string): Promise<void>;
}

/** The Firefox that the journeys of a file share: each has a profile of its own in it, and a start is a quarter of a journey. */
let shared: Promise<Firefox> | undefined;
Deno.test.afterAll(closeShared);

async function closeShared(): Promise<void> {
  const firefox = shared;
  shared = undefined;
  await (await firefox)?.close();
}

/** Declares the test of a journey. `place`: where the phone stands, read to 8 m. */
export function inFirefox(
  name: string,
  walk: (there: InFirefox) => Promise<void>,
  { place, ...options }: FieldOptions & { place?: { lat: number; lon: number } } = {},
): void {
  Deno.test({
    name,
    ignore: missing("Firefox", firefoxThere(), HOW_TO_GET_FIREFOX),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      inField(async (field) => {
        try {
          const tab = await (await (shared ??= openFirefox())).tab({ ...PHONE, lang: "en" });
          if (place) await tab.stand(field.url, { latitude: place.lat, longitude: place.lon, accuracy: 8 });
          await walk({
            field,
            tab,
            phone: new Phone(tab as unknown as Tab, field.url),
            has: (selector, n = 1) =>
              tab.until(`document.querySelectorAll(${JSON.stringify(selector)}).length === ${n}`),
            at: (path) => tab.until(`location.pathname === ${JSON.stringify(path)}`),
            async signIn(call) {
              const cookie = await signedIn(field.app, field.url, call), cut = cookie.indexOf("=");
              await tab.cookie(field.url, cookie.slice(0, cut), cookie.slice(cut + 1));
            },
          });
          await tab.close();
        } catch (error) {
          // What failed may lie at the browser: the next test has a new one.
          await closeShared();
          throw error;
        }
      }, options),
  });
}
