/** Reads of logs across the game's tables: rankings, the activity feed, a person's finds. */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import { NAMED_CACHE, SHOWN_LOG } from "./policy.ts";

type Tier = "A" | "B";

/** A find as rankings and profiles take it. */
export interface RankedFind {
  person: number;
  call: string;
  cache: number;
  tier: Tier | null;
  minTrust: Tier | null;
  corroboratedBy: string | null;
  difficulty: number;
  terrain: number;
  type: string;
  foundAt: number;
  lat: number | null;
  lon: number | null;
}

export interface ActivityRow {
  id: number;
  call: string;
  kind: string;
  text: string;
  foundAt: number;
  createdAt: number;
  tier: Tier | null;
  minTrust: Tier | null;
  corroboratedBy: string | null;
  cacheId: number;
  code: string;
  title: string;
  type: string;
}

/** A find as a logbook takes it. */
export interface LoggedFind extends ActivityRow {
  owner: string;
  stationCall: string | null;
  lat: number | null;
  lon: number | null;
}

const RANKED = `SELECT l.account_id AS person, l.call, l.cache_id AS cache, l.tier, c.min_trust AS minTrust,
    l.corroborated_by AS corroboratedBy, c.difficulty, c.terrain, c.type, l.found_at AS foundAt, c.lat, c.lon
  FROM log l JOIN cache c ON c.id = l.cache_id
  WHERE l.kind = 'found' AND ${SHOWN_LOG} AND ${NAMED_CACHE}`;
const SHOWN = `l.id, l.call, l.kind, l.text, l.found_at AS foundAt, l.created_at AS createdAt, l.tier,
  c.min_trust AS minTrust, l.corroborated_by AS corroboratedBy, l.cache_id AS cacheId, c.code, c.title, c.type`;
const FROM = `FROM log l JOIN cache c ON c.id = l.cache_id WHERE ${SHOWN_LOG} AND ${NAMED_CACHE}`;

const PAGE = 500;

export class FindReads {
  readonly #since;
  readonly #of;
  readonly #activity;
  readonly #activityOf;
  readonly #loggedBy;
  readonly #corroborators;
  readonly #corroborations;
  readonly #hides;

  constructor(db: Database, private readonly world: World) {
    this.#since = db.sql<{ since: number; now: number }, RankedFind>(
      `${RANKED} AND l.account_id IS NOT NULL AND l.found_at >= :since`,
    );
    this.#of = db.sql<{ account: number; now: number }, RankedFind>(
      `${RANKED} AND l.account_id = :account ORDER BY l.found_at, l.id`,
    );
    const newest = "ORDER BY l.id DESC LIMIT :limit";
    this.#activity = db.sql<{ before: number; limit: number; now: number }, ActivityRow>(
      `SELECT ${SHOWN} ${FROM} AND l.id < :before ${newest}`,
    );
    this.#activityOf = db.sql<{ before: number; limit: number; account: number; now: number }, ActivityRow>(
      `SELECT ${SHOWN} ${FROM} AND l.id < :before AND l.account_id = :account ${newest}`,
    );
    this.#loggedBy = db.sql<{ account: number; after: number; limit: number; now: number }, LoggedFind>(
      `SELECT ${SHOWN}, c.owner_call AS owner, c.station_call AS stationCall, c.lat, c.lon ${FROM}
       AND l.account_id = :account AND l.kind = 'found' AND l.id > :after ORDER BY l.id LIMIT :limit`,
    );
    this.#corroborators = db.sql<
      { since: number; limit: number; now: number },
      { igate: string; corroborations: number }
    >(
      `SELECT l.site AS igate, count(*) AS corroborations ${FROM}
       AND l.tier = 'A' AND l.site IS NOT NULL AND l.found_at >= :since
       GROUP BY l.site ORDER BY corroborations DESC, igate LIMIT :limit`,
    );
    this.#corroborations = db.sql<{ bases: string; now: number }, { n: number }>(
      `SELECT count(*) AS n ${FROM} AND l.tier = 'A' AND l.site IS NOT NULL
       AND iif(instr(l.site, '-') > 0, substr(l.site, 1, instr(l.site, '-') - 1), l.site) IN (SELECT value FROM json_each(:bases))`,
    );
    this.#hides = db.sql<
      { account: number; now: number },
      { code: string; title: string; createdAt: number }
    >(
      `SELECT c.code, c.title, c.created_at AS createdAt FROM cache c
       WHERE c.owner_account = :account AND c.source = 'native' AND ${NAMED_CACHE} ORDER BY c.created_at, c.id`,
    );
  }

  since = (since: number): RankedFind[] => this.#since.all({ since, now: this.world.now() });
  /** A person's finds, oldest first. */
  of = (account: number): RankedFind[] => this.#of.all({ account, now: this.world.now() });

  /** Logs of caches that may be named, newest first, below an id; of one person where given. */
  activity(before: number, limit: number, account?: number): ActivityRow[] {
    const now = this.world.now();
    return account === undefined
      ? this.#activity.all({ before, limit, now })
      : this.#activityOf.all({ before, limit, account, now });
  }

  /** A person's finds for a logbook, oldest first, page by page. */
  *loggedBy(account: number): Generator<LoggedFind[]> {
    for (let after = -1;;) {
      const page = this.#loggedBy.all({ account, after, limit: PAGE, now: this.world.now() });
      if (page.length === 0) return;
      after = page.at(-1)!.id;
      yield page;
    }
  }

  /** Receiving sites by the Tier A finds that they made. */
  corroborators = (since: number, limit: number) =>
    this.#corroborators.all({ since, limit, now: this.world.now() });
  /** Tier A finds made by stations of these base calls. */
  corroborationsOf = (bases: string[]): number =>
    this.#corroborations.get({ bases: JSON.stringify(bases), now: this.world.now() })!.n;
  /** A person's caches that may be named, oldest first. */
  hidesOf = (account: number) => this.#hides.all({ account, now: this.world.now() });
}
