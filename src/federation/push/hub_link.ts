/** Asking the hub: what goes with each request, and the hub's time where this host's clock drifts. */
import { ask, HubFailed, type HubReply, type HubSteps, jsonOf } from "./effects.ts";

/**
 * What is kept of the hub's time from one request to the next. A host on a hill has no time server: its clock
 * drifts, and a signature holds for 120 s by the hub's clock. Up to an hour counts as drift; a clock further off
 * than that is wrong.
 */
interface HubClock {
  offsetS: number;
}
const MOST_DRIFT_S = 3600;
/** A smaller difference between the clocks, in seconds, is not why a hub takes a signature for too old. */
const LEAST_DRIFT_S = 60;

export interface HubLink {
  now(): number;
  clock: HubClock;
}

type Asking = { method: "GET" | "POST"; path: string } & {
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  secret?: boolean;
  maxBytes?: number;
};

const ANSWER_BYTES = 64 * 1024;

/** Asks the hub. Where the hub takes the signature for too old, it is asked once more, signed by the hub's own time. */
export function* askHub(link: HubLink, asking: Asking): HubSteps<HubReply> {
  const request = { secret: false, maxBytes: ANSWER_BYTES, ...asking };
  const reply = yield* ask({ ...request, offsetS: link.clock.offsetS });
  if (reply.status !== 401 || reply.date === undefined || reasonOf(reply) !== "bad_signature") return reply;
  const offsetS = reply.date - link.now();
  const drifts = Math.abs(offsetS) <= MOST_DRIFT_S && Math.abs(offsetS - link.clock.offsetS) >= LEAST_DRIFT_S;
  if (!drifts) return reply;
  link.clock.offsetS = offsetS;
  return yield* ask({ ...request, offsetS });
}

/** The code of the hub's refusal; `undefined` where its answer names none. */
export const reasonOf = (reply: HubReply): string | undefined => {
  const reason = jsonOf(reply)?.reason;
  return typeof reason === "string" ? reason : undefined;
};

/** The failure for an answer with an unexpected status. */
export function refusedBy(reply: HubReply, what: string): HubFailed {
  const said = jsonOf(reply)?.error;
  const why = typeof said === "string" ? `: ${said.slice(0, 200)}` : "";
  return new HubFailed("status", `the hub answered ${what} with ${reply.status}${why}`);
}
