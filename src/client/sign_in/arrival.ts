/** After signing in: the app reads again who is here, and the person goes on where they were. */
import type { App } from "../shell/app.ts";
import { go, place } from "../shell/router.ts";
import { returnAddress } from "./ways_in.ts";

/** Where a mailed link brings back to: it is opened in a tab of its own, hours later at most. */
const KEPT = "account:return";
const KEPT_S = 86_400;

/** The address that the page's query names. */
export const wantedAddress = (): string =>
  returnAddress(new URLSearchParams(place.value.query).get("to"), location.origin);

export async function arrive(app: App, to: string): Promise<void> {
  await app.open();
  go(to, { replace: true });
}

/** Notes where to go on once a link has been opened. */
export const noteReturn = (app: App, to: string): Promise<void> =>
  app.storage.keep({ path: KEPT, value: to, at: app.gateway.now() }).catch(() => {});

/** Goes on there, once; a link ends on the first page. */
export async function returnIfNoted(app: App): Promise<void> {
  if (!app.call.peek() || place.peek().path !== "/") return;
  const kept = await app.storage.kept(KEPT).catch(() => undefined);
  if (typeof kept?.value !== "string") return;
  await app.storage.keep({ path: KEPT, value: null, at: kept.at });
  const to = returnAddress(kept.value, location.origin);
  if (kept.at > app.gateway.now() - KEPT_S && to !== "/") go(to, { replace: true });
}
