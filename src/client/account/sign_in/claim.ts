/** A claim on a callsign that somebody else has registered and not verified. Its token is kept on this phone until it is decided. */
import type { Answered } from "../../phone/ask.ts";
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";

const KEPT = "account:claim";

/** `claim` is the token that stands for it. */
export interface Claim {
  claim: string;
  callsign: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Asks the gateway to open a claim, and keeps it. */
export async function openClaim(app: App, callsign: string): Promise<Answered<Claim>> {
  const answer = await app.gateway.ask("POST", routeTo("POST /auth/claims"), { callsign });
  if (answer.ok) {
    const { claim, expiresAt } = answer.value;
    const value = { claim, callsign: answer.value.callsign, expiresAt };
    await app.storage.keep({ path: KEPT, value, at: app.gateway.now() });
  }
  return answer;
}

/** The claim that this phone keeps; `undefined` where there is none or it has run out. */
export async function keptClaim(app: App): Promise<Claim | undefined> {
  const claim = (await app.storage.kept(KEPT).catch(() => undefined))?.value as Claim | null | undefined;
  return claim && claim.expiresAt > app.gateway.now() ? claim : undefined;
}

/** Deletes the claim that this phone keeps. */
export const forgetClaim = (app: App): Promise<void> =>
  app.storage.keep({ path: KEPT, value: null, at: app.gateway.now() });
