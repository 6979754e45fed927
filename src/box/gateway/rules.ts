/** What an answer to a batch means for its packets: taken, refused for good, or to be sent again. Pure. */
import type { BatchReply } from "../../ingest/mod.ts";
import type { GatewayOutcome } from "./client.ts";
import { errorOf } from "./client.ts";
import { objectOf, type Unsure } from "../json.ts";

export type Verdict =
  /** The batch was taken, but for the items at these places of the list. */
  | { is: "taken"; rejected: Map<number, string> }
  /** The batch is too large: it is halved; an item that is too large alone is refused, where the gateway itself says so. */
  | { is: "too_much"; reason: string; final: boolean }
  | { is: "wait"; ms: number }
  /** The signature was refused: perhaps the runtime has repeated the request, perhaps the key was revoked. */
  | { is: "unsigned"; why: string }
  | { is: "refused"; why: string }
  /** Somebody failed: the gateway at an item of the batch, or altogether, or a proxy before it. */
  | { is: "failed"; why: string }
  | { is: "away"; why: string };

const LONGEST_WAIT_S = 3600, USUAL_WAIT_S = 60;

/** Judges the answer to a batch of `count` packets. */
export function judge(answer: GatewayOutcome, count: number): Verdict {
  if (answer.kind === "none") {
    const { why, status = 0 } = answer;
    // A proxy may take less at once than the gateway. What else strangers say tells nothing of a packet.
    if (status === 413) return { is: "too_much", reason: why, final: false };
    return { is: FAILED.has(status) ? "failed" : "away", why };
  }
  const { status } = answer;
  if (status === 200) return taken(answer.text, count);
  // The gateway cannot take or read the batch: the item that spoils it is found by halving.
  if (status === 413 || status === 400 || status === 422) {
    return { is: "too_much", reason: errorOf(answer), final: true };
  }
  if (status === 429) return { is: "wait", ms: waitOf(answer.headers.get("retry-after")) };
  if (status === 401) return { is: "unsigned", why: errorOf(answer) };
  if (status === 403) return { is: "refused", why: errorOf(answer) };
  const why = `the gateway answers ${status}: ${errorOf(answer)}`;
  // A gateway that is busy or full says so itself, and would say it of any packet.
  return { is: status === 500 ? "failed" : "away", why };
}

/** What is answered where something broke behind whoever answers. */
const FAILED: ReadonlySet<number> = new Set([500, 502, 503, 504]);

function taken(text: string, count: number): Verdict {
  const said = objectOf<BatchReply>(text);
  const whole = said !== undefined && typeof said.accepted === "number" && Array.isArray(said.rejected);
  // An answer that broke off does not count: the batch is sent again, and the gateway knows its items by their content.
  if (!whole) return { is: "away", why: "the gateway's answer is not whole" };
  const rejected = new Map<number, string>();
  for (const one of said.rejected as unknown[]) {
    const { list, index, reason } = (one ?? {}) as Unsure<BatchReply["rejected"][number]>;
    if (list !== "packets" || typeof index !== "number" || !(index >= 0 && index < count)) continue;
    rejected.set(index, typeof reason === "string" ? reason.slice(0, 300) : "refused");
  }
  return { is: "taken", rejected };
}

function waitOf(header: string | null): number {
  const seconds = header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : USUAL_WAIT_S;
  return Math.min(LONGEST_WAIT_S, Math.max(1, seconds)) * 1000;
}

/**
 * Milliseconds to wait after so many failures, up to five minutes, with jitter: boxes that lost their gateway
 * together do not all come back at the same moment.
 */
export const backoffMs = (failures: number, chance: number): number =>
  Math.min(300_000, 1500 * 2 ** Math.min(10, failures)) * (0.75 + chance / 2);
