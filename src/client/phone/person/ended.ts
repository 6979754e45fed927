/** A session that ended without the person's doing. The gateway says why, as long as the browser still sends the old cookie. */
import type { Gateway } from "../ask.ts";
import { recall, remember } from "../choices.ts";
import { routeTo } from "../wire/routes.ts";

type Why =
  | { reason: "suspended"; until: number | null; why: string }
  | {
    reason: "released";
    callsign: string;
    by: "licensee" | "sysop";
    note: string | null;
    callless: boolean;
  };
/** Whose session ended, and why. `elsewhere`: the gateway names no reason, so it expired or was ended on another device. */
export type SessionEnd = { call: string } & (Why | { reason: "elsewhere" });

/** Where the device notes who was signed in, until somebody signs in again or has read it. */
const KEY = "ended";

/** Notes that the session of this call is over. */
export const noteEnd = (call: string): void => remember(KEY, call);
export const forgetEnd = (): void => remember(KEY, null);

/** Where the device notes that somebody signed out while the gateway was out of reach. */
const LEFT = "left";
export const noteLeft = (is: boolean): void => remember(LEFT, is);

/** Ends the session of whoever left meanwhile, before the gateway is asked who is here: the browser still sends its cookie. */
export async function endLeft(gateway: Gateway): Promise<void> {
  if (!recall(LEFT)) return;
  const answer = await gateway.ask("POST", routeTo("POST /auth/logout"), {});
  if (answer.ok || answer.refused) noteLeft(false);
}

/** Whose session ended on this device, and why; `undefined` where none did, or while a link lets them reach their data. */
export async function readEnd(gateway: Gateway): Promise<SessionEnd | undefined> {
  const call = recall<string | null>(KEY);
  if (!call) return undefined;
  const answer = await gateway.get(routeTo("GET /auth/session"));
  if (!answer.ok || answer.value.accountData) return undefined;
  return { call, ...(answer.value.ended ?? { reason: "elsewhere" }) };
}
