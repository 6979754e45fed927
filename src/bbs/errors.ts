/** What the post office refuses, and in which words. */
import { failures } from "../base/mod.ts";

export const bbsFailure = failures({
  call_not_held: ["forbidden", "Your account does not hold this callsign"],
  not_addressee: ["forbidden", "Only its addressee can mark a message as read"],
  bad_call: ["invalid", "This is not a callsign"],
  bad_addressee: ["invalid", "A message goes to a callsign or a category of at most six letters and digits"],
  reserved_addressee: ["invalid", "Nobody can write to this address"],
  body_empty: ["invalid", "The text is empty"],
  body_too_long: ["too_large", "The text is longer than 65536 bytes"],
  reply_unknown: ["missing", "The message that this answers is not here for you"],
  bulletin_limit: ["limited", "20 messages a day may be posted"],
  message_unknown: ["missing", "There is no such message"],
  bad_cursor: ["invalid", "before takes what nextCursor gave"],
  bad_bid: ["invalid", "A BID has 1 to 12 printable characters without blanks"],
  partner_unknown: ["missing", "There is no such forwarding partner"],
  rule_unknown: ["missing", "There is no such forwarding rule"],
  bad_address: ["invalid", "A hierarchical address is written OE1XBB.#OE1.AUT.EU"],
  bad_route: ["invalid", "A rule's route is parts of a hierarchical address, e.g. AUT.EU, or *"],
  bad_timebands: ["invalid", "timebands are hours UTC, e.g. 0-6,22-23"],
  bad_connect_script: ["invalid", "A connect script is lines such as C OE1XBB-8, at most 512 characters"],
  bad_home: ["invalid", "A home mailbox is a callsign or a hierarchical address"],
  bad_federation_batch: ["invalid", "The batch does not match its header"],
});
