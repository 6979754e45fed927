/**
 * Whose a message to a call is, as conditions of statements. Calls go from one holder to the next, what was left for them
 * does not: each message notes who held its addressee's call when it came (`to_account`), and whether verified (`to_proven`).
 */

/** An account `:me` sees what came to it and what it wrote; the columns hold numbers of accounts. */
export const ofAccount = (to: string, from: string): string => `(${to} = :me OR ${from} = :me)`;
/**
 * What was on the air is public: an account `:me` is shown it as one side of it where it held the call then, or holds it now
 * (`:bases`, a JSON list) and it is no former holder's. What members wrote to each other is theirs alone.
 */
export const isSide = (side: "from" | "to", table = "message"): string => {
  const of = (column: string) => `${table}.${side}_${column}`;
  return `(${of("account")} = :me OR (${of("base")} IN (SELECT value FROM json_each(:bases)) AND ${
    notOfFormer(of("account"), of("proven"))
  }))`;
};
/** Over the air the call, held by `:me` (0: by nobody), gets nothing that came for a former holder who had proved it. */
export const notOfFormer = (to: string, proven: string): string =>
  `NOT (coalesce(${proven}, 0) AND ${to} IS NOT :me)`;
