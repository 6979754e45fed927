/** Refusals of the ingest area. */
import { failures } from "../base/mod.ts";

export const ingestFailure = failures({
  bad_box_id: [
    "invalid",
    "A box id is a letter or digit and up to 63 letters, digits, dots, underscores or dashes",
  ],
  bad_key: ["invalid", "The key is not an Ed25519 public key in base64url"],
  stale: ["invalid", "The time is more than five minutes off"],
  bad_enroll_signature: ["invalid", "The signature is not the new key's over svc-box-enroll/1"],
  bad_code: ["forbidden", "The code is wrong, used or expired"],
  box_exists: ["conflict", "A box with this id is enrolled already", { box: "string" }],
  key_in_use: ["conflict", "This key belongs to another box"],
  box_unknown: ["missing", "There is no such box", { box: "string" }],
  foreign_call: ["forbidden", "A box enrolled for a callsign takes only sites of that call", {
    site: "string",
    callsign: "string",
  }],
  bad_sites: ["invalid", "Name 1 to 8 receiving stations by callsign", { site: "string" }],
  bad_site: [
    "invalid",
    "A site is a callsign of 3 to 9 letters or digits, with a numeric SSID if it has one",
  ],
  site_preset: ["conflict", "This station is preset in FIRST_PARTY_SITES", { site: "string" }],
  site_unknown: ["missing", "There is no such station on the list"],
  bad_label: ["invalid", "A label has at most 64 characters"],
  bad_call: ["invalid", "This is not a callsign", { callsign: "string" }],
  batch_too_large: ["invalid", "A batch has at most 1000 items"],
  bad_batch: ["invalid", "The batch is not a JSON object with lists of packets, positions and finds"],
  bad_calls: ["invalid", "Name 1 to 16 callsigns"],
  bad_nonce: ["invalid", "A nonce has 16 to 64 letters, digits, dashes or underscores"],
  not_paired: ["forbidden", "Pair the box with your account first", { pair: "boolean" }],
  wrong_pairing_code: ["forbidden", "The pairing code is wrong or expired"],
  pairing_code_form: ["invalid", "A pairing code has eight characters"],
  unknown_command: ["invalid", "There is no such command", { kind: "string" }],
  beacon_place: ["invalid", "A beacon names no position: the box knows where it is"],
  bad_comment: [
    "invalid",
    "The comment is longer than 60 characters, or has characters that radios cannot show",
    { limit: "number" },
  ],
  bad_payload: ["invalid", "The command's payload does not fit its kind"],
  not_yours: ["forbidden", "This credential gives no access to that"],
  call_not_held: ["forbidden", "The callsign is not verified, or not held by your account", {
    callsign: "string",
  }],
});
