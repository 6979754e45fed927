/** Refusals of the relay. */
import { failures } from "../../base/mod.ts";

export const relayFailure = failures({
  not_a_spoke: ["missing", { instance: "string" }],
  relay_requester_full: ["limited", {
    waiting: "number",
    perMinute: "number",
    kept: "number",
  }],
  relay_spoke_full: ["limited", { waiting: "number" }],
  relay_full: ["limited", { limit: "number" }],
  relay_known: "conflict",
  relay_unknown: "missing",
  relay_not_leased: ["conflict", { status: "string" }],
  relay_ticket: "forbidden",
  relay_asker: "forbidden",
  relay_other: "forbidden",
  relay_other_kind: ["invalid", { kind: "string" }],
  relay_answer_too_large: ["too_large", {
    limit: "number",
  }],
});
