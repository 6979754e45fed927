/** Reads of logs across the game's tables: rankings, the activity feed, a person's finds. */
import type { World } from "../../base/mod.ts";
import { columns, type Database } from "../../db/mod.ts";
import { NAMED_CACHE, SHOWN_LOG } from "../policy.ts";

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

/** Columns of both views, `log_facts l` and `cache_facts c`. */
const RANKED = columns<RankedFind>({
  person: "l.account_id",
  call: "l.call",
  cache: "l.cache_id",
  tier: "l.tier",
  minTrust: "c.min_trust",
  corroboratedBy: "l.corroborated_by",
  difficulty: "c.difficulty",
  terrain: "c.terrain",
  type: "c.type",
  foundAt: "l.found_at",
  lat: "c.lat",
  lon: "c.lon",
});
const LOGGED = columns<LoggedFind>({
  id: "l.id",
  call: "l.call",
  kind: "l.kind",
  text: "l.text",
  foundAt: "l.found_at",
  createdAt: "l.created_at",
  tier: "l.tier",
  minTrust: "c.min_trust",
  corroboratedBy: "l.corroborated_by",
  cacheId: "l.cache_id",
  code: "c.code",
  title: "c.title",
  type: "c.type",
  owner: "c.owner_call",
  stationCall: "c.station_call",
  lat: "c.lat",
  lon: "c.lon",
});
const ACTIVITY = LOGGED.without("owner", "stationCall", "lat", "lon");
const FROM = `FROM log_facts l JOIN cache_facts c ON c.id = l.cache_id WHERE ${SHOWN_LOG} AND ${NAMED_CACHE}`;
const RANKED_FINDS = `SELECT ${RANKED.select()} ${FROM} AND l.kind = 'found'`;

const PAGE = 500;

/** Statements on the views of caches and logs that `caches/` declares. */
function statements(db: Database) {
  const newest = "ORDER BY l.id DESC LIMIT :limit";
  return {
    all: db.rows<{ now: number }, RankedFind>(`${RANKED_FINDS} AND l.account_id IS NOT NULL`),
    of: db.rows<{ account: number; now: number }, RankedFind>(
      `${RANKED_FINDS} AND l.account_id = :account ORDER BY l.found_at, l.id`,
    ),
    activity: db.rows<{ before: number; limit: number; now: number }, ActivityRow>(
      `SELECT ${ACTIVITY.select()} ${FROM} AND l.id < :before ${newest}`,
    ),
    activityOf: db.rows<{ before: number; limit: number; account: number; now: number }, ActivityRow>(
      `SELECT ${ACTIVITY.select()} ${FROM} AND l.id < :before AND l.account_id = :account ${newest}`,
    ),
    latestOf: db.rows<
      { at: number; before: number; limit: number; account: number; now: number },
      ActivityRow
    >(
      `SELECT ${ACTIVITY.select()} ${FROM} AND l.account_id = :account AND (l.found_at, l.id) < (:at, :before)
       ORDER BY l.found_at DESC, l.id DESC LIMIT :limit`,
    ),
    loggedBy: db.rows<{ account: number; after: number; limit: number; now: number }, LoggedFind>(
      `SELECT ${LOGGED.select()} ${FROM} AND l.account_id = :account AND l.kind = 'found' AND l.id > :after
       ORDER BY l.id LIMIT :limit`,
    ),
    corroborators: db.rows<
      { since: number; limit: number; now: number },
      { igate: string; corroborations: number }
    >(
      `SELECT l.site AS igate, count(*) AS corroborations ${FROM}
       AND l.tier = 'A' AND l.site IS NOT NULL AND l.found_at >= :since
       GROUP BY l.site ORDER BY corroborations DESC, igate LIMIT :limit`,
    ),
    /** `bases` is a JSON list. */
    corroborations: db.row<{ bases: string; now: number }, { n: number }>(
      `SELECT count(*) AS n ${FROM} AND l.tier = 'A' AND l.site IS NOT NULL
       AND iif(instr(l.site, '-') > 0, substr(l.site, 1, instr(l.site, '-') - 1), l.site)
         IN (SELECT value FROM json_each(:bases))`,
    ),
    hides: db.rows<{ account: number; now: number }, { code: string; title: string; createdAt: number }>(
      `SELECT c.code, c.title, c.created_at AS createdAt FROM cache_facts c
       WHERE c.owner_account = :account AND c.source = 'native' AND ${NAMED_CACHE} ORDER BY c.created_at, c.id`,
    ),
  };
}

export class FindReads {
  readonly #read;

  constructor(db: Database, private readonly world: World) {
    this.#read = statements(db);
  }

  /** Every find of a person. */
  all = (): RankedFind[] => this.#read.all({ now: this.world.now() });
  /** A person's finds, oldest first. */
  of = (account: number): RankedFind[] => this.#read.of({ account, now: this.world.now() });

  /** Logs of caches that may be named, as they came, the last first, below an id; of one person where given. */
  activity(before: number, limit: number, account?: number): ActivityRow[] {
    const now = this.world.now();
    return account === undefined
      ? this.#read.activity({ before, limit, now })
      : this.#read.activityOf({ before, limit, account, now });
  }

  /** A person's logs of caches that may be named, newest first by their own time, before a moment and an id. */
  latestOf = (account: number, before: { at: number; id: number }, limit: number): ActivityRow[] =>
    this.#read.latestOf({ account, at: before.at, before: before.id, limit, now: this.world.now() });

  /** A person's finds for a logbook, oldest first, page by page. */
  *loggedBy(account: number): Generator<LoggedFind[]> {
    for (let after = -1;;) {
      const page = this.#read.loggedBy({ account, after, limit: PAGE, now: this.world.now() });
      if (page.length === 0) return;
      after = page.at(-1)!.id;
      yield page;
    }
  }

  /** Receiving sites by the Tier A finds that they made. */
  corroborators = (since: number, limit: number) =>
    this.#read.corroborators({ since, limit, now: this.world.now() });
  /** Tier A finds made by stations of these base calls. */
  corroborationsOf = (bases: string[]): number =>
    this.#read.corroborations({ bases: JSON.stringify(bases), now: this.world.now() })!.n;
  /** A person's caches that may be named, oldest first. */
  hidesOf = (account: number) => this.#read.hides({ account, now: this.world.now() });
}
