/**
 * Rules that the gateway and the app both go by: pure files of the server, of which the app takes values. Each of them imports
 * nothing but others of this list, so that a build of the app brings nothing else of the server along.
 */
export const SHARED_RULES = [
  "src/base/callsigns.ts",
  "src/base/geometry.ts",
  "src/base/grid.ts",
  "src/caches/rules/tier_limits.ts",
  "src/live/room/said.ts",
  "src/notebook/field_notes/read_notes.ts",
  "src/trends/series.ts",
  "src/wire/kinds.ts",
] as const;
