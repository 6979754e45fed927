/** Refusals of federation (FED "Errors"). */
import { failures } from "../base/mod.ts";

export const fedFailure = failures({
  unsigned: ["missing", "This instance has no signing key and is not mirrored"],
  clock_unset: [
    "unavailable",
    "This host's clock is not set; nothing is signed, judged or pulled until it is",
  ],
  not_served: ["missing", "Nothing is served here under that name"],
  bad_bbox: ["invalid", "bbox takes S,W,N,E in degrees, S not above N"],
  bad_origin: ["invalid", "origin takes an instance id"],
  bad_kind: ["invalid", "kind takes cache, find, tombstone or account-move"],
  peer_unknown: ["missing", "There is no such peer", { url: "string", instance: "string" }],
  preview_of_block: ["invalid", "preview: counts what a block would hide; it goes with trust: blocked alone"],
  peer_address: ["invalid", "A peer takes an http or https address without credentials, query or fragment"],
  peer_self: ["invalid", "The address is that of this instance itself"],
  peer_known: ["conflict", "This peer is known already", { url: "string" }],
  instance_taken: ["conflict", "The instance is known under another address", {
    instance: ["string", "null"],
    url: "string",
  }],
  peer_blocked: ["conflict", "The instance is blocked", { instance: "string" }],
  peer_unsigned: ["conflict", "The instance publishes no signing key", { instance: "string" }],
  peer_configured: ["conflict", "FED_PEERS lists this peer; take it out there", { url: "string" }],
  registry_mismatch: ["conflict", "The registry binds another key to this instance", { instance: "string" }],
  registry_broken: ["unavailable", "The configured registry does not verify; nothing is added meanwhile", {
    why: "string",
  }],
  fingerprint_missing: ["invalid", "The fingerprint that was compared is needed: 16 hex digits"],
  fingerprint_differs: ["conflict", "The key is not the one whose fingerprint was compared", {
    preview: "object",
    url: "string",
    instance: "string",
    why: "string",
  }],
  key_missing: ["conflict", "No key of this peer is known yet; sync it first", { url: "string" }],
  block_elsewhere: ["conflict", "Another row blocks this instance; lift that block first", {
    instance: ["string", "null"],
  }],
  not_discovered: ["conflict", "This peer was not discovered; it is followed or blocked already", {
    url: "string",
  }],
  not_followed: [
    "conflict",
    "Only a peer that is followed is paused: this one is known through others alone",
    { url: "string" },
  ],
  renamed: ["conflict", "The address answers as another instance", { instance: "string" }],
  no_answer: ["upstream", "The address does not answer with a descriptor", {
    why: "string",
    instance: ["string", "null"],
  }],
  dns_closed: ["unavailable", "DOH_URL names no resolver: nothing can be looked up in DNS"],
  dns_silent: ["upstream", "No resolver gave an answer; try again later", { name: "string", why: "string" }],
  dns_bogus: [
    "conflict",
    "A resolver says that the zone's signatures do not hold: the answer is forged or broken",
    { name: "string" },
  ],
  dns_alias: ["invalid", "There is an alias (CNAME) at that name, so somebody else may answer for it", {
    name: "string",
  }],
  resolvers_disagree: [
    "conflict",
    "The resolvers give different answers: a change has not reached all of them yet, or one is lied to",
    { name: "string" },
  ],
  bad_call_name: [
    "invalid",
    "It takes callsign, or host: the callsign's name in the amateur zone, or one below it",
  ],
  no_binding: ["invalid", "DNS has no record of an instance at that name", {
    name: "string",
    records: "number",
  }],
  several_bindings: [
    "conflict",
    "Several instances stand at the name; ask for one of them by its host or instance",
    { candidates: "array" },
  ],
  binding_mismatch: ["conflict", "The instance that answers there is not the one that DNS names", {
    resolved: "object",
    where: "string",
    why: "string",
  }],
  binding_changed: ["conflict", "DNS names something else now than what was shown; look at it again", {
    resolved: "object",
  }],
  exchange_off: ["missing", "This instance does not name its peers"],
  bad_types: ["invalid", "types takes any of cache, find, key, tombstone, account-move, bulletin"],
  bad_page: ["invalid", "The body is not a sync page", { problem: "string" }],
  too_long: [
    "conflict",
    "Not even a bare presence record fits into one datagram; a shorter INSTANCE_ID would",
    { instance: "string" },
  ],
  fed_bbs_off: ["conflict", "Federation by mail is off; FED_BBS=1 switches it on"],
  unsigned_batch: [
    "conflict",
    "This instance has no signing key; a batch of its records could not be verified",
  ],
  bid_taken: [
    "conflict",
    "A message that is not a batch has this batch's BID; pack another number of records",
    { bid: "string" },
  ],
  no_mailbox: ["conflict", "The instance has announced no mailbox", { instance: "string" }],
  not_a_question: ["unsupported", "A question takes content-type application/cbor"],
  bad_question: ["invalid", "The body is not a corroboration question"],
  wrong_target: ["invalid", "The question is for another instance", { target: "string" }],
  stale_question: ["invalid", "The question was not signed within 120 s of this host's clock", {
    at: "number",
  }],
  bad_window: ["invalid", "The window ends before it begins, or more than seven days ago"],
  asker_blocked: ["forbidden", "This instance is blocked here"],
  asker_unknown: ["unauthenticated", "Only known instances are answered or relayed for"],
  bad_question_signature: ["unauthenticated", "The question is not signed by who asks"],
  cannot_sign: ["unavailable", "This instance has no signing key and answers nothing"],
  bad_instance: ["invalid", "instance takes an instance id"],
});
