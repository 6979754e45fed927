/** Codes that were shown to prove a call: kept on this phone, so that a reload forgets none. */
import type { App } from "../shell/app.ts";

/** Whose call is proven: the session's, or a claim's, which has no session yet. */
export interface Proving {
  callsign: string;
  claim?: string;
}
export interface OnAirProof {
  code: string;
  to: string;
  text: string;
  /** Unix seconds. */
  expiresAt: number;
  sites: string[];
}
export interface DnsProof {
  name: string;
  type: string;
  value: string;
  record: string;
  expiresAt: number;
}

const nameOf = (method: string, call: string): string => `account:proof:${method}:${call}`;

export async function keptProof<P extends { expiresAt: number }>(
  app: App,
  method: string,
  call: string,
): Promise<P | undefined> {
  const proof = (await app.storage.kept(nameOf(method, call)).catch(() => undefined))?.value as P | undefined;
  return proof && proof.expiresAt > app.gateway.now() ? proof : undefined;
}

export const keepProof = (app: App, method: string, call: string, proof: object): Promise<void> =>
  app.storage.keep({ path: nameOf(method, call), value: proof, at: app.gateway.now() }).catch(() => {});
