/** Refusals of the ingest area. */
import { failures } from "../base/mod.ts";

export const ingestFailure = failures({
  bad_box_id: "invalid",
  bad_key: "invalid",
  stale: "invalid",
  bad_enroll_signature: "invalid",
  bad_enrolment_code: "forbidden",
  box_exists: ["conflict", { box: "string" }],
  key_in_use: "conflict",
  box_unknown: ["missing", { box: "string" }],
  foreign_call: ["forbidden", {
    site: "string",
    callsign: "string",
  }],
  bad_sites: ["invalid", { site: "string" }],
  bad_site: "invalid",
  site_preset: ["conflict", { site: "string" }],
  site_unknown: "missing",
  bad_label: "invalid",
  bad_call: ["invalid", { callsign: "string" }],
  batch_too_large: "invalid",
  bad_batch: "invalid",
  bad_calls: "invalid",
  bad_nonce: "invalid",
  not_paired: ["forbidden", { pair: "boolean" }],
  wrong_pairing_code: "forbidden",
  pairing_code_form: "invalid",
  unknown_command: ["invalid", { kind: "string" }],
  beacon_place: "invalid",
  bad_comment: ["invalid", { limit: "number" }],
  bad_payload: "invalid",
  not_yours: "forbidden",
  call_not_held: ["forbidden", {
    callsign: "string",
  }],
});
