/** Some actions that cannot be undone need a sign-in that is a few minutes old at most. */
import type { Answered } from "../../phone/ask.ts";
import type { App } from "../../phone/app.ts";
import { passkeysInBrowser, signInWithPasskey } from "./passkeys.ts";

/** Runs `act`; where the gateway wants a fresh sign-in, signs in with a passkey and runs it once more. */
export async function freshly<T>(app: App, act: () => Promise<Answered<T>>): Promise<Answered<T>> {
  const answer = await act();
  if (answer.ok || !answer.refused || answer.reason !== "fresh_sign_in") return answer;
  if (passkeysInBrowser() !== "yes") return answer;
  const signed = await signInWithPasskey(app.gateway, app.call.peek());
  if (signed.ok) return await act();
  // Whoever has no passkey gets the first refusal, which names the other ways to sign in.
  return signed.refused && signed.reason !== "no_passkey" ? signed : answer;
}
