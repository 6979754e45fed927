/**
 * Rules that the gateway and the app both go by: pure files of the server, of which the app takes values. Each of them imports
 * nothing but others of this list, so that a build of the app brings nothing else of the server along.
 */
export const SHARED_RULES = [
  "src/base/callsigns.ts",
  "src/base/geometry.ts",
  "src/base/grid.ts",
  "src/base/text.ts",
  "src/caches/rules/tier_limits.ts",
  "src/foreign/text_of_bytes.ts",
  "src/live/alerts/kinds.ts",
  "src/live/room/room_messages.ts",
  "src/notebook/field_notes/read_notes.ts",
  "src/things/cache.ts",
  "src/things/fact.ts",
  "src/things/kinds.ts",
  "src/things/log.ts",
  "src/things/mail.ts",
  "src/things/station.ts",
  "src/things/thing.ts",
  "src/trends/series.ts",
] as const;
