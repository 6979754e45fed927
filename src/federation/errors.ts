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
  peer_unknown: ["missing", "There is no such peer"],
  peer_address: ["invalid", "A peer takes an http or https address without credentials, query or fragment"],
  peer_self: ["invalid", "That is this instance itself"],
  peer_known: ["conflict", "This peer is known already"],
  instance_taken: ["conflict", "The instance is known under another address"],
  peer_blocked: ["conflict", "The instance is blocked"],
  peer_unsigned: ["conflict", "The instance publishes no signing key"],
  peer_configured: ["conflict", "FED_PEERS lists this peer; take it out there"],
  registry_mismatch: ["conflict", "The registry binds another key to this instance"],
  registry_broken: ["unavailable", "The configured registry does not verify; nothing is added meanwhile"],
  fingerprint_missing: ["invalid", "The fingerprint that was compared is needed: 16 hex digits"],
  fingerprint_differs: ["conflict", "The key is not the one whose fingerprint was compared"],
  key_missing: ["conflict", "No key of this peer is known yet; sync it first"],
  block_elsewhere: ["conflict", "Another row blocks this instance; lift that block first"],
  not_discovered: ["conflict", "This peer was not discovered; it is followed or blocked already"],
  renamed: ["conflict", "The address answers as another instance"],
  no_answer: ["upstream", "The address does not answer with a descriptor"],
  exchange_off: ["missing", "This instance does not name its peers"],
  bad_types: ["invalid", "types takes any of cache, find, key, tombstone, account-move, bulletin"],
  bad_instance: ["invalid", "instance takes an instance id"],
});
