/** What the game refuses, and in which words. */
import { failures } from "../base/mod.ts";

export const gameFailure = failures({
  // Caches
  cache_not_found: ["missing", "There is no such cache"],
  cache_removed: ["gone", "This cache was removed"],
  cache_removed_edit: ["forbidden", "This cache was removed and cannot be changed"],
  changed_meanwhile: ["conflict", "The cache was changed elsewhere meanwhile; load it again", {
    newer: ["object", "array"],
  }],
  cache_not_yours: ["forbidden", "Only the owner of the cache may do this"],
  not_verified: ["forbidden", "The callsign is not verified yet", { verified: "boolean", limit: "number" }],
  not_your_station: ["forbidden", "A living cache follows one of your own stations", {
    stationCall: "string",
  }],
  code_not_yours: ["forbidden", "The instance gives the codes itself"],
  type_not_yours: ["forbidden", "Only an operator may hide a cache of this type", { type: "string" }],
  code_form: ["invalid", "This code cannot be used", { code: "string" }],
  code_taken: ["conflict", "This code is taken", { code: "string" }],
  country_unknown: ["invalid", "The country is not a main DXCC prefix", { country: "string" }],
  bad_bbox: ["invalid", "bbox takes minLon,minLat,maxLon,maxLat in degrees"],
  bad_map_cursor: ["invalid", "The cursor is not one that this map gave; begin without one"],
  hide_limit: ["limited", "This account has hidden as many new caches as one day allows", {
    limit: "number",
    windowSec: "number",
  }],
  place_needed: ["invalid", "A cache that follows no station needs lat and lon"],
  move_limit: ["conflict", "A found cache stays where it was found", {
    limitM: "number",
    distanceM: ["number", "null"],
    stage: "number",
  }],
  station_no_place: ["conflict", "The place of this station is not known", { stationCall: "string" }],
  living_no_place: ["conflict", "A living cache is where its station is"],
  // Acting for somebody through the ingest secret
  no_caller: ["invalid", "Name the callsign in whose name this is done"],
  unknown_call: ["forbidden", "Nobody here holds this callsign", { callsign: "string" }],
  suspended: ["conflict", "This account is suspended"],
  // Logs
  own_cache: ["conflict", "This is your own cache"],
  cache_inactive: ["conflict", "This cache is not active", { status: "string" }],
  log_mend_late: ["conflict", "A log's text can be changed for one day"],
  bad_log_cursor: ["invalid", "The cursor is not one that this log book gave; begin without one"],
  log_not_found: ["missing", "There is no such log"],
  log_not_yours: ["forbidden", "Only the person who wrote the log may do this"],
  find_not_open: ["conflict", "There is no such find, or it is radio-verified already", { id: "number" }],
  not_judged: ["conflict", "Only a find of somebody who still has an account is judged"],
  what_if_time: ["invalid", "at has to lie within 7 days of the find, and not in the future"],
  already_found: ["conflict", "You have found this cache already", { foundBy: "string", logId: "number" }],
  last_stage_locked: ["conflict", "Open the last stage first", { stage: "number" }],
  owner_only: ["conflict", "Only the owner may log this"],
  cache_gone: ["conflict", "There is no such cache"],
  bad_log_signature: ["invalid", "The signature of the log is not valid"],
  key_unknown: ["invalid", "This device key is not registered to the call"],
  log_limit: ["limited", "The daily limit of notes and DNFs is reached", {
    limit: "number",
    windowSec: "number",
  }],
  note_needs_text: ["invalid", "A note needs a text"],
  mirrored_cache: ["conflict", "This cache belongs to another instance: log it there", { origin: "string" }],
  // Stages
  stage_not_found: ["missing", "There is no such stage"],
  stage_zero: ["invalid", "The start needs no unlocking"],
  previous_stage: ["forbidden", "Open the previous stage first", { stage: "number" }],
  no_geo: ["forbidden", "Your position is needed"],
  too_far: ["forbidden", "You are too far away", { distanceM: "number", radiusM: "number" }],
  no_code: ["forbidden", "The code of the tag is needed"],
  bad_code: ["forbidden", "That is not the code of the tag", { triesLeft: "number" }],
  no_tag: ["conflict", "This stage has no code set"],
  limited: ["limited", "Too many tries; come back in an hour", { retryAfter: "number" }],
  bad_stages: ["invalid", "The stages do not fit together"],
  // Media
  media_not_found: ["missing", "There is no such file"],
  media_type: ["unsupported", "Only photos (JPEG, PNG, WebP, GIF, AVIF) and sounds (MP3, Ogg, WAV, M4A)"],
  media_size: ["too_large", "The file is too large", { limit: "number" }],
  media_dimensions: ["too_large", "A picture has at most 40 megapixels, and 12,000 pixels on a side", {
    width: "number",
    height: "number",
    limit: "number",
    limitSide: "number",
  }],
  media_count: ["conflict", "The cache has as many files as it may have", { limit: "number" }],
  media_quota: ["too_large", "There is no room for the file", { limit: "number" }],
  not_an_image: ["invalid", "Only a photo has a thumbnail"],
  // Newcomers
  not_newcomer: ["conflict", "No account without a verified call that has files holds this call", {
    callsign: "string",
  }],
  nothing_to_clear: ["conflict", "No account without a verified call has files"],
  clearing_not_found: ["missing", "There is no such clearing; what was cleared is kept for a day"],
  clearing_late: ["conflict", "This was cleared more than a day ago"],
  // Community
  cannot_rate: ["forbidden", "Only finders with a verified find may rate", { policy: "string" }],
  own_favorite: ["conflict", "This is your own cache"],
  // Offline
  bad_grid: ["invalid", "grid takes a Maidenhead locator of 2, 4, 6 or 8 characters"],
  bad_types: ["invalid", "types takes at most 12 cache types"],
  pack_too_large: ["too_large", "Too many caches for one pack", { count: "number", limit: "number" }],
  no_tiles: ["missing", "This instance has no offline map"],
  range_needed: ["range", "Ask for one range of at most 16 MiB", { size: "number", limit: "number" }],
  // Radio
  command_not_found: ["missing", "There is no such command"],
  command_usage: ["invalid", "This command is not complete"],
  no_mail: ["unavailable", "This instance holds no mail for stations"],
  command_settled: ["conflict", "This command is settled already", { status: "string" }],
  // Adoption
  not_offered: ["conflict", "This cache is not up for adoption"],
  already_offered: ["conflict", "This cache is up for adoption already"],
  not_native: ["invalid", "Only caches of this instance can be adopted"],
  request_own: ["conflict", "This is your own cache"],
  request_exists: ["conflict", "You have asked for this cache already"],
  request_not_found: ["missing", "There is no such pending request"],
  notice_running: ["conflict", "The owner's notice has not ended", { noticeEndsAt: "number" }],
  adopter_unverified: ["conflict", "The adopter's callsign is not verified"],
  // Imports
  source_unknown: ["missing", "There is no such catalogue", { source: "string" }],
  source_needs_permission: ["forbidden", "IMPORT_ALLOW does not name this catalogue", { source: "string" }],
  import_no_file: ["invalid", "Send the file as the body, or name its url", {
    issues: "array",
    url: "string",
  }],
  import_unreadable: ["invalid", "The file cannot be read"],
  import_unreachable: ["upstream", "The catalogue's server gave no file", {
    url: "string",
    status: "number",
  }],
  import_running: ["conflict", "An import of this catalogue is running", { source: "string" }],
  place_not_found: ["missing", "There is no such imported place"],
});

/**
 * Refusals of routes where the ingest secret may act for somebody: the call that it names must belong to a member.
 */
export const ACTING = [gameFailure.no_caller, gameFailure.unknown_call, gameFailure.suspended];
