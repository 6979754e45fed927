/** Enrolling under a one-time code (API "Ingest and BBS backend": POST /ingest/enroll). */
import type { IngestRoutes } from "../../ingest/mod.ts";
import { newToken, type World } from "../../base/mod.ts";
import { readSigningKey, signDocument, type SigningKey } from "../../wire/mod.ts";
import type { BoxClock } from "../clock/box_clock.ts";
import { boxFailure } from "../errors.ts";
import { TRUST_IT, UNTRUSTED } from "./authority.ts";
import { askPlainly, errorOf } from "./client.ts";
import { objectOf } from "../json.ts";

/** A fresh key: the text that goes into the key file, and the key. */
export function newBoxKey(world: Pick<World, "random">): { seed: string; key: SigningKey } {
  const seed = newToken(world as World);
  return { seed, key: readSigningKey(seed)! };
}

export interface Enrolled {
  box: string;
  instance: string;
  callsign: string | null;
  /** The key under which it signs its answers; null where it has none. */
  instanceKey: string | null;
}

/** An answer's time is believed when a second one agrees; one more may be lost on the way. */
const CLOCK_TRIES = 3;

/**
 * Enrols at a gateway; `keep` is called before the code is sent: from then on the gateway may know the key. Throws
 * `gateway_unreachable` or `code_refused`.
 */
export async function enrol(
  { clock, world }: { clock: BoxClock; world: Pick<World, "fetch" | "random"> },
  address: string,
  { box, code, key, keep }: { box: string; code: string; key: SigningKey; keep?: () => void },
): Promise<Enrolled> {
  const ask = (request: Parameters<typeof askPlainly>[1]) =>
    askPlainly(
      address,
      { timeoutMs: 15_000, ...request },
      request.body === undefined ? {} : { "content-type": "application/json" },
      { clock, world, nonce: newToken(world as World, 18) },
    );
  // The clock first: a host without a battery signs with 1970 otherwise.
  for (let tries = 0; tries < CLOCK_TRIES && clock.gatewayNow() === undefined; tries++) {
    const health = await ask({ path: "/health" });
    if (health.kind === "none") {
      const fix = health.why === UNTRUSTED ? `: ${TRUST_IT}` : "";
      throw boxFailure.gateway_unreachable({}, `${address} was not reached: ${health.why}${fix}`);
    }
  }
  if (clock.gatewayNow() === undefined) {
    throw boxFailure.gateway_unreachable({}, `${address} does not say what time it is: is its clock set?`);
  }
  keep?.();
  const document = { at: clock.signingNow(), box, code, key: key.publicKey };
  const answer = await ask({
    method: "POST",
    path: "/ingest/enroll",
    body: JSON.stringify({ ...document, sig: signDocument("svc-box-enroll/1", document, key) }),
  });
  if (answer.kind === "none") {
    throw boxFailure.gateway_unreachable({}, `${address} was not reached: ${answer.why}`);
  }
  if (answer.status >= 500 || answer.status === 404 || answer.status === 405) {
    throw boxFailure.gateway_unreachable({}, `${address} answers ${answer.status}: is it a gateway?`);
  }
  if (answer.status === 429) {
    throw boxFailure.code_refused({}, `${address} takes no more tries for now: ${errorOf(answer)}`);
  }
  const said = objectOf<IngestRoutes["POST /ingest/enroll"]["reply"]>(answer.text);
  if (answer.status === 409) {
    // The code stays unspent: another id may be tried.
    const taken = objectOf(answer.text)?.reason === "box_exists";
    throw boxFailure.code_refused({ taken }, `The gateway refused: ${errorOf(answer)}`);
  }
  if (answer.status !== 201 || typeof said?.box !== "string") {
    throw boxFailure.code_refused({}, `The gateway refused: ${errorOf(answer)}`);
  }
  return {
    box: said.box,
    instance: answer.proof.instance,
    callsign: typeof said.callsign === "string" ? said.callsign : null,
    instanceKey: typeof said.instanceKey === "string" ? said.instanceKey : null,
  };
}
