/** What the post office refuses, and in which words. */
import { failures } from "../base/mod.ts";

export const bbsFailure = failures({
  call_not_held: ["forbidden", { callsign: "string" }],
  not_addressee: "forbidden",
  bad_call: ["invalid", { callsign: "string" }],
  bad_addressee: ["invalid", {
    to: "string",
    at: "string",
    addr: "string",
    toCall: "string",
  }],
  reserved_addressee: ["invalid", { toCall: "string" }],
  body_empty: "invalid",
  body_too_long: ["too_large", { limit: "number" }],
  reply_unknown: ["missing", { replyTo: "number" }],
  bulletin_limit: ["limited", { limit: "number" }],
  message_unknown: ["missing", { id: ["string", "number"] }],
  bad_cursor: "invalid",
  bad_bid: ["invalid", { bid: "string" }],
  partner_unknown: ["missing", {
    id: ["string", "number"],
    partner: "string",
  }],
  partner_off: "conflict",
  session_unknown: ["missing", { id: ["string", "number"] }],
  rule_unknown: ["missing", { id: ["string", "number"] }],
  bad_address: ["invalid", {
    ha: "string",
    federationAt: "string",
  }],
  bad_route: ["invalid", {
    route: "string",
  }],
  bad_timebands: ["invalid", { timebands: "string" }],
  bad_connect_script: "invalid",
  bad_home: ["invalid", { homeBbs: "string" }],
  bad_federation_batch: ["invalid", { why: "string" }],
});
