/** Years of members and of the club, read from the finds themselves. */
import { setImmediate } from "node:timers";
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import { isRecent, type Place, type World } from "../../base/mod.ts";
import type { CountedVisit } from "../../caches/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { RankedFind } from "../people/find_reads.ts";
import { NAMED_CACHE, SHOWN_LOG } from "../policy.ts";
import { monthsOf, type Year, type YearFind, YearSum } from "./year.ts";

/** The club's year is added up at most so often, in seconds; and as many years as there are can be asked for. */
const KEPT_S = 3600, KEPT_MOST = 20;
/** Finds that are read at a time: others have their turn between two batches. */
const AT_A_TIME = 2000;

export interface YearParts {
  db: Database;
  world: World;
  /** Whether a find is verified. */
  isVerifiedFind(find: Pick<RankedFind, "tier" | "minTrust" | "corroboratedBy">): boolean;
  /** 1 where Tier B is not enough for caches that ask for nothing themselves. */
  sure(): 0 | 1;
  placeOf(site: string): Place | undefined;
  /** A person's finds at caches of other instances, oldest first. */
  visits?(account: number): readonly CountedVisit[];
}
interface Asked {
  from: number;
  until: number;
  now: number;
}

/** A find as it is read; whether it counts is the boards' rule. */
type ReadFind = YearFind & Pick<RankedFind, "minTrust" | "corroboratedBy">;
const FIND = `l.found_at AS foundAt, c.code, c.title, c.type, l.tier, c.country, l.site,
  c.min_trust AS minTrust, l.corroborated_by AS corroboratedBy,
  iif(c.type = 'living', NULL, c.lat) AS lat, iif(c.type = 'living', NULL, c.lon) AS lon`;
const FINDS = `JOIN cache_facts c ON c.id = l.cache_id
  WHERE l.kind = 'found' AND ${SHOWN_LOG} AND ${NAMED_CACHE}`;

export class YearReads {
  readonly #parts: YearParts;
  readonly #ofPerson;
  readonly #ofClub;
  readonly #people;
  readonly #span;
  readonly #kept = new Map<number, { at: number; year: Promise<Year> }>();

  constructor(parts: YearParts) {
    const { db } = this.#parts = parts;
    this.#ofPerson = db.rows<Asked & { account: number }, ReadFind>(
      `SELECT ${FIND} FROM log_facts l ${FINDS} AND l.account_id = :account
         AND l.found_at >= :from AND l.found_at < :until ORDER BY l.found_at, l.id`,
    );
    this.#ofClub = db.rows<Asked & { after: number; limit: number }, ReadFind & { id: number }>(
      `SELECT l.id, ${FIND} FROM log_facts l ${FINDS} AND (l.found_at, l.id) > (:from, :after)
         AND l.found_at < :until ORDER BY l.found_at, l.id LIMIT :limit`,
    );
    this.#people = db.row<Asked & { sure: 0 | 1 }, { n: number }>(
      `SELECT count(DISTINCT f.account) AS n FROM counted_find f
       WHERE f.found_at >= :from AND f.found_at < :until AND f.sure >= :sure
         AND f.account NOT IN ${SUSPENDED_ACCOUNTS}`,
    );
    this.#span = db.row<{ account: number; sure: 0 | 1 }, { first: number | null; last: number | null }>(
      `SELECT min(f.found_at) AS first, max(f.found_at) AS last FROM counted_find f
       WHERE f.account = :account AND f.sure >= :sure`,
    );
  }

  #asked(year: number): Asked {
    const months = monthsOf(year);
    return { from: months[0]!, until: months[12]!, now: this.#parts.world.now() };
  }

  #visits(account: number): ReadFind[] {
    return (this.#parts.visits?.(account) ?? []).map((visit) => ({
      ...visit,
      ...{ site: null, corroboratedBy: null },
      ...(visit.type === "living" && { lat: null, lon: null }),
    }));
  }

  /** A person's year. */
  ofPerson(account: number, year: number): Year {
    const sum = new YearSum(year, this.#parts.placeOf), asked = this.#asked(year);
    const here = this.#ofPerson({ ...asked, account });
    const away = this.#visits(account).filter(({ foundAt }) =>
      foundAt >= asked.from && foundAt < asked.until
    );
    const all = away.length === 0 ? here : [...here, ...away].sort((a, b) => a.foundAt - b.foundAt);
    for (const find of all) if (this.#parts.isVerifiedFind(find)) sum.add(find);
    return sum.told();
  }

  /** The years between a person's first find and the last one, the latest first. */
  yearsOf(account: number): number[] {
    const span = this.#span({ account, sure: this.#parts.sure() })!;
    const away = this.#visits(account).filter(this.#parts.isVerifiedFind);
    const ends = [span.first, span.last, away[0]?.foundAt, away.at(-1)?.foundAt].filter((at) => at != null);
    if (ends.length === 0) return [];
    const first = Math.min(...ends), last = Math.max(...ends);
    const yearOf = (at: number) => new Date(at * 1000).getUTCFullYear();
    return Array.from({ length: yearOf(last) - yearOf(first) + 1 }, (_, n) => yearOf(last) - n);
  }

  /** The club's year, as it was within the last hour. */
  ofClub(year: number): Promise<Year> {
    const now = this.#parts.world.now(), known = this.#kept.get(year);
    if (known && isRecent(known.at, now, KEPT_S)) return known.year;
    const made = this.#addUp(year);
    this.#kept.delete(year);
    this.#kept.set(year, { at: now, year: made });
    made.catch(() => this.#kept.delete(year));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MOST) break;
      this.#kept.delete(oldest);
    }
    return made;
  }

  async #addUp(year: number): Promise<Year> {
    const asked = this.#asked(year), sum = new YearSum(year, this.#parts.placeOf);
    for (let from = asked.from, after = -1;;) {
      const page = this.#ofClub({ ...asked, from, after, limit: AT_A_TIME });
      for (const find of page) if (this.#parts.isVerifiedFind(find)) sum.add(find);
      if (page.length < AT_A_TIME) break;
      ({ foundAt: from, id: after } = page.at(-1)!);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { ...sum.told(), people: this.#people({ ...asked, sure: this.#parts.sure() })!.n };
  }
}
