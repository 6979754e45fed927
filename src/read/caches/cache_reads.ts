/** Reads of caches across the game's tables, for exports, feeds, search and counts. Pages by number: nothing is held open. */
import { type Box, folded, letters, phrasesOf, type World } from "../../base/mod.ts";
import { asNamed, columns, type Database, factColumns } from "../../db/mod.ts";
import { CACHE, factsWithout, type RowOf } from "../../things/mod.ts";
import { keptCounts } from "../kept_counts.ts";
import { EXPORTED_CACHE, LISTED_CACHE, LOG_FACTS, SHOWN_LOG } from "../policy.ts";

/** What files and feeds have nothing to do with: `cache_facts` lacks it. */
const FACTS = factsWithout(CACHE.facts, "tags", "scope", "ratingPolicy");

/** A cache as exports and feeds read it. */
export interface ReadCache extends RowOf<typeof FACTS> {
  id: number;
  code: string;
  lat: number;
  lon: number;
  heardAt: number | null;
  owner: string;
  /** By how many of its finders it is recommended. */
  recommended: number;
  createdAt: number;
  updatedAt: number;
}
export interface ReadLog extends RowOf<typeof LOG_FACTS> {
  id: number;
  cacheId: number;
  kind: string;
  author: string;
  at: number;
}

const COLUMNS = columns<ReadCache>({
  ...factColumns(FACTS),
  ...asNamed("id code lat lon heardAt recommended createdAt updatedAt"),
  owner: "owner_call",
});
const LOG = columns<ReadLog>({
  ...factColumns(LOG_FACTS),
  ...asNamed("id cacheId kind"),
  author: "call",
  at: "found_at",
});

/** Rows looked at at a time for what streams, whether they leave or not: caches with their logs, and addresses alone. */
const PAGE = 100, ADDRESSES = 500;
/** Caches that a box is asked for at once. Of a larger one all caches are looked through instead, page by page. */
const IN_BOX = 10_000;
/** Newest caches whose titles are looked through for two letters. */
const LOOKED_THROUGH = 20_000;
/** A living cache not heard for longer than positions are kept has no place worth exporting (API "Limits", Retention). */
const POSITIONS_KEPT_S = 7 * 86_400;

const bounds = (box: Box) => ({
  minLon: Math.round(box.minLon * 1e7),
  maxLon: Math.round(box.maxLon * 1e7),
  minLat: Math.round(box.minLat * 1e7),
  maxLat: Math.round(box.maxLat * 1e7),
});
type Bounds = ReturnType<typeof bounds>;
/** What leaves of some numbers. */
const BETWEEN = `c.id > :after AND c.id <= :last AND ${EXPORTED_CACHE} ORDER BY c.id`;
type Between = { after: number; last: number; now: number };
const INSIDE = "min_lon >= :minLon AND max_lon <= :maxLon AND min_lat >= :minLat AND max_lat <= :maxLat";

/** Statements on the views of caches and logs that `caches/` declares. */
function statements(db: Database) {
  const caches = `SELECT ${COLUMNS.select("c")} FROM cache_facts c`;
  return {
    ...keptCounts(db),
    ids: db.rows<Bounds & { limit: number }, { id: number }>(
      `SELECT id FROM cache_map WHERE ${INSIDE} LIMIT :limit`,
    ),
    /** Which of these lie in the box; `ids` is a JSON list. */
    inside: db.rows<Bounds & { ids: string }, { id: number }>(
      `SELECT m.id FROM json_each(:ids) one CROSS JOIN cache_map_place m ON m.id = one.value WHERE ${INSIDE}`,
    ),
    /** The last of so many numbers: imported places, which no file has, may lie among them by the hundred thousand. */
    lastOf: db.row<{ after: number; limit: number }, { id: number | null }>(
      "SELECT max(id) AS id FROM (SELECT id FROM cache_facts WHERE id > :after ORDER BY id LIMIT :limit)",
    ),
    page: db.rows<Between, ReadCache>(`${caches} WHERE ${BETWEEN}`),
    /** `ids` is a JSON list. */
    some: db.rows<{ ids: string; now: number }, ReadCache>(
      `${caches} WHERE c.id IN (SELECT value FROM json_each(:ids)) AND ${EXPORTED_CACHE} ORDER BY c.id`,
    ),
    one: db.row<{ key: string; now: number }, ReadCache>(
      `${caches} WHERE c.code_key = :key AND ${EXPORTED_CACHE}`,
    ),
    logs: db.rows<{ ids: string; each: number; now: number }, ReadLog>(
      // From the end of each log book, however long it is.
      `SELECT ${LOG.select("l")} FROM json_each(:ids) one CROSS JOIN log_facts l ON l.id IN (
         SELECT l.id FROM log_facts l WHERE l.cache_id = one.value AND ${SHOWN_LOG}
         ORDER BY l.found_at DESC, l.id DESC LIMIT :each)
       ORDER BY l.cache_id, l.found_at DESC, l.id DESC`,
    ),
    newest: db.rows<{ limit: number; now: number }, ReadCache>(
      `${caches} WHERE ${EXPORTED_CACHE} AND c.status = 'active' ORDER BY c.created_at DESC, c.id DESC LIMIT :limit`,
    ),
    /** Meetings that have not been over for long, the earliest first. */
    events: db.rows<{ since: number; limit: number; now: number }, ReadCache>(
      `${caches} WHERE c.event_until > :since AND ${EXPORTED_CACHE} ORDER BY c.event_from, c.id LIMIT :limit`,
    ),
    byCode: db.rows<{ key: string; past: string; limit: number; now: number }, ReadCache>(
      `${caches} WHERE c.code_key >= :key AND c.code_key < :past AND ${LISTED_CACHE}
       ORDER BY c.code_key LIMIT :limit`,
    ),
    byTitle: db.rows<{ match: string; limit: number; now: number }, ReadCache>(
      `SELECT ${COLUMNS.select("c")} FROM cache_title_facts t JOIN cache_facts c ON c.id = t.cache_id
       WHERE t.title MATCH :match AND ${LISTED_CACHE} LIMIT :limit`,
    ),
    // Two letters are too few for the index: then the newest titles are looked through, no more than a moment takes.
    byLetters: db.rows<{ q: string; limit: number; now: number }, ReadCache>(
      `${caches} WHERE c.id > (SELECT max(id) FROM cache_facts) - ${LOOKED_THROUGH}
       AND instr(folded(c.title), :q) > 0 AND ${LISTED_CACHE} LIMIT :limit`,
    ),
    changed: db.rows<Between, Pick<ReadCache, "code" | "updatedAt">>(
      `SELECT ${COLUMNS.only("code", "updatedAt").select("c")} FROM cache_facts c WHERE ${BETWEEN}`,
    ),
  };
}

export class CacheReads {
  readonly #read;

  constructor(db: Database, private readonly world: World) {
    this.#read = statements(db);
  }

  /** Caches for an export, in a box or everywhere, page by page; of some pages nothing leaves. */
  *exported(box?: Box): Generator<ReadCache[]> {
    const within = box && bounds(box);
    const found = within && this.#read.ids({ ...within, limit: IN_BOX + 1 });
    if (found && found.length <= IN_BOX) {
      const ids = found.map(({ id }) => id).sort((a, b) => a - b);
      for (let at = 0; at < ids.length; at += PAGE) {
        const page = JSON.stringify(ids.slice(at, at + PAGE));
        yield this.#read.some({ ids: page, now: this.world.now() }).filter(this.#isPlaced);
      }
      return;
    }
    for (const numbers of this.#numbers(PAGE)) {
      const page = this.#read.page({ ...numbers, now: this.world.now() });
      const ids = JSON.stringify(page.map(({ id }) => id));
      const inside = within && new Set(this.#read.inside({ ...within, ids }).map(({ id }) => id));
      yield page.filter((row) => this.#isPlaced(row) && (!inside || inside.has(row.id)));
    }
  }

  /** Those of these numbers that may leave, page by page. */
  *exportedOf(ids: readonly number[]): Generator<ReadCache[]> {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = JSON.stringify(ids.slice(at, at + PAGE));
      yield this.#read.some({ ids: page, now: this.world.now() }).filter(this.#isPlaced);
    }
  }
  /** What a search finds, as far as it may leave. */
  searchExported(key: string, text: string, limit: number): ReadCache[] {
    const ids = this.search(key, text, limit).map(({ id }) => id);
    return this.#read.some({ ids: JSON.stringify(ids), now: this.world.now() }).filter(this.#isPlaced);
  }

  /** One cache for an export; `undefined` when it may not leave. */
  exportedOne(codeKey: string): ReadCache | undefined {
    const row = this.#read.one({ key: codeKey, now: this.world.now() });
    return row && this.#isPlaced(row) ? row : undefined;
  }

  /** The newest logs of caches, in the order of their log books. */
  logsOf(ids: number[], each: number): Map<number, ReadLog[]> {
    const logs = new Map<number, ReadLog[]>();
    for (const log of this.#read.logs({ ids: JSON.stringify(ids), each, now: this.world.now() })) {
      const known = logs.get(log.cacheId);
      if (known) known.push(log);
      else logs.set(log.cacheId, [log]);
    }
    return logs;
  }

  /** Meetings that end after a moment, the earliest first. */
  events = (since: number, limit: number): ReadCache[] =>
    this.#read.events({ since, limit, now: this.world.now() }).filter(this.#isPlaced);

  newest = (limit: number): ReadCache[] => this.#read.newest({ limit, now: this.world.now() });

  /** Caches whose code begins with `key`, then those whose title holds `text` in any case. */
  search(key: string, text: string, limit: number): ReadCache[] {
    const now = this.world.now();
    const codes = key === "" ? [] : this.#read.byCode({ key, past: `${key}\u{10ffff}`, limit, now });
    const titles = letters(text) > 2
      ? this.#read.byTitle({ match: phrasesOf(text), limit, now })
      : this.#read.byLetters({ q: folded(text), limit, now });
    const known = new Set(codes.map((row) => row.id));
    return [...codes, ...titles.filter((row) => !known.has(row.id))].slice(0, limit);
  }

  activeCount = (): number => this.#read.active({ now: this.world.now() })!.n;
  /** Radio-verified finds of the last seven days. */
  tierAWeek(): number {
    const now = this.world.now();
    return this.#read.weekOfTierA({ period: "week", since: now - 7 * 86_400, now })!.n;
  }
  /** Codes and times of change, for the sitemap, page by page. */
  *forSitemap(): Generator<{ code: string; updatedAt: number }[]> {
    for (const numbers of this.#numbers(ADDRESSES)) {
      yield this.#read.changed({ ...numbers, now: this.world.now() });
    }
  }
  /** The numbers of all caches, so many at a time. */
  *#numbers(limit: number): Generator<Pick<Between, "after" | "last">> {
    for (let after = -1;;) {
      const last = this.#read.lastOf({ after, limit })!.id;
      if (last === null) return;
      yield { after, last };
      after = last;
    }
  }

  /** A living cache is exported only where its station was heard while positions are kept. */
  #isPlaced = (row: ReadCache): boolean =>
    row.type !== "living" || (row.heardAt !== null && row.heardAt >= this.world.now() - POSITIONS_KEPT_S);
}
