/**
 * What a person's finds add up to, from what the game keeps of them: a few rows, however many finds there are. Finds of caches
 * whose owner is suspended now are taken off again, and no other find is read for that.
 */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { Database } from "../../db/mod.ts";

type Tier = "A" | "B";

/** How many finds of one tier and type a person has, and when the earliest of them was. */
export interface FindKind {
  tier: Tier | null;
  type: string;
  n: number;
  firstAt: number;
}

export interface Kept {
  /** The kind that was found first stands first. */
  kinds: FindKind[];
  /** Twice the points. */
  halves: number;
  /** When the last find was. */
  last: number | null;
}

/** Finds of a kind count alike: also in whether they do so wherever Tier B is not enough. */
interface CountedKind {
  tier: string;
  type: string;
  sure: 0 | 1;
}
type KindRow = CountedKind & { n: number; firstAt: number; firstId: number };
type Lost = CountedKind & { id: number; at: number; halves: number };

interface Whose {
  account: number;
  sure: 0 | 1;
  now: number;
}

const COUNTS = `(f.owner IS NULL OR f.owner NOT IN ${SUSPENDED_ACCOUNTS})`;

export function keptFinds(db: Database): (whose: Whose) => Kept {
  const kinds = db.rows<Omit<Whose, "now">, KindRow>(
    `SELECT tier, type, sure, n, first_at AS firstAt, first_id AS firstId FROM finder_kind_facts
     WHERE account = :account AND sure >= :sure`,
  );
  const total = db.row<Omit<Whose, "now">, { halves: number; last: number | null }>(
    `SELECT coalesce(sum(halves), 0) AS halves,
       (SELECT max(last_at) FROM finder_call_facts WHERE account = :account AND sure >= :sure) AS last
     FROM finder_sum_facts WHERE period = 'all' AND account = :account AND sure >= :sure`,
  );
  const lost = db.rows<Whose, Lost>(
    `SELECT k.tier, k.type, k.sure, f.id, f.found_at AS at, f.halves
     FROM cache_facts c CROSS JOIN counted_find f ON f.cache_id = c.id CROSS JOIN counted_kind k ON k.id = f.id
     WHERE c.owner_account IN ${SUSPENDED_ACCOUNTS} AND f.account = :account AND f.sure >= :sure`,
  );
  const first = db.row<CountedKind & Omit<Whose, "sure">, { firstAt: number; firstId: number }>(
    `SELECT k.found_at AS firstAt, k.id AS firstId FROM counted_kind k CROSS JOIN counted_find f ON f.id = k.id
     WHERE k.account = :account AND k.tier = :tier AND k.type = :type AND k.sure = :sure AND ${COUNTS}
     ORDER BY k.found_at, k.id LIMIT 1`,
  );
  const last = db.row<Whose, { at: number }>(
    `SELECT f.found_at AS at FROM counted_find f
     WHERE f.account = :account AND f.sure >= :sure AND ${COUNTS} ORDER BY f.found_at DESC LIMIT 1`,
  );
  return ({ account, sure, now }) => {
    const gone = lost({ account, sure, now });
    const rows = gone.length === 0 ? kinds({ account, sure }) : kinds({ account, sure }).flatMap((kind) => {
      const { tier, type, sure } = kind;
      const off = gone.filter((one) => one.tier === tier && one.type === type && one.sure === sure);
      if (off.length === kind.n) return [];
      const isFirstGone = off.some(({ id }) => id === kind.firstId);
      return [{
        ...kind,
        n: kind.n - off.length,
        ...(isFirstGone && first({ account, tier, type, sure, now })),
      }];
    });
    const sum = total({ account, sure })!;
    return {
      kinds: rows.sort((a, b) => a.firstAt - b.firstAt || a.firstId - b.firstId)
        .map(({ tier, type, n, firstAt }) => ({
          tier: tier === "none" ? null : tier as Tier,
          type,
          n,
          firstAt,
        })),
      halves: gone.reduce((halves, one) => halves - one.halves, sum.halves),
      last: gone.some(({ at }) => at === sum.last) ? last({ account, sure, now })?.at ?? null : sum.last,
    };
  };
}
