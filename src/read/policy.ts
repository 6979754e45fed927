/**
 * Who and what lists, feeds, exports, counts and search may show: the one place where it is written down. Fragments of
 * SQL over the views `cache_facts c` and `log_facts l`; statements that use them bind `:now`.
 */
import { SUSPENDED_ACCOUNTS } from "../accounts/mod.ts";
import { factsWithout, LOG } from "../things/mod.ts";

/** What a log says, as far as `log_facts` has it. */
export const LOG_FACTS = factsWithout(LOG.facts, "needsMaintenance");

/** A cache that may be named: neither unlisted, removed, a draft, nor a suspended person's. Archived ones count. */
export const NAMED_CACHE = `c.unlisted = 0 AND c.removed_at IS NULL AND c.status <> 'draft'
  AND (c.owner_account IS NULL OR c.owner_account NOT IN ${SUSPENDED_ACCOUNTS})`;

/** A cache that one can go and look for: named, in the game, and with a place. */
export const LISTED_CACHE = `${NAMED_CACHE} AND c.status IN ('active', 'disabled') AND c.lat IS NOT NULL`;

/** A cache that leaves in a file: listed, and not another programme's place. */
export const EXPORTED_CACHE = `${LISTED_CACHE} AND c.source = 'native'`;

/** A log that may be shown: not removed, not a suspended person's. */
export const SHOWN_LOG = `l.removed_at IS NULL
  AND (l.account_id IS NULL OR l.account_id NOT IN ${SUSPENDED_ACCOUNTS})`;
