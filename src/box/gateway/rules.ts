/** What an answer to a batch means for its packets: taken, refused for good, or to be sent again. Pure. */
import type { Answer } from "./client.ts";
import { errorOf, objectOf } from "./client.ts";

export type Verdict =
  /** Taken; these places of the list were refused by themselves. */
  | { is: "taken"; rejected: Map<number, string> }
  /** Too much at once: halve, and refuse what is too much alone. */
  | { is: "too_much"; reason: string }
  | { is: "wait"; ms: number }
  /** The signature did not hold: perhaps a repeat that the runtime made, perhaps revoked. */
  | { is: "unsigned"; why: string }
  | { is: "refused"; why: string }
  | { is: "away"; why: string };

const LONGEST_WAIT_S = 3600, USUAL_WAIT_S = 60;

/** Judges the answer to a batch of `count` packets. */
export function judge(answer: Answer, count: number): Verdict {
  if (answer.kind === "none") return { is: "away", why: answer.why };
  const { status } = answer;
  if (status === 200) return taken(answer.text, count);
  if (status === 413) return { is: "too_much", reason: errorOf(answer) };
  // A batch that cannot be read whole: the item that spoils it is found by halving.
  if (status === 400 || status === 422) return { is: "too_much", reason: errorOf(answer) };
  if (status === 429) return { is: "wait", ms: waitOf(answer.headers.get("retry-after")) };
  if (status === 401) return { is: "unsigned", why: errorOf(answer) };
  if (status === 403) return { is: "refused", why: errorOf(answer) };
  return { is: "away", why: `the gateway answers ${status}: ${errorOf(answer)}` };
}

function taken(text: string, count: number): Verdict {
  const said = objectOf(text);
  const whole = said !== undefined && typeof said.accepted === "number" && Array.isArray(said.rejected);
  // Half an answer does not count: what it was about goes again, and the gateway knows it by its content.
  if (!whole) return { is: "away", why: "the gateway's answer is not whole" };
  const rejected = new Map<number, string>();
  for (const one of said.rejected as unknown[]) {
    const { list, index, reason } = (one ?? {}) as Record<string, unknown>;
    if (list !== "packets" || typeof index !== "number" || !(index >= 0 && index < count)) continue;
    rejected.set(index, typeof reason === "string" ? reason.slice(0, 300) : "refused");
  }
  return { is: "taken", rejected };
}

function waitOf(header: string | null): number {
  const seconds = header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : USUAL_WAIT_S;
  return Math.min(LONGEST_WAIT_S, Math.max(1, seconds)) * 1000;
}

/** Grows to five minutes, with jitter: boxes that lost their gateway together do not come back together. */
export const backoffMs = (failures: number, chance: number): number =>
  Math.min(300_000, 1500 * 2 ** Math.min(10, failures)) * (0.75 + chance / 2);
