/** What the post office refuses, and in which words. */
import { failures } from "../base/mod.ts";

export const bbsFailure = failures({
  call_not_held: ["forbidden", "Your account does not hold this callsign", { callsign: "string" }],
  not_addressee: ["forbidden", "Only its addressee can mark a message as read"],
  bad_call: ["invalid", "This is not a callsign", { callsign: "string" }],
  bad_addressee: ["invalid", "A message goes to a callsign or a category of at most six letters and digits", {
    to: "string",
    at: "string",
    addr: "string",
    toCall: "string",
  }],
  reserved_addressee: ["invalid", "Nobody can write to this address", { toCall: "string" }],
  body_empty: ["invalid", "The text is empty"],
  body_too_long: ["too_large", "The text is longer than 65536 bytes", { limit: "number" }],
  reply_unknown: ["missing", "The message that this answers is not here for you", { replyTo: "number" }],
  bulletin_limit: ["limited", "20 messages a day may be posted", { limit: "number" }],
  message_unknown: ["missing", "There is no such message", { id: ["string", "number"] }],
  bad_cursor: ["invalid", "before takes what nextCursor gave"],
  bad_bid: ["invalid", "A BID has 1 to 12 printable characters without blanks", { bid: "string" }],
  partner_unknown: ["missing", "There is no such forwarding partner", {
    id: ["string", "number"],
    partner: "string",
  }],
  rule_unknown: ["missing", "There is no such forwarding rule", { id: ["string", "number"] }],
  bad_address: ["invalid", "A hierarchical address is written OE1XBB.#OE1.AUT.EU", {
    ha: "string",
    federationAt: "string",
  }],
  bad_route: ["invalid", "A rule's route is parts of a hierarchical address, e.g. AUT.EU, or *", {
    route: "string",
  }],
  bad_timebands: ["invalid", "timebands are hours UTC, e.g. 0-6,22-23", { timebands: "string" }],
  bad_connect_script: ["invalid", "A connect script is lines such as C OE1XBB-8, at most 512 characters"],
  bad_home: ["invalid", "A home mailbox is a callsign or a hierarchical address", { homeBbs: "string" }],
  bad_federation_batch: ["invalid", "The batch does not match its header", { why: "string" }],
});
