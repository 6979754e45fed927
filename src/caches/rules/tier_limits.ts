/** The numbers of the tier rule (API "What the service does"). */

/** A position has to lie this near the find's place, metres. */
export const RADIUS_M = 150;
/** A position report counts from this long before the find ... */
export const BEFORE_S = 30 * 60;
/** ... to this long after it. */
export const AFTER_S = 60;
/** A living cache is where its station was at most this long before or after. */
export const LIVING_SKEW_S = 5 * 60;
/** So long before and after a find without Tier A the same person may log again what is worth more, seconds. */
export const AGAIN_S = 30 * 60;
/** If a station had moved faster than this between two positions, km/h, one of the positions must be wrong. */
export const MAX_SPEED_KMH = 300;
/**
 * Clocks of two receivers may be so far apart, seconds: each box believes a time that its gateway's answers agree on to five
 * seconds. Somebody who drove at 130 km/h would be seen to jump without it.
 */
export const CLOCKS_S = 10;
/** A device reading counts within this long of the find. */
export const READING_S = 120;
/** A reading's inaccuracy widens the radius by at most this, metres. */
export const ACCURACY_CAP_M = 200;
/** An NFC code proves presence from this strength on, bits. */
export const STRONG_CODE_BITS = 40;
/** How much of the track around a find is read to judge whether its speed is possible, in seconds each way. */
export const TRACK_S = 2 * 3600;
/** The proof that the logger's call is theirs may come so long after a find; what was heard for it comes within `LATE_S`. */
export const PROOF_S = 30 * 86_400;
