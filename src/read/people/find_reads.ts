/** Reads of logs across the game's tables: rankings, the activity feed, a person's finds. */
import type { CountedFind } from "./statistics.ts";
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { Box, World } from "../../base/mod.ts";
import type { Caches, CountedVisit, Period, VisitSum } from "../../caches/mod.ts";
import { columns, type Database, factColumns } from "../../db/mod.ts";
import { keptCounts } from "../kept_counts.ts";
import type { RowOf } from "../../things/mod.ts";
import { LOG_FACTS, NAMED_CACHE, SHOWN_LOG } from "../policy.ts";
import { type Kept, keptFinds } from "./kept_finds.ts";

type Tier = "A" | "B";

/** What a person's finds under one base call add up to. */
export interface FinderSum {
  account: number;
  base: string;
  finds: number;
  /** Twice the points. */
  halves: number;
}

/** Which finds are summed up. */
export interface Summed {
  period: Period;
  /** The window's first second. */
  since: number;
  /** 1 where Tier B is not enough for caches that ask for nothing themselves. */
  sure: 0 | 1;
  /** The newest log that is known: later ones are left out. */
  newest: number;
}

/** A find as profiles take it. */
export interface RankedFind {
  tier: Tier | null;
  minTrust: Tier | null;
  corroboratedBy: string | null;
  difficulty: number;
  terrain: number;
  type: string;
  foundAt: number;
}

type NumberedFind = RankedFind & { id: number };

export interface ActivityRow extends RowOf<typeof LOG_FACTS> {
  id: number;
  call: string;
  kind: string;
  foundAt: number;
  createdAt: number;
  tier: Tier | null;
  minTrust: Tier | null;
  corroboratedBy: string | null;
  cacheId: number;
  code: string;
  title: string;
  type: string;
  /** Of a visit: the instance where its writer lives. */
  home: string | null;
}

/** A find as a logbook takes it. */
export interface LoggedFind extends ActivityRow {
  owner: string;
  stationCall: string | null;
  lat: number | null;
  lon: number | null;
}

/** What the game keeps of members' finds at caches of other instances. */
type Visits = Pick<Caches, "visitsOf" | "visitSums">;
const NO_VISITS: Visits = { visitsOf: () => [], visitSums: () => [] };

const asFind = (visit: CountedVisit): RankedFind & CountedFind => ({
  ...visit,
  corroboratedBy: null,
  ...(visit.type === "living" && { lat: null, lon: null }),
});
const asLogged = (visit: CountedVisit): LoggedFind => ({
  ...asFind(visit),
  ...{ call: visit.call, text: visit.text, owner: visit.owner },
  ...{ id: 0, cacheId: 0, kind: "found", createdAt: visit.foundAt, stationCall: null, home: null },
});

/** What is kept of both, the kind that was found first before all others. */
function withVisits(here: Kept, away: readonly VisitSum[]): Kept {
  if (away.length === 0) return here;
  const kinds = new Map(here.kinds.map((kind) => [`${kind.tier} ${kind.type}`, kind]));
  for (const { tier, type, n, firstAt } of away) {
    const name = `${tier} ${type}`, kind = kinds.get(name);
    kinds.set(name, {
      ...{ tier, type },
      n: (kind?.n ?? 0) + n,
      firstAt: Math.min(kind?.firstAt ?? firstAt, firstAt),
    });
  }
  return {
    kinds: [...kinds.values()].sort((a, b) => a.firstAt - b.firstAt),
    halves: away.reduce((sum, { halves }) => sum + halves, here.halves),
    last: Math.max(here.last ?? 0, ...away.map(({ lastAt }) => lastAt)),
  };
}

/** Columns of both views, `log_facts l` and `cache_facts c`. */
const RANKED = columns<RankedFind>({
  tier: "l.tier",
  minTrust: "c.min_trust",
  corroboratedBy: "l.corroborated_by",
  difficulty: "c.difficulty",
  terrain: "c.terrain",
  type: "c.type",
  foundAt: "l.found_at",
});
const LOGGED = columns<LoggedFind>({
  ...factColumns(LOG_FACTS, "l"),
  id: "l.id",
  call: "l.call",
  kind: "l.kind",
  foundAt: "l.found_at",
  createdAt: "l.created_at",
  tier: "l.tier",
  minTrust: "c.min_trust",
  corroboratedBy: "l.corroborated_by",
  cacheId: "l.cache_id",
  code: "c.code",
  title: "c.title",
  type: "c.type",
  home: "l.visit_home",
  owner: "c.owner_call",
  stationCall: "c.station_call",
  lat: "c.lat",
  lon: "c.lon",
});
const ACTIVITY = LOGGED.without("owner", "stationCall", "lat", "lon");
const FROM = `FROM log_facts l JOIN cache_facts c ON c.id = l.cache_id WHERE ${SHOWN_LOG} AND ${NAMED_CACHE}`;

/** Sums by person and base call out of parts that come as such sums themselves; suspended persons have none. */
const summed = (parts: string) =>
  `SELECT account, base, sum(finds) AS finds, sum(halves) AS halves FROM (${parts})
   WHERE account NOT IN ${SUSPENDED_ACCOUNTS} GROUP BY account, base HAVING sum(finds) > 0`;
const WINDOW = "(SELECT since FROM finder_window_facts WHERE period = :period)";
/** Finds that are put to the kept sums or taken off them, each by itself. */
const one = (sign: 1 | -1) => `SELECT f.account, f.base, ${sign} AS finds, ${sign} * f.halves AS halves`;
/**
 * The kept sums, corrected by what has changed since the window was moved last (finds leave it, and come back where the
 * clock was set back), by what came after the newest log that is known, and by finds of caches of suspended people.
 */
const KEPT_SUMS = summed(`
  SELECT account, base, finds, halves FROM finder_sum_facts WHERE period = :period AND sure >= :sure
  UNION ALL ${
  one(-1)
} FROM counted_find f WHERE f.found_at >= ${WINDOW} AND f.found_at < :since AND f.sure >= :sure
  UNION ALL ${
  one(1)
} FROM counted_find f WHERE f.found_at >= :since AND f.found_at < ${WINDOW} AND f.sure >= :sure
  UNION ALL ${one(-1)} FROM counted_find f WHERE f.id > :newest AND +f.found_at >= :since AND f.sure >= :sure
  UNION ALL ${one(-1)} FROM cache_facts c CROSS JOIN counted_find f ON f.cache_id = c.id
    WHERE c.owner_account IN ${SUSPENDED_ACCOUNTS} AND f.id <= :newest AND +f.found_at >= :since AND f.sure >= :sure`);
/** The same of the caches in a strip of a box, from the finds themselves. */
const SUMS_IN_STRIP = summed(`
  ${one(1)} FROM counted_find f
    WHERE f.lat BETWEEN :minLat AND :maxLat AND f.lon BETWEEN :minLon AND :maxLon
      AND (f.owner IS NULL OR f.owner NOT IN ${SUSPENDED_ACCOUNTS})
      AND +f.id <= :newest AND +f.found_at >= :since AND f.sure >= :sure`);
/** Caches of one strip of a box, about. */
const STRIP = 4000;

const HIDES =
  `FROM cache_facts c WHERE c.owner_account = :account AND c.source = 'native' AND ${NAMED_CACHE}`;

const PAGE = 500;
/** Logs of a person that are looked at at a time for a logbook. */
const LOGBOOK_PAGE = 200;

/** Statements on the views of caches and logs that `caches/` declares. */
function statements(db: Database) {
  const newest = "ORDER BY l.id DESC LIMIT :limit";
  return {
    ...keptCounts(db),
    newest: db.row<Record<never, never>, { id: number }>("SELECT coalesce(max(id), 0) AS id FROM log_facts"),
    sums: db.rows<Summed & { now: number }, FinderSum>(KEPT_SUMS),
    sumsIn: db.rows<Omit<Summed, "period"> & Box & { now: number }, FinderSum>(SUMS_IN_STRIP),
    stripEnd: db.row<{ from: number; to: number }, { lat: number | null }>(
      `SELECT max(lat) AS lat FROM (SELECT lat FROM cache_facts WHERE lat BETWEEN :from AND :to ORDER BY lat LIMIT ${STRIP})`,
    ),
    nextLat: db.row<{ after: number; to: number }, { lat: number | null }>(
      "SELECT min(lat) AS lat FROM cache_facts WHERE lat > :after AND lat <= :to",
    ),
    bases: db.rows<{ account: number; sure: 0 | 1 }, { base: string }>(
      `SELECT base FROM finder_call_facts WHERE account = :account AND sure >= :sure
       GROUP BY base ORDER BY min(first_id)`,
    ),
    lastOf: db.row<{ base: string; sure: 0 | 1; now: number }, { at: number | null }>(
      `SELECT max(last_at) AS at FROM finder_call_facts
       WHERE base = :base AND sure >= :sure AND account NOT IN ${SUSPENDED_ACCOUNTS}`,
    ),
    counted: db.rows<{ account: number; now: number }, RankedFind & CountedFind>(
      `SELECT ${RANKED.select()}, c.code, c.title, c.country, iif(c.type = 'living', NULL, c.lat) AS lat,
         iif(c.type = 'living', NULL, c.lon) AS lon ${FROM} AND l.kind = 'found' AND l.account_id = :account
       ORDER BY l.found_at, l.id`,
    ),
    oldest: db.rows<{ account: number; at: number; id: number; limit: number; now: number }, NumberedFind>(
      `SELECT l.id, ${RANKED.select()} ${FROM} AND l.kind = 'found' AND l.account_id = :account
         AND (l.found_at, l.id) > (:at, :id) ORDER BY l.found_at, l.id LIMIT :limit`,
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
    /** The last of so many of a person's logs by number, of whatever kind. */
    lastLog: db.row<{ account: number; after: number; limit: number }, { id: number | null }>(
      `SELECT max(id) AS id FROM
         (SELECT id FROM log_facts WHERE account_id = :account AND id > :after ORDER BY id LIMIT :limit)`,
    ),
    loggedBy: db.rows<{ account: number; after: number; last: number; now: number }, LoggedFind>(
      `SELECT ${LOGGED.select()} ${FROM} AND l.account_id = :account AND l.kind = 'found'
         AND l.id > :after AND l.id <= :last ORDER BY l.id`,
    ),
    /** `bases` is a JSON list. */
    corroborations: db.row<{ bases: string; now: number }, { n: number }>(
      `SELECT count(*) AS n ${FROM} AND l.tier = 'A' AND l.site IS NOT NULL
       AND iif(instr(l.site, '-') > 0, substr(l.site, 1, instr(l.site, '-') - 1), l.site)
         IN (SELECT value FROM json_each(:bases))`,
    ),
    hides: db.row<{ account: number; now: number }, { n: number }>(`SELECT count(*) AS n ${HIDES}`),
    firstHides: db.rows<{ account: number; limit: number; now: number }, { createdAt: number }>(
      `SELECT c.created_at AS createdAt ${HIDES} ORDER BY c.created_at, c.id LIMIT :limit`,
    ),
  };
}

export class FindReads {
  readonly #read;
  readonly #kept;

  /** `visits`: finds at caches of other instances, which count as the person's own. */
  constructor(db: Database, private readonly world: World, private readonly visits: Visits = NO_VISITS) {
    this.#read = statements(db);
    this.#kept = keptFinds(db);
  }

  /** The number of the newest log. */
  newest = (): number => this.#read.newest({})!.id;
  /** What everybody's finds add up to. */
  sums = (which: Summed): FinderSum[] => this.#read.sums({ ...which, now: this.world.now() });
  /** The same in a box, strip by strip from south to north: whoever adds them up may let others in between. */
  *sumsIn({ since, sure, newest }: Summed, box: Box): Generator<FinderSum[]> {
    const now = this.world.now();
    let from: number | null = box.minLat;
    while (from !== null) {
      const to: number = this.#read.stripEnd({ from, to: box.maxLat })!.lat ?? box.maxLat;
      yield this.#read.sumsIn({ since, sure, newest, ...box, minLat: from, maxLat: to, now });
      from = this.#read.nextLat({ after: to, to: box.maxLat })!.lat;
    }
  }
  /** Base calls under which a person's finds are, that of the first one first. */
  basesOf = (account: number, sure: 0 | 1): string[] =>
    this.#read.bases({ account, sure }).map(({ base }) => base);
  /** When somebody last found something under a base call. */
  lastOf = (base: string, sure: 0 | 1): number =>
    this.#read.lastOf({ base, sure, now: this.world.now() })!.at ?? 0;
  /** What a person's finds add up to, as it is kept. */
  kept = (account: number, sure: 0 | 1): Kept =>
    withVisits(
      this.#kept({ account, sure, now: this.world.now() }),
      this.visits.visitSums(account, sure),
    );
  /** A person's finds, oldest first: whoever has seen enough stops. */
  *oldestOf(account: number): Generator<RankedFind> {
    const visits = this.visits.visitsOf(account).map(asFind);
    for (const find of this.#oldestHere(account)) {
      while (visits.length > 0 && visits[0]!.foundAt < find.foundAt) yield visits.shift()!;
      yield find;
    }
    yield* visits;
  }
  /** Those at this instance's caches, page by page. */
  *#oldestHere(account: number): Generator<RankedFind> {
    for (let last = { foundAt: -Infinity, id: -1 } as Pick<NumberedFind, "foundAt" | "id">;;) {
      const { foundAt: at, id } = last;
      const page = this.#read.oldest({ account, at, id, limit: PAGE, now: this.world.now() });
      yield* page;
      if (page.length < PAGE) return;
      last = page.at(-1)!;
    }
  }
  /** A person's finds with their caches, as statistics take them, oldest first. */
  countedOf(account: number): (RankedFind & CountedFind)[] {
    const here = this.#read.counted({ account, now: this.world.now() }), away = this.visits.visitsOf(account);
    if (away.length === 0) return here;
    return [...here, ...away.map(asFind)].sort((a, b) => a.foundAt - b.foundAt);
  }

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

  /** A person's finds for a logbook, as they came, page by page; a page may be empty. */
  *loggedBy(account: number): Generator<LoggedFind[]> {
    for (let after = -1;;) {
      const last = this.#read.lastLog({ account, after, limit: LOGBOOK_PAGE })!.id;
      if (last === null) return void (yield this.visits.visitsOf(account).map(asLogged));
      yield this.#read.loggedBy({ account, after, last, now: this.world.now() });
      after = last;
    }
  }

  /** Receiving sites by the Tier A finds that they made. */
  corroborators = (period: Period, since: number, limit: number) =>
    this.#read.corroborators({ period, since, limit, now: this.world.now() });
  /** Tier A finds made by stations of these base calls. */
  corroborationsOf = (bases: string[]): number =>
    this.#read.corroborations({ bases: JSON.stringify(bases), now: this.world.now() })!.n;
  /** How many caches that may be named a person has. */
  hidesOf = (account: number): number => this.#read.hides({ account, now: this.world.now() })!.n;
  /** When a person made the first ones of them. */
  firstHidesOf = (account: number, limit: number): number[] =>
    this.#read.firstHides({ account, limit, now: this.world.now() }).map(({ createdAt }) => createdAt);
}
