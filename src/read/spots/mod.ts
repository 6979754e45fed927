/**
 * Spots: who is on the air now, read from six public sources. Off unless SPOTS_ENABLED. Owns nothing on disk; a
 * failing source never makes an answer fail.
 */
export { type SpotConfig, SpotKeeper } from "./keeper.ts";
export { filterSpots, SPOT_SOURCES } from "./spot.ts";
