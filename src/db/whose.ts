/**
 * Whose a message to a call is, as conditions of statements. Calls go from one holder to the next, what was left for them
 * does not: each message notes who held its addressee's call when it came (`to_account`), and whether verified (`to_proven`).
 */

/** An account `:me` sees what came to it and what it wrote; the columns hold numbers of accounts. */
export const ofAccount = (to: string, from: string): string => `(${to} = :me OR ${from} = :me)`;
/** Over the air the call, held by `:me` (0: by nobody), gets nothing that came for a former holder who had proved it. */
export const notOfFormer = (to: string, proven: string): string =>
  `NOT (coalesce(${proven}, 0) AND ${to} IS NOT :me)`;
