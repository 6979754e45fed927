/** What the game refuses, and in which words. */
import { failures } from "../base/mod.ts";

export const gameFailure = failures({
  // Caches
  cache_not_found: "missing",
  cache_removed: "gone",
  cache_removed_edit: "forbidden",
  changed_meanwhile: ["conflict", {
    newer: ["object", "array"],
  }],
  cache_not_yours: "forbidden",
  not_verified: ["forbidden", { verified: "boolean", limit: "number" }],
  not_your_station: ["forbidden", {
    stationCall: "string",
  }],
  code_not_yours: "forbidden",
  type_not_yours: ["forbidden", { type: "string" }],
  code_form: ["invalid", { code: "string" }],
  code_taken: ["conflict", { code: "string" }],
  country_unknown: ["invalid", { country: "string" }],
  bad_bbox: "invalid",
  bad_map_cursor: "invalid",
  hide_limit: ["limited", {
    limit: "number",
    windowSec: "number",
  }],
  place_needed: "invalid",
  move_limit: ["conflict", {
    limitM: "number",
    distanceM: ["number", "null"],
    stage: "number",
  }],
  station_no_place: ["conflict", { stationCall: "string" }],
  living_no_place: "conflict",
  // Acting for somebody through the ingest secret
  no_caller: "invalid",
  unknown_call: ["forbidden", { callsign: "string" }],
  suspended: "conflict",
  // Logs
  own_cache: "conflict",
  cache_inactive: ["conflict", { status: "string" }],
  log_mend_late: "conflict",
  bad_log_cursor: "invalid",
  log_not_found: "missing",
  log_not_yours: "forbidden",
  find_not_open: ["conflict", { id: "number" }],
  not_judged: "conflict",
  what_if_time: "invalid",
  already_found: ["conflict", { foundBy: "string", logId: "number" }],
  last_stage_locked: ["conflict", { stage: "number" }],
  owner_only: "conflict",
  cache_gone: "conflict",
  bad_log_signature: "invalid",
  key_unknown: "invalid",
  log_limit: ["limited", {
    limit: "number",
    windowSec: "number",
  }],
  note_needs_text: "invalid",
  mirrored_cache: ["conflict", { origin: "string" }],
  // Visits
  visit_not_yours: "forbidden",
  visit_refused: ["unprocessable", { origin: "string" }],
  visit_put_off: ["limited", { retryAfter: "number", origin: "string" }],
  visit_unreached: ["unavailable", { origin: "string" }],
  // Stages
  stage_not_found: "missing",
  stage_zero: "invalid",
  previous_stage: ["forbidden", { stage: "number" }],
  no_geo: "forbidden",
  too_far: ["forbidden", { distanceM: "number", radiusM: "number" }],
  no_code: "forbidden",
  bad_code: ["forbidden", { triesLeft: "number" }],
  no_tag: "conflict",
  limited: ["limited", { retryAfter: "number" }],
  bad_stages: "invalid",
  // Media
  media_not_found: "missing",
  media_type: "unsupported",
  media_size: ["too_large", { limit: "number" }],
  media_dimensions: ["too_large", {
    width: "number",
    height: "number",
    limit: "number",
    limitSide: "number",
  }],
  media_count: ["conflict", { limit: "number" }],
  media_quota: ["too_large", { limit: "number" }],
  not_an_image: "invalid",
  // Newcomers
  not_newcomer: ["conflict", {
    callsign: "string",
  }],
  nothing_to_clear: "conflict",
  clearing_not_found: "missing",
  clearing_late: "conflict",
  // Community
  cannot_rate: ["forbidden", { policy: "string" }],
  own_favorite: "conflict",
  recommend_unfound: "forbidden",
  no_event: "conflict",
  event_over: "conflict",
  event_full: ["conflict", { limit: "number" }],
  recommendations_spent: ["conflict", { limit: "number" }],
  // Offline
  bad_grid: "invalid",
  bad_types: "invalid",
  pack_too_large: ["too_large", { count: "number", limit: "number" }],
  no_tiles: "missing",
  range_needed: ["range", { size: "number", limit: "number" }],
  // Radio
  command_not_found: "missing",
  command_usage: "invalid",
  no_station_mail: "unavailable",
  command_settled: ["conflict", { status: "string" }],
  // Adoption
  not_offered: "conflict",
  already_offered: "conflict",
  not_native: "invalid",
  request_own: "conflict",
  request_exists: "conflict",
  request_not_found: "missing",
  notice_running: ["conflict", { noticeEndsAt: "number" }],
  adopter_unverified: "conflict",
  handing_open: ["conflict", { callsign: "string", endsAt: "number" }],
  handing_not_found: "missing",
  // Imports
  source_unknown: ["missing", { source: "string" }],
  source_needs_permission: ["forbidden", { source: "string" }],
  import_no_file: ["invalid", {
    issues: "array",
    url: "string",
  }],
  import_unreadable: "invalid",
  import_unreachable: ["upstream", {
    url: "string",
    status: "number",
  }],
  import_running: ["conflict", { source: "string" }],
  place_not_found: "missing",
});

/**
 * Refusals of routes where the ingest secret may act for somebody: the call that it names must belong to a member.
 */
export const ACTING = [gameFailure.no_caller, gameFailure.unknown_call, gameFailure.suspended];

/** What visits are refused with, beside what refuses a member's log (API "Caches, logs, media"). */
export const visitFailure = failures({
  visitors_off: "forbidden",
  origin_untrusted: ["forbidden", { origin: "string" }],
  origin_blocked: ["forbidden", { origin: "string" }],
  visitor_refused: ["forbidden", { why: "string" }],
  suspended: "forbidden",
  wrong_instance: ["conflict", { instance: "string" }],
  bad_visit_signature: "unprocessable",
  bad_report_signature: "unprocessable",
  bad_erasure_signature: "unprocessable",
  key_revoked: "unprocessable",
  too_old: "unprocessable",
  too_early: "unprocessable",
  before_cache: "unprocessable",
  before_key: "unprocessable",
  visit_quota: ["limited", { limit: "number", windowSec: "number", retryAfter: "number" }],
  visit_not_found: "missing",
  visit_late: "conflict",
  visitor_not_found: "missing",
});
/** A visit that is none: what is wrong with its form. */
export const visitFormFailure = failures({ invalid_body: ["invalid", { issues: "array" }] });
