/** Everybody who has an account here, as a table that is searched, filtered and sorted. */
import { folded } from "../../base/mod.ts";
import { type Database, pagedIds, type PageWanted } from "../../db/mod.ts";

export const MEMBER_SORTS = ["call", "since", "seen", "finds", "hides"] as const;
export const MEMBER_STATES = ["verified", "unverified", "suspended", "held"] as const;
export const MEMBER_SEEN = ["week", "year", "longer"] as const;

const DAY = 86_400;
const WEEK = 7 * DAY, YEAR = 365 * DAY;

/** What is asked for; all of it at once. */
export interface MembersWanted extends PageWanted<typeof MEMBER_SORTS[number]> {
  q?: string | undefined;
  state?: typeof MEMBER_STATES[number] | undefined;
  seen?: typeof MEMBER_SEEN[number] | undefined;
}
interface MemberFacts {
  seenAt: number | null;
  verified: number;
  finds: number;
  hides: number;
  /** Posts that are held. */
  held: number;
}

const FINDS = "(SELECT coalesce(sum(f.finds), 0) FROM finder_total_facts f WHERE f.account = a.id)";
const HIDES = "(SELECT count(*) FROM cache_facts c WHERE c.owner_account = a.id AND c.removed_at IS NULL)";
/** Accounts of which something is held, each with how many posts: small indexes of what waits alone. */
const HELD =
  "(SELECT account, sum(n) AS n FROM (SELECT * FROM held_log_facts UNION ALL SELECT * FROM held_mail_facts) GROUP BY account)";
const IN_FORCE = "(suspended_at IS NOT NULL AND coalesce(suspended_until > :now, 1))";

/** Reads pages of accounts, and what a row of them says beyond the account. */
export function memberList(db: Database) {
  const page = pagedIds<
    { text: string; prefix: string; state: string; seenFrom: number; seenUpTo: number; now: number },
    typeof MEMBER_SORTS[number]
  >(db, {
    from: "account_facts a",
    where: `(:text = '' OR EXISTS (SELECT 1 FROM held_call_facts h
        WHERE h.account_id = a.id AND substr(h.base, 1, length(:prefix)) = :prefix) OR instr(folded(email), :text) > 0)
      AND (:state = '' OR (:state = 'verified' AND verified) OR (:state = 'unverified' AND NOT verified)
        OR (:state = 'suspended' AND ${IN_FORCE}) OR (:state = 'held' AND a.id IN (SELECT account FROM ${HELD})))
      AND coalesce(seen_at, created_at) BETWEEN :seenFrom AND :seenUpTo AND :now > 0`,
    sorts: {
      call: "call",
      since: "created_at",
      seen: "coalesce(seen_at, created_at)",
      finds: FINDS,
      hides: HIDES,
    },
  });
  const facts = db.row<{ id: number }, MemberFacts>(
    `SELECT seen_at AS seenAt, verified, ${FINDS} AS finds, ${HIDES} AS hides,
       coalesce((SELECT n FROM ${HELD} WHERE account = a.id), 0) AS held FROM account_facts a WHERE id = :id`,
  );
  return {
    /** The numbers of accounts of one page. */
    page({ q = "", state, seen, ...wanted }: MembersWanted, now: number) {
      const text = q.trim();
      return page(wanted, {
        text: folded(text),
        prefix: text.toUpperCase().split("-")[0]!,
        state: state ?? "",
        seenFrom: seen === "week" ? now - WEEK : seen === "year" ? now - YEAR : 0,
        seenUpTo: seen === "longer" ? now - YEAR : Number.MAX_SAFE_INTEGER,
        now: Math.max(1, now),
      });
    },
    facts: (id: number): MemberFacts => facts({ id })!,
  };
}

/** How much is held of all newcomers together. */
export const heldOfAll = (db: Database) =>
  db.row<Record<never, never>, { accounts: number; posts: number }>(
    `SELECT count(*) AS accounts, coalesce(sum(n), 0) AS posts FROM ${HELD}`,
  );
