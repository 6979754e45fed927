/** What cannot be taken back asks for a sign-in of the last minutes: with a passkey that is one touch more. */
import type { Answered } from "../shell/ask.ts";
import type { App } from "../shell/app.ts";
import { passkeysInBrowser, signInWithPasskey } from "./passkeys.ts";

/** Does it; where a fresh sign-in is asked for, signs in with a passkey and does it again. */
export async function freshly<T>(app: App, act: () => Promise<Answered<T>>): Promise<Answered<T>> {
  const answer = await act();
  if (answer.ok || !answer.refused || answer.reason !== "fresh_sign_in") return answer;
  if (passkeysInBrowser() !== "yes") return answer;
  const signed = await signInWithPasskey(app.gateway, app.call.peek());
  if (signed.ok) return await act();
  // Whoever has no passkey is told of the other ways.
  return signed.refused && signed.reason !== "no_passkey" ? signed : answer;
}
