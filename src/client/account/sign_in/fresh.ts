/** Some actions that cannot be undone need a sign-in that is a few minutes old at most. */
import type { Answered } from "../../phone/ask.ts";
import type { App } from "../../phone/app.ts";
import { passkeysInBrowser, signInWithPasskey } from "./passkeys.ts";

/** Signs the person who is here in anew with a passkey; `undefined` where this browser has none. */
export async function signInAgain(app: App): Promise<Answered<unknown> | undefined> {
  if (passkeysInBrowser() !== "yes") return undefined;
  return await signInWithPasskey(app.gateway, app.call.peek());
}
