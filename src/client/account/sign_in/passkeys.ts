/** Passkeys in this browser. The library is loaded when one is used, so that no page waits for it. */
import type { Answered, Gateway } from "../../phone/ask.ts";
import { passkeysHere } from "./ways_in.ts";
import { routeTo } from "../../phone/wire/routes.ts";

/** Whether this browser can use passkeys on this page, or what is missing. */
export const passkeysInBrowser = () =>
  passkeysHere({
    secure: isSecureContext,
    hostname: location.hostname,
    known: typeof PublicKeyCredential !== "undefined",
  });

type Refused = { ok: false; refused: true; status: number; reason: string; sentence: string };
/** A refusal for what the library threw: the device or the person said no. */
const declined = (error: unknown): Refused => {
  const name = error instanceof Error ? error.name : "";
  const reason = name === "InvalidStateError" ? "passkey_here_already" : "passkey_declined";
  return { ok: false, refused: true, status: 0, reason, sentence: "" };
};

/** The device's answer as the API takes it: what extensions said may be anything. */
const whole = <R extends { clientExtensionResults: object }>(response: R) => ({
  ...response,
  clientExtensionResults: { ...response.clientExtensionResults } as Record<string, unknown>,
});

/** Signs in with a passkey of the account that holds `callsign`; without a callsign, with any that the device offers. */
export async function signInWithPasskey(gateway: Gateway, callsign?: string): Promise<Answered<unknown>> {
  const named = callsign === undefined ? {} : { callsign };
  const begun = await gateway.ask("POST", routeTo("POST /auth/passkey/login/begin"), named);
  if (!begun.ok) return begun;
  const { startAuthentication } = await import("./webauthn.ts");
  let response;
  try {
    response = await startAuthentication({ optionsJSON: begun.value.options });
  } catch (error) {
    return declined(error);
  }
  return await gateway.ask("POST", routeTo("POST /auth/passkey/login/finish"), {
    response: whole(response),
    ...named,
  });
}

/** Makes a passkey: the first of a new account, or one more for the account that is signed in. */
export async function makePasskey(
  gateway: Gateway,
  callsign: string,
  { email, invitation }: { email?: string; invitation?: string | undefined } = {},
): Promise<Answered<unknown>> {
  const asked = { callsign, ...(email && { email }), ...(invitation && { invitation }) };
  const begun = await gateway.ask("POST", routeTo("POST /auth/passkey/register/begin"), asked);
  if (!begun.ok) return begun;
  const { startRegistration } = await import("./webauthn.ts");
  let response;
  try {
    response = await startRegistration({ optionsJSON: begun.value.options });
  } catch (error) {
    return declined(error);
  }
  return await gateway.ask("POST", routeTo("POST /auth/passkey/register/finish"), {
    response: whole(response),
    callsign,
  });
}
