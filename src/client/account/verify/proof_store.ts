/** The codes that verify a call are kept on this phone, so that they are still shown after the page is loaded again. */
import type { App } from "../../phone/app.ts";

/** The call to verify: of the person signed in, or of a claim (by its token), for which nobody is signed in yet. */
export interface Proving {
  callsign: string;
  claim?: string;
}
/** The packet to send: its text and addressee, and the receivers that are trusted to hear it. */
export interface OnAirProof {
  code: string;
  to: string;
  text: string;
  /** Unix seconds. */
  expiresAt: number;
  sites: string[];
}
/** The DNS record to set, in parts and as one line. */
export interface DnsProof {
  name: string;
  type: string;
  value: string;
  record: string;
  expiresAt: number;
}

const nameOf = (method: string, call: string): string => `account:proof:${method}:${call}`;

/** The kept code of a method and call; `undefined` where there is none or it has run out. */
export async function keptProof<P extends { expiresAt: number }>(
  app: App,
  method: string,
  call: string,
): Promise<P | undefined> {
  const proof = (await app.storage.kept(nameOf(method, call)).catch(() => undefined))?.value as P | undefined;
  return proof && proof.expiresAt > app.gateway.now() ? proof : undefined;
}

/** Keeps a code. Where the phone's storage is full, it is shown all the same. */
export const keepProof = (app: App, method: string, call: string, proof: object): Promise<void> =>
  app.storage.keep({ path: nameOf(method, call), value: proof, at: app.gateway.now() }).catch(() => {});
