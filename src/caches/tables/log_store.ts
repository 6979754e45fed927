/** Rows of logs. */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import { asNamed, columns, type Database, factColumns } from "../../db/mod.ts";
import { LOG as FACTS, type RowOf } from "../../things/mod.ts";
import type { Game } from "../game.ts";
import { perGame } from "../stores.ts";
import type { Tier } from "../rules/evidence.ts";

export type LogKind = "found" | "DNF" | "note" | "maintenance";

/** What its writer says, and what the game makes of it. */
export interface LogRow extends RowOf<typeof FACTS.facts> {
  id: number;
  cacheId: number;
  accountId: number | null;
  call: string;
  kind: LogKind;
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
  gid: string | null;
  /** When it was taken out of the book; of one that is held, since when it waits. */
  removedAt: number | null;
  removedReason: string | null;
  /** Since when it waits for its writer's welcome; null: it does not. */
  heldAt: number | null;
  /** When its writer last mended the text. */
  editedAt: number | null;
  /** 1: a note that was written as a find, whose place another find of the same person has taken. */
  wasFind: number;
  /** Of a visit: the instance where its writer lives, and the digest of what was sent beside its signature. */
  visitHome: string | null;
  visitPriv: string | null;
}

type NewLog = Omit<
  LogRow,
  "id" | "gid" | "removedReason" | "corroboratedLaterAt" | "editedAt" | "wasFind"
>;

/** Whether nobody sees it any more, its writer neither. */
export const isGone = ({ removedAt, heldAt }: Pick<LogRow, "removedAt" | "heldAt">): boolean =>
  removedAt !== null && heldAt === null;

/** Defaults of a new log: nothing is said, and there is no evidence. */
export const UNJUDGED = {
  ...FACTS.emptyRow,
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
  visitHome: null,
  visitPriv: null,
  removedAt: null,
  heldAt: null,
} as const;

export const LOG = columns<LogRow>({
  ...factColumns(FACTS.facts),
  ...asNamed(
    "id cacheId accountId call kind foundAt createdAt tier method why distanceM site box",
    "corroboratedBy corroboratedLaterAt fieldTimeRejected offline signerKey signature signedAt sentId",
    "via gid removedAt removedReason heldAt editedAt wasFind visitHome visitPriv",
  ),
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
/** What stands in the books, and what its own writer sees beside it: that which is held. */
const OWN = "(removed_at IS NULL OR held_at IS NOT NULL)";
/** The order of log books: a log's own time, not that of its arrival; of one moment, what came last is first. */
const NEWEST = "ORDER BY l.found_at DESC, l.id DESC";
const FIRST =
  "SELECT l.id FROM log l WHERE l.cache_id = :cache AND l.kind = 'found' AND l.removed_at IS NULL";
const OLDEST = "ORDER BY l.found_at, l.id LIMIT 1";
const SELECT = `SELECT ${LOG.select("l")} FROM log l WHERE`;
const FINDS_OF =
  `${SELECT} l.cache_id = :cache AND l.account_id = :account AND l.kind = 'found' AND l.removed_at IS NULL`;
/** Base call of the log's. */
const BASE = "iif(instr(l.call, '-') > 0, substr(l.call, 1, instr(l.call, '-') - 1), l.call)";
/** The same with what the call's holder found as a visitor, or, for a visitor, as a member: numbers below 0 are visitors'. */
const FINDS_OF_HOLDER =
  `${SELECT} l.cache_id = :cache AND l.kind = 'found' AND l.removed_at IS NULL AND (l.account_id = :account
     OR (min(l.account_id, :account) < 0 AND ${BASE} = :base))`;
const ATTESTED =
  "l.tier = 'A' AND l.created_at >= :since AND (l.site = :site OR l.box = :box) AND l.removed_at IS NULL";

/** Finds that a site or a box attested since a time. An empty text matches no site and no box. */
interface Attester {
  site: string;
  box: string;
  since: number;
}

export type LogStore = ReturnType<typeof logStore>;

type ReceiverOfLog = Pick<LogRow, "id" | "site" | "box" | "why">;

/** Statements on logs; only those that read what a person wrote know of what is held. */
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
       WHERE account_id = :account AND cache_id IN (SELECT value FROM json_each(:caches)) AND ${OWN}`,
    ),
    /** A person's find of a cache: of several, of which none counts, the latest. */
    findOf: db.row<{ cache: number; account: number }, LogRow>(`${FINDS_OF} ORDER BY l.id DESC LIMIT 1`),
    /** All of them, and those under their base call as member and as visitor; the first written first. */
    findsOf: db.rows<{ cache: number; account: number; base: string }, LogRow>(
      `${FINDS_OF_HOLDER} ORDER BY l.id`,
    ),
    /** How many logs a person has sent as finds of a cache since a time, whatever became of them. */
    findsSince: db.row<{ cache: number; account: number; since: number }, { n: number }>(
      `SELECT count(*) AS n FROM log WHERE account_id = :account AND cache_id = :cache AND created_at > :since
         AND (kind = 'found' OR was_find = 1)`,
    ),
    /** Caches and persons with several finds that stand. */
    severalFinds: db.rows<Record<never, never>, { cache: number; account: number; call: string }>(
      `SELECT cache_id AS cache, account_id AS account, min(call) AS call FROM log
       WHERE kind = 'found' AND removed_at IS NULL AND account_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1
       UNION SELECT cache_id, min(account_id), min(call) FROM log l
       WHERE cache_id IN (SELECT cache_id FROM log WHERE account_id < 0) AND kind = 'found' AND removed_at IS NULL
         AND account_id IS NOT NULL GROUP BY cache_id, ${BASE}
       HAVING count(*) > 1 AND min(account_id) < 0`,
    ),
    /** An equal log of the same person since a time. */
    equalSince: db.row<
      { cache: number; account: number; call: string; kind: string; text: string; since: number },
      LogRow
    >(
      `${SELECT} l.cache_id = :cache AND l.account_id = :account AND l.call = :call
         AND iif(l.was_find = 1, 'found', l.kind) = :kind AND l.text = :text AND l.created_at >= :since
         AND (l.removed_at IS NULL OR l.held_at IS NOT NULL) ORDER BY l.id DESC LIMIT 1`,
    ),
    /**
     * The log book as shown at `now`: newest first, before a moment and a number. What is held is there for its writer `me`
     * (0: nobody), and with `all` for operators.
     */
    page: db.rows<
      { cache: number; at: number; before: number; limit: number; now: number; me: number; all: 0 | 1 },
      LogRow
    >(
      `${SELECT} l.cache_id = :cache AND (l.found_at, l.id) < (:at, :before) AND ${SHOWN}
         AND (l.removed_at IS NULL OR (l.held_at IS NOT NULL AND (:all OR l.account_id = :me)))
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
      `SELECT DISTINCT cache_id AS id FROM log WHERE account_id = :account AND kind = :kind AND ${OWN} ORDER BY 1`,
    ),
    /** Numbers of the caches that a person has found: by a find that counts, `least` where a cache says nothing itself. */
    cachesFound: db.rows<{ account: number; least: Tier }, { id: number }>(
      `SELECT DISTINCT l.cache_id AS id FROM log l JOIN cache c ON c.id = l.cache_id
       WHERE l.account_id = :account AND l.kind = 'found' AND l.removed_at IS NULL
         AND (l.corroborated_by IS NOT NULL OR l.tier = 'A' OR (l.tier = 'B' AND coalesce(c.min_trust, :least) = 'B'))
       ORDER BY 1`,
    ),
    /** Of those with a find: where it is held, or its tier does not reach the cache's minimum, `least` where it names none. */
    cachesNotCounted: db.rows<{ account: number; least: "A" | "B" }, { id: number }>(
      `SELECT DISTINCT l.cache_id AS id FROM log l JOIN cache c ON c.id = l.cache_id
       WHERE l.account_id = :account AND l.kind = 'found' AND (l.held_at IS NOT NULL OR (l.removed_at IS NULL
         AND l.corroborated_by IS NULL AND l.tier IS NOT 'A' AND (l.tier IS NOT 'B' OR coalesce(c.min_trust, :least) IS NOT 'B')))
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
    /** Of the finds of a cache that count, `least` being its minimum: the earliest, and the earliest that a receiver heard. */
    firsts: db.row<{ cache: number; least: Tier }, { find: number | null; heard: number | null }>(
      `SELECT (${FIRST} AND (l.corroborated_by IS NOT NULL OR l.tier = 'A' OR (l.tier = 'B' AND :least = 'B')) ${OLDEST}) AS find,
         (${FIRST} AND l.tier = 'A' ${OLDEST}) AS heard`,
    ),
    /** The newest fifty. */
    attestedBy: db.rows<Attester, AttestedFind>(
      `SELECT c.code, l.call AS loggerCall, l.found_at AS ts, l.site FROM log l JOIN cache c ON c.id = l.cache_id
       WHERE ${ATTESTED} ORDER BY l.id DESC LIMIT 50`,
    ),
    attestedCount: db.row<Attester, { n: number }>(`SELECT count(*) AS n FROM log l WHERE ${ATTESTED}`),

    insert: db.change<NewLog>(
      LOG.without("id", "gid", "removedReason", "corroboratedLaterAt", "editedAt", "wasFind")
        .insertInto("log"),
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
    mend: db.change<RowOf<typeof FACTS.facts> & { id: number; at: number }>(
      `UPDATE log SET ${LOG.only(...FACTS.names).set()}, edited_at = :at WHERE id = :id`,
    ),
    /** A visit's text with the signature that it stands under from now on. */
    mendVisit: db.change<{
      id: number;
      text: string;
      at: number;
      signature: string;
      signedAt: number;
      priv: string | null;
    }>(
      `UPDATE log SET text = :text, edited_at = :at, signature = :signature, signed_at = :signedAt, visit_priv = :priv
       WHERE id = :id`,
    ),
    /** A visit that its writer's home erased: what is left says that there was one. */
    blank: db.change<{ id: number; call: string }>(
      `UPDATE log SET account_id = NULL, call = :call, text = '', why = NULL, signer_key = NULL, signature = NULL,
         signed_at = NULL, sent_id = NULL, visit_home = NULL, visit_priv = NULL WHERE id = :id`,
    ),
    /** It is worth more than before, or it is a find again; `corroborated` where peers made it so. */
    raise: db.change<
      & { id: number }
      & Pick<
        LogRow,
        | "tier"
        | "method"
        | "why"
        | "distanceM"
        | "site"
        | "box"
        | "corroboratedBy"
        | "corroboratedLaterAt"
      >
    >(
      `UPDATE log SET kind = 'found', was_find = 0, tier = :tier, method = :method, why = :why, distance_m = :distanceM,
         site = :site, box = :box, corroborated_by = :corroboratedBy, corroborated_later_at = :corroboratedLaterAt
       WHERE id = :id`,
    ),
    explain: db.change<{ id: number; method: string; why: string }>(
      "UPDATE log SET method = :method, why = :why WHERE id = :id",
    ),
    /** Another find has taken its place: what it was worth goes, its text stays. */
    setNote: db.change<{ id: number }>(
      `UPDATE log SET kind = 'note', was_find = 1, tier = NULL, method = NULL, why = NULL, distance_m = NULL, site = NULL,
         box = NULL, corroborated_by = NULL, corroborated_later_at = NULL WHERE id = :id`,
    ),
    setRemoved: db.change<{ id: number; at: number; reason: string }>(
      "UPDATE log SET removed_at = :at, removed_reason = :reason, held_at = NULL WHERE id = :id",
    ),
    /** Renames a person's logs under one base call and all its SSIDs (`ssids` is `<base>-*`). */
    rename: db.change<{ account: number; base: string; ssids: string; name: string }>(
      "UPDATE log SET call = :name WHERE account_id = :account AND (call = :base OR call GLOB :ssids)",
    ),
    /** A page of others' logs since a time that a receiver of this base call attested, or whose explanation names it. */
    namingReceiver: db.rows<{ base: string; since: number; after: number }, ReceiverOfLog>(
      `SELECT id, site, box, why FROM log WHERE id > :after AND found_at >= :since
         AND (instr(site, :base) = 1 OR instr(box, :base) = 1 OR instr(why, :base) > 0) ORDER BY id LIMIT 500`,
    ),
    withdrawReceiver: db.change<ReceiverOfLog>(
      "UPDATE log SET site = :site, box = :box, why = :why WHERE id = :id",
    ),
    /** Removes a person from their logs; the finds stay without a name. */
    withdraw: db.change<{ account: number; call: string }>(
      `UPDATE log SET account_id = NULL, call = :call, text = '', why = NULL, signer_key = NULL, signature = NULL,
         signed_at = NULL, site = NULL, box = NULL, gid = NULL, held_at = NULL WHERE account_id = :account`,
    ),
  };
}

/** The logs of the game. */
export const logRows = perGame((game: Game) => logStore(game.db));
