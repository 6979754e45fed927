/** Refusals of the relay. */
import { failures } from "../../base/mod.ts";

export const relayFailure = failures({
  not_a_spoke: ["missing", "No instance of this name pushes to this hub", { instance: "string" }],
  relay_requester_full: ["limited", "Too many of your questions wait or came within a minute", {
    waiting: "number",
    perMinute: "number",
    kept: "number",
  }],
  relay_spoke_full: ["limited", "Too many questions wait for this instance", { waiting: "number" }],
  relay_full: ["limited", "This hub holds as many questions and answers as it can", { limit: "number" }],
  relay_known: ["conflict", "This question is queued already"],
  relay_unknown: ["missing", "There is no such question here, or it is too old"],
  relay_not_leased: ["conflict", "The question is not leased to you now", { status: "string" }],
  relay_ticket: ["forbidden", "The ticket belongs to another question"],
  relay_asker: ["forbidden", "Only the instance that asked reads the answer"],
  relay_other: ["forbidden", "The request is signed by another instance than it names"],
  relay_other_kind: ["invalid", "The answer is of another kind than what was asked", { kind: "string" }],
  relay_answer_too_large: ["too_large", "The answer is larger than an answer to this question can be", {
    limit: "number",
  }],
});
