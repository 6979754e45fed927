/** A claim on a call that somebody else holds unproven: its token stays on this phone until it is decided. */
import type { Answered } from "../shell/ask.ts";
import type { App } from "../shell/app.ts";

const KEPT = "account:claim";

export interface Claim {
  claim: string;
  callsign: string;
  /** Unix seconds. */
  expiresAt: number;
}

export async function openClaim(app: App, callsign: string): Promise<Answered<Claim>> {
  const answer = await app.gateway.ask<Claim>("POST", "/auth/claims", { callsign });
  if (answer.ok) {
    const { claim, expiresAt } = answer.value;
    const value = { claim, callsign: answer.value.callsign, expiresAt };
    await app.storage.keep({ path: KEPT, value, at: app.gateway.now() });
  }
  return answer;
}

/** The claim that runs on this phone. */
export async function keptClaim(app: App): Promise<Claim | undefined> {
  const claim = (await app.storage.kept(KEPT).catch(() => undefined))?.value as Claim | null | undefined;
  return claim && claim.expiresAt > app.gateway.now() ? claim : undefined;
}

export const forgetClaim = (app: App): Promise<void> =>
  app.storage.keep({ path: KEPT, value: null, at: app.gateway.now() });
