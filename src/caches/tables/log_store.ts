/** Rows of logs. */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import { columns, type Database } from "../../db/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import type { Tier } from "../rules/evidence.ts";

export type LogKind = "found" | "DNF" | "note" | "maintenance";

export interface LogRow {
  id: number;
  cacheId: number;
  accountId: number | null;
  call: string;
  kind: LogKind;
  text: string;
  foundAt: number;
  createdAt: number;
  tier: Tier | null;
  method: string | null;
  /** JSON {method, sentence, candidates}. */
  why: string | null;
  distanceM: number | null;
  site: string | null;
  box: string | null;
  corroboratedBy: string | null;
  corroboratedLaterAt: number | null;
  fieldTimeRejected: string | null;
  offline: number;
  signerKey: string | null;
  signature: string | null;
  signedAt: number | null;
  /** The id that the page which sent it gave it. */
  sentId: string | null;
  via: string;
  needsMaintenance: number;
  gid: string | null;
  removedAt: number | null;
  removedReason: string | null;
  /** When its writer last mended the text. */
  editedAt: number | null;
}

type NewLog = Omit<
  LogRow,
  "id" | "gid" | "removedAt" | "removedReason" | "corroboratedLaterAt" | "editedAt"
>;

/** Defaults of a new log: no evidence beyond its own text. */
export const UNJUDGED = {
  tier: null,
  method: null,
  why: null,
  distanceM: null,
  site: null,
  box: null,
  corroboratedBy: null,
  fieldTimeRejected: null,
  offline: 0,
  signerKey: null,
  signature: null,
  signedAt: null,
  sentId: null,
  needsMaintenance: 0,
} as const;

const LOG = columns<LogRow>({
  id: true,
  cacheId: true,
  accountId: true,
  call: true,
  kind: true,
  text: true,
  foundAt: true,
  createdAt: true,
  tier: true,
  method: true,
  why: true,
  distanceM: true,
  site: true,
  box: true,
  corroboratedBy: true,
  corroboratedLaterAt: true,
  fieldTimeRejected: true,
  offline: true,
  signerKey: true,
  signature: true,
  signedAt: true,
  sentId: true,
  via: true,
  needsMaintenance: true,
  gid: true,
  removedAt: true,
  removedReason: true,
  editedAt: true,
});

/** A Tier A find that a receiving site or box made. */
interface AttestedFind {
  code: string;
  loggerCall: string;
  ts: number;
  site: string;
}

/** Logs of suspended people are not shown while the suspension lasts. */
const SHOWN = `(l.account_id IS NULL OR l.account_id NOT IN ${SUSPENDED_ACCOUNTS})`;
/** The order of log books: a log's own time, not that of its arrival; of one moment, what came last is first. */
const NEWEST = "ORDER BY l.found_at DESC, l.id DESC";
const SELECT = `SELECT ${LOG.select("l")} FROM log l WHERE`;
const ATTESTED =
  "l.tier = 'A' AND l.created_at >= :since AND (l.site = :site OR l.box = :box) AND l.removed_at IS NULL";

/** Finds that a site or a box attested since a time. An empty text matches no site and no box. */
interface Attester {
  site: string;
  box: string;
  since: number;
}

export type LogStore = ReturnType<typeof logStore>;

export function logStore(db: Database) {
  return {
    byId: db.row<{ id: number }, LogRow>(`${SELECT} l.id = :id`),
    bySignature: db.row<{ signature: string }, LogRow>(`${SELECT} l.signature = :signature`),
    bySentId: db.row<{ account: number; cache: number; sentId: string }, LogRow>(
      `${SELECT} l.account_id = :account AND l.cache_id = :cache AND l.sent_id = :sentId`,
    ),
    /** A person's logs of caches, whose numbers stand in a JSON list. */
    ofCaches: db.rows<
      { account: number; caches: string },
      Pick<LogRow, "cacheId" | "kind" | "sentId">
    >(
      `SELECT cache_id AS cacheId, kind, sent_id AS sentId FROM log
       WHERE account_id = :account AND cache_id IN (SELECT value FROM json_each(:caches)) AND removed_at IS NULL`,
    ),
    /** A person's find of a cache. */
    findOf: db.row<{ cache: number; account: number }, LogRow>(
      `${SELECT} l.cache_id = :cache AND l.account_id = :account AND l.kind = 'found' AND l.removed_at IS NULL`,
    ),
    /** An equal log of the same person since a time. */
    equalSince: db.row<
      { cache: number; account: number; call: string; kind: string; text: string; since: number },
      LogRow
    >(
      `${SELECT} l.cache_id = :cache AND l.account_id = :account AND l.call = :call AND l.kind = :kind
         AND l.text = :text AND l.created_at >= :since AND l.removed_at IS NULL ORDER BY l.id DESC LIMIT 1`,
    ),
    /** The log book as shown at `now`: newest first, before a moment and a number. */
    page: db.rows<{ cache: number; at: number; before: number; limit: number; now: number }, LogRow>(
      `${SELECT} l.cache_id = :cache AND (l.found_at, l.id) < (:at, :before) AND l.removed_at IS NULL AND ${SHOWN}
       ${NEWEST} LIMIT :limit`,
    ),
    /** How many logs the log books of the caches in a JSON list of numbers show at `now`. */
    countsOf: db.rows<{ caches: string; now: number }, { cacheId: number; n: number }>(
      `SELECT l.cache_id AS cacheId, count(*) AS n FROM log l
       WHERE l.cache_id IN (SELECT value FROM json_each(:caches)) AND l.removed_at IS NULL AND ${SHOWN}
       GROUP BY l.cache_id`,
    ),
    /** The newest `each` logs, as shown at `now`, of the caches in a JSON list of numbers. */
    newestOf: db.rows<{ caches: string; each: number; now: number }, LogRow>(
      `SELECT * FROM (
         SELECT ${LOG.select("l")}, row_number() OVER (PARTITION BY l.cache_id ${NEWEST}) AS nth FROM log l
         WHERE l.cache_id IN (SELECT value FROM json_each(:caches)) AND l.removed_at IS NULL AND ${SHOWN})
       WHERE nth <= :each ORDER BY cacheId, nth`,
    ),
    /** How many notes and DNFs a person wrote on strangers' caches since a time, and how many of them here. */
    saidSince: db.row<{ account: number; cache: number; since: number }, { all: number; here: number }>(
      `SELECT count(*) AS "all", coalesce(sum(l.cache_id = :cache), 0) AS here FROM log l JOIN cache c ON c.id = l.cache_id
       WHERE l.account_id = :account AND l.created_at > :since AND l.kind IN ('note', 'DNF')
         AND c.owner_account IS NOT :account`,
    ),
    /** How many finds a person has written since a time, those that are removed included. */
    foundSince: db.row<{ account: number; since: number }, { n: number }>(
      `SELECT count(*) AS n FROM log WHERE account_id = :account AND created_at > :since AND kind = 'found'`,
    ),
    /** Numbers of the caches of which a person has a log of a kind. */
    cachesLogged: db.rows<{ account: number; kind: LogKind }, { id: number }>(
      `SELECT DISTINCT cache_id AS id FROM log WHERE account_id = :account AND kind = :kind AND removed_at IS NULL
       ORDER BY 1`,
    ),
    /** A person's finds by the 52 weeks since a moment, and how many of them a trusted receiver proved. */
    findsByWeek: db.rows<
      { account: number; since: number },
      { week: number; finds: number; byRadio: number }
    >(
      `SELECT min(51, CAST((found_at - :since) / 604800 AS INTEGER)) AS week, count(*) AS finds, sum(tier IS 'A') AS byRadio
       FROM log INDEXED BY log_of_person
       WHERE account_id = :account AND found_at >= :since AND kind = 'found' AND removed_at IS NULL GROUP BY 1 ORDER BY 1`,
    ),
    /** All logs of a person, removed ones included, newest first. */
    latestOf: db.rows<{ account: number; limit: number }, LogRow>(
      `${SELECT} l.account_id = :account ORDER BY l.id DESC LIMIT :limit`,
    ),
    allOf: db.rows<{ account: number }, LogRow>(`${SELECT} l.account_id = :account ORDER BY l.id DESC`),
    /** The kinds of the last three logs that say something of a cache's condition, newest first. */
    lastTries: db.rows<{ cache: number }, { kind: LogKind }>(
      `SELECT kind FROM log WHERE cache_id = :cache AND kind IN ('found', 'DNF', 'maintenance') AND removed_at IS NULL
       ORDER BY found_at DESC, id DESC LIMIT 3`,
    ),
    lastFound: db.row<{ cache: number }, { at: number | null }>(
      "SELECT max(found_at) AS at FROM log WHERE cache_id = :cache AND kind = 'found' AND removed_at IS NULL",
    ),
    /** The newest fifty. */
    attestedBy: db.rows<Attester, AttestedFind>(
      `SELECT c.code, l.call AS loggerCall, l.found_at AS ts, l.site FROM log l JOIN cache c ON c.id = l.cache_id
       WHERE ${ATTESTED} ORDER BY l.id DESC LIMIT 50`,
    ),
    attestedCount: db.row<Attester, { n: number }>(`SELECT count(*) AS n FROM log l WHERE ${ATTESTED}`),

    insert: db.change<NewLog>(
      LOG.without("id", "gid", "removedAt", "removedReason", "corroboratedLaterAt", "editedAt").insertInto(
        "log",
      ),
    ),
    /** Logs of a cache that were published, the oldest first. */
    sentOf: db.rows<{ cache: number }, LogRow>(
      `${SELECT} l.cache_id = :cache AND l.gid IS NOT NULL ORDER BY l.id`,
    ),
    /** Logs of a cache that could be published and are not yet; never those of a person who erased their account. */
    unsentOf: db.rows<{ cache: number }, LogRow>(
      `${SELECT} l.cache_id = :cache AND l.gid IS NULL AND l.removed_at IS NULL AND l.account_id IS NOT NULL
         AND l.kind <> 'maintenance' ORDER BY l.id`,
    ),
    setGid: db.change<{ id: number; gid: string | null }>("UPDATE log SET gid = :gid WHERE id = :id"),
    mend: db.change<{ id: number; text: string; at: number }>(
      "UPDATE log SET text = :text, edited_at = :at WHERE id = :id",
    ),
    /** Peers confirmed it later. */
    lift: db.change<{ id: number; method: string; why: string; by: string; at: number; distanceM: number }>(
      `UPDATE log SET tier = 'A', method = :method, why = :why, corroborated_by = :by, corroborated_later_at = :at,
         distance_m = :distanceM WHERE id = :id`,
    ),
    setRemoved: db.change<{ id: number; at: number | null; reason: string | null }>(
      "UPDATE log SET removed_at = :at, removed_reason = :reason WHERE id = :id",
    ),
    /** Renames a person's logs under one base call and all its SSIDs (`ssids` is `<base>-*`). */
    rename: db.change<{ account: number; base: string; ssids: string; name: string }>(
      "UPDATE log SET call = :name WHERE account_id = :account AND (call = :base OR call GLOB :ssids)",
    ),
    /** Removes a person from their logs; the finds stay without a name. */
    withdraw: db.change<{ account: number; call: string }>(
      `UPDATE log SET account_id = NULL, call = :call, text = '', why = NULL, signer_key = NULL, signature = NULL,
         signed_at = NULL, site = NULL, box = NULL, gid = NULL WHERE account_id = :account`,
    ),
  };
}

/** The logs of the game. */
export const logRows = perGame((game: Game) => logStore(game.db));
