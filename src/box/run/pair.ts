/** The code with which a member takes a box over as their own (API "Remote box"); the box asks for it. */
import type { World } from "../../base/mod.ts";
import { BoxClock } from "../clock/box_clock.ts";
import { boxFailure } from "../errors.ts";
import { errorOf, GatewayClient } from "../gateway/client.ts";
import { objectOf } from "../json.ts";
import { boxOf } from "./box_commands.ts";
import { identityOf } from "../gateway/identity.ts";

interface Pairing {
  box: string;
  code: string;
  /** Unix seconds, by the gateway's clock. */
  expiresAt: number;
  /** Where the gateway answered. */
  gateway: string;
}

/** Asks the gateway for a code. Throws a failure that says why there is none. */
export async function pairingCode(dir: string, world: World): Promise<Pairing> {
  const who = identityOf(dir, boxOf(dir));
  const client = new GatewayClient(who, new BoxClock(world), world);
  // The first request teaches the time: a host without a clock signs by the gateway's.
  await client.ask({ path: "/ingest/check" });
  const answer = await client.ask({
    method: "POST",
    path: `/api/box/${encodeURIComponent(who.box)}/pair`,
    body: "{}",
  });
  if (answer.kind === "none") throw boxFailure.gateway_unreachable({}, answer.why);
  const said = objectOf(answer.text);
  if (answer.status !== 201 || typeof said?.code !== "string" || typeof said.expiresAt !== "number") {
    throw boxFailure.code_refused({}, `The gateway gives no code: ${errorOf(answer)}`);
  }
  return { box: who.box, code: said.code, expiresAt: said.expiresAt, gateway: answer.address };
}
