/** Two clubs meet: each follows the other, trusts the key that was compared, and forwards mail to it. */
import { fingerprintOf } from "../wire/mod.ts";
import type { Asker } from "./asker.ts";

export interface ClubGateway {
  url: string;
  operator: Asker;
  /** Public key of the instance. */
  key: string;
  /** Its post office. */
  bbs: { call: string; address: string; area: string };
}

/** The operators of both do what they would do after talking on the air. */
export async function meet(one: ClubGateway, other: ClubGateway): Promise<void> {
  for (const [here, there] of [[one, other], [other, one]] as const) {
    const fingerprint = fingerprintOf(there.key);
    await here.operator.post("/federation/peers", { url: there.url, fingerprint });
    await here.operator.post("/federation/peers/trust", { url: there.url, trust: "trusted", fingerprint });
    const { call, address, area } = there.bbs;
    await here.operator.post("/api/bbs/partners", { call, ha: address, proto: "rf-fbb", intervalMin: 0 });
    for (const route of [area, "*"]) await here.operator.post("/api/bbs/forward", { partner: call, route });
  }
}

/** Both pull once, now. */
export async function pull(...clubs: readonly ClubGateway[]): Promise<void> {
  for (const { operator } of clubs) await operator.post("/federation/sync", {});
}
