/** Rows of caches, and the places where they were found. */
import { asNamed, columns, type Database, factColumns } from "../../db/mod.ts";
import { CACHE, type CacheStatus, type RowOf } from "../../things/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import type { Pin } from "../rules/move_limit.ts";

export type { CacheStatus };

/** What its owner says of it, and how the game keeps it. */
export interface CacheRow extends RowOf<typeof CACHE.facts> {
  id: number;
  code: string;
  codeKey: string;
  gid: string | null;
  ownerAccount: number | null;
  ownerCall: string;
  lat: number | null;
  lon: number | null;
  heardAt: number | null;
  source: string;
  externalId: string | null;
  sourceName: string | null;
  sourceUrl: string | null;
  sourceOwner: string | null;
  /** JSON list of {text, href?}. */
  sourceAttribution: string | null;
  createdAt: number;
  updatedAt: number;
  removedAt: number | null;
  removedReason: string | null;
  needsMaintenance: number;
  findsA: number;
  findsB: number;
  findsC: number;
  favorites: number;
  /** Recommendations that count. */
  recommended: number;
  ratingSum: number;
  ratingCount: number;
}

/** What a change of a cache does not write: its number, and what is counted or decided elsewhere. */
const APART = [
  "id",
  "gid",
  "removedAt",
  "removedReason",
  "needsMaintenance",
  "findsA",
  "findsB",
  "findsC",
  "favorites",
  "recommended",
  "ratingSum",
  "ratingCount",
] as const;

/** The columns that are written when a cache is made or changed. */
export type CacheFields = Omit<CacheRow, typeof APART[number]>;

/** A new cache of the game, as opposed to an imported place, of which its owner says nothing. */
export const NATIVE = {
  ...CACHE.emptyRow,
  heardAt: null,
  source: "native",
  externalId: null,
  sourceName: null,
  sourceUrl: null,
  sourceOwner: null,
  sourceAttribution: null,
};

const TABLE = columns<CacheRow>({
  ...factColumns(CACHE.facts),
  ...asNamed(
    "id code codeKey gid ownerAccount ownerCall lat lon heardAt source externalId sourceName",
    "sourceUrl sourceOwner sourceAttribution createdAt updatedAt removedAt removedReason",
    "needsMaintenance findsA findsB findsC favorites recommended ratingSum ratingCount",
  ),
});
const WRITTEN = TABLE.without(...APART);

const SELECT = `SELECT ${TABLE.select("c")} FROM cache c WHERE`;
const FINDS =
  "(SELECT count(*) FROM log WHERE cache_id = :id AND kind = 'found' AND removed_at IS NULL AND tier";

export function cacheStore(db: Database) {
  return {
    byId: db.row<{ id: number }, CacheRow>(`${SELECT} c.id = :id`),
    byKey: db.row<{ key: string }, CacheRow>(`${SELECT} c.code_key = :key`),
    byGid: db.row<{ gid: string }, CacheRow>(`${SELECT} c.gid = :gid`),
    byExternal: db.row<{ source: string; externalId: string }, CacheRow>(
      `${SELECT} c.source = :source AND c.external_id = :externalId`,
    ),
    /** `keys`, `references`: JSON lists. Neither drafts nor what moderation removed. */
    byKeys: db.rows<{ keys: string }, CacheRow>(
      `${SELECT} c.code_key IN (SELECT value FROM json_each(:keys)) AND c.removed_at IS NULL AND c.status <> 'draft'`,
    ),
    byReferences: db.rows<{ references: string }, CacheRow>(
      `${SELECT} c.external_id IN (SELECT value FROM json_each(:references)) AND c.removed_at IS NULL`,
    ),
    /** Living caches that follow a station. */
    byStation: db.rows<{ call: string }, CacheRow>(`${SELECT} c.station_call = :call`),
    /** The newest first. */
    byOwner: db.rows<{ account: number }, CacheRow>(
      `${SELECT} c.owner_account = :account ORDER BY c.id DESC`,
    ),
    /** The latest caches of a person, for moderation. */
    latestOf: db.rows<{ account: number; limit: number }, CacheRow>(
      `${SELECT} c.owner_account = :account ORDER BY c.created_at DESC, c.id DESC LIMIT :limit`,
    ),
    /** How many rows of which kind are removed together with a cache. */
    touched: db.row<{ id: number }, { logs: number; media: number; adoptionOffers: number }>(
      `SELECT (SELECT count(*) FROM log WHERE cache_id = :id AND removed_at IS NULL) AS logs,
         (SELECT count(*) FROM media WHERE cache_id = :id) AS media,
         (SELECT count(*) FROM adoption_offer WHERE cache_id = :id) AS adoptionOffers`,
    ),
    /** The caches whose numbers stand in a JSON list. */
    among: db.rows<{ ids: string }, CacheRow>(
      `${SELECT} c.id IN (SELECT value FROM json_each(:ids)) ORDER BY c.id`,
    ),
    /** Whether a person has logged a cache, likes or watches it. */
    isKnown: db.row<{ cache: number; account: number }, { one: number }>(
      `SELECT 1 AS one WHERE EXISTS (SELECT 1 FROM log WHERE cache_id = :cache AND account_id = :account)
         OR EXISTS (SELECT 1 FROM favorite WHERE account_id = :account AND cache_id = :cache)
         OR EXISTS (SELECT 1 FROM cache_watch WHERE account_id = :account AND cache_id = :cache)`,
    ),
    /** Its owner, and everybody who has logged a cache, likes or watches it. */
    knownTo: db.rows<{ cache: number }, { account: number }>(
      `SELECT account_id AS account FROM log WHERE cache_id = :cache AND account_id IS NOT NULL
       UNION SELECT account_id FROM favorite WHERE cache_id = :cache
       UNION SELECT account_id FROM cache_watch WHERE cache_id = :cache
       UNION SELECT owner_account FROM cache WHERE id = :cache AND owner_account IS NOT NULL`,
    ),
    /** Calls that living caches follow. */
    followed: db.rows<Record<never, never>, { call: string }>(
      "SELECT DISTINCT station_call AS call FROM cache WHERE station_call IS NOT NULL AND type = 'living'",
    ),
    /** Native caches that an account has made since a time, archived ones included. */
    hiddenSince: db.row<{ account: number; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM cache WHERE owner_account = :account AND source = 'native' AND created_at > :since",
    ),
    /** Drafts of an account that stand. */
    drafts: db.row<{ account: number }, { n: number }>(
      "SELECT count(*) AS n FROM cache WHERE owner_account = :account AND status = 'draft' AND removed_at IS NULL",
    ),

    insert: db.change<CacheFields>(WRITTEN.insertInto("cache")),
    update: db.change<CacheFields & { id: number }>(`UPDATE cache SET ${WRITTEN.set()} WHERE id = :id`),
    delete: db.change<{ id: number }>("DELETE FROM cache WHERE id = :id"),
    setGid: db.change<{ id: number; gid: string }>("UPDATE cache SET gid = :gid WHERE id = :id"),
    setPlaceHeard: db.change<{ id: number; lat: number; lon: number; at: number }>(
      "UPDATE cache SET lat = :lat, lon = :lon, heard_at = :at WHERE id = :id",
    ),
    /** Counts finds, favourites, recommendations and ratings anew. */
    recount: db.change<{ id: number }>(
      `UPDATE cache SET finds_a = ${FINDS} = 'A'), finds_b = ${FINDS} = 'B'), finds_c = ${FINDS} IS NULL),
         favorites = (SELECT count(*) FROM favorite WHERE cache_id = :id),
         recommended = (SELECT count(*) FROM recommendation WHERE cache_id = :id AND counts = 1),
         rating_sum = (SELECT coalesce(sum(stars), 0) FROM rating WHERE cache_id = :id),
         rating_count = (SELECT count(*) FROM rating WHERE cache_id = :id)
       WHERE id = :id`,
    ),
    setRemoved: db.change<
      { id: number; at: number | null; reason: string | null; status: CacheStatus; now: number }
    >(
      "UPDATE cache SET removed_at = :at, removed_reason = :reason, status = :status, updated_at = :now WHERE id = :id",
    ),
    setMaintenance: db.change<{ id: number; on: boolean }>(
      "UPDATE cache SET needs_maintenance = :on WHERE id = :id",
    ),
    setOwner: db.change<{ id: number; account: number | null; call: string }>(
      "UPDATE cache SET owner_account = :account, owner_call = :call WHERE id = :id",
    ),

    /** Places of a found cache, cache first. */
    pins: db.rows<{ id: number }, Pin>(
      "SELECT stage, lat, lon FROM cache_pin WHERE cache_id = :id ORDER BY stage",
    ),
    setPin: db.change<{ id: number; stage: number; lat: number; lon: number }>(
      `INSERT INTO cache_pin (cache_id, stage, lat, lon) VALUES (:id, :stage, :lat, :lon)
       ON CONFLICT DO UPDATE SET lat = excluded.lat, lon = excluded.lon`,
    ),
    /** Deletes the pins of stages that were renumbered: they are set again under the new numbers. */
    dropStagePins: db.change<{ id: number }>("DELETE FROM cache_pin WHERE cache_id = :id AND stage > 0"),
  };
}

/** The caches of the game. */
export const cacheRows = perGame((game: Game) => cacheStore(game.db));
