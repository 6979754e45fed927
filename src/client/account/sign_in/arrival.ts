/** After signing in: the app reads who is signed in, and leads the person back to the page they came from. */
import type { App } from "../../phone/app.ts";
import { go, place } from "../../pages/router.ts";
import { returnAddress } from "./ways_in.ts";

/** Where the page to return to is kept while a link goes by mail: the link opens a new tab. Kept for a day, in seconds. */
const KEPT = "account:return";
const KEPT_S = 86_400;

/** The address to go to after signing in, from `?to=` of this page. */
export const wantedAddress = (): string =>
  returnAddress(new URLSearchParams(place.value.query).get("to"), location.origin);

/** To be called after signing in: reads everything anew and goes to `to`. */
export async function arrive(app: App, to: string): Promise<void> {
  await app.arrived();
  go(to, { replace: true });
}

/** Keeps the page to return to once the mailed link is opened. */
export const noteReturn = (app: App, to: string): Promise<void> =>
  app.storage.keep({ path: KEPT, value: to, at: app.gateway.now() }).catch(() => {});

/** Goes to the kept page, once. A mailed link leads to the first page, so anywhere else nothing happens. */
export async function returnIfNoted(app: App): Promise<void> {
  if (!app.call.peek() || place.peek().path !== "/") return;
  const kept = await app.storage.kept(KEPT).catch(() => undefined);
  if (typeof kept?.value !== "string") return;
  await app.storage.keep({ path: KEPT, value: null, at: kept.at });
  const to = returnAddress(kept.value, location.origin);
  if (kept.at > app.gateway.now() - KEPT_S && to !== "/") go(to, { replace: true });
}
