/** The gate: whether the gateway lets a call transmit, by its last answer. It can only close. */
import { GATE_FRESH_S, heldGrace } from "./purposes.ts";
import type { Facts, GateState } from "./words.ts";

/** Why the gate is closed for the call; undefined: open. */
export function gateClosed(
  { gate, now, graceS }: Pick<Facts, "gate" | "now" | "graceS">,
): string | undefined {
  const { answer, lostAt } = gate;
  if (!answer) return "the gateway has not let this call transmit yet";
  if (!answer.ok) return `the gateway refuses this call: ${answer.reason ?? "no reason given"}`;
  const age = now - answer.at;
  if (age < 0) return "the gateway's answer is dated ahead";
  if (age <= GATE_FRESH_S) return undefined;
  // Older answers count only while the gateway is really away: it was asked since, not long ago, and did not answer.
  const isAway = lostAt !== undefined && lostAt >= answer.at && lostAt <= now && now - lostAt <= GATE_FRESH_S;
  if (!isAway) return "the gateway's answer is over three minutes old";
  return age <= heldGrace(graceS) ? undefined : "the gateway has been away for too long";
}

/** Whether the gateway is to be asked before the next transmission. */
export const isGateDue = ({ answer, lostAt }: GateState, now: number): boolean =>
  !(answer && answer.at <= now && now - answer.at <= GATE_FRESH_S) &&
  !(lostAt !== undefined && lostAt <= now && now - lostAt < 30);
