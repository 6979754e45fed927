/** Which keys of programs somebody should look at. Pure. */

/** After half a year without any use, in seconds. */
const STALE_S = 183 * 86_400;

/** Keys that nobody used for so long, or that were made so long ago and never used. Times are unix seconds. */
export const staleKeys = <Key extends { createdAt: number; lastUsedAt: number | null }>(
  keys: readonly Key[],
  now: number,
): Key[] => keys.filter(({ createdAt, lastUsedAt }) => now - (lastUsedAt ?? createdAt) > STALE_S);
