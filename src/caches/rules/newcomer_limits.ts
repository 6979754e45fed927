/** What an account may do until one of its calls is verified. API "Limits". */
import type { Limit } from "../../http/mod.ts";

/** Finds of a newcomer in an hour, those that were taken back included. */
export const NEWCOMER_FINDS = 10;
export const HOUR_S = 3600;
/** Caches that a newcomer may prepare as drafts. */
export const NEWCOMER_DRAFTS = 5;
/** A corrected log is a new version that all neighbours pull, as a new one is. */
export const NEWCOMER_MENDS: Limit<never> = { name: "log-mend-newcomer", points: 10, seconds: HOUR_S };
/** For so long what was cleared may be brought back, seconds. */
export const TAKE_BACK_S = 86_400;
/** A find that may take another one's place has peers asked about it, as a new one has. */
export const FINDS_AGAIN: Limit<never> = { name: "find-again", points: 20, seconds: HOUR_S };
