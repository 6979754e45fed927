/** Rows of logs. */
import { SUSPENDED_ACCOUNTS } from "../../accounts/mod.ts";
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Tier } from "./evidence.ts";

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
  via: string;
  needsMaintenance: number;
  gid: string | null;
  removedAt: number | null;
  removedReason: string | null;
}

export type NewLog = Omit<LogRow, "id" | "gid" | "removedAt" | "removedReason" | "corroboratedLaterAt">;

const COLUMNS =
  `l.id, l.cache_id AS cacheId, l.account_id AS accountId, l.call, l.kind, l.text, l.found_at AS foundAt,
  l.created_at AS createdAt, l.tier, l.method, l.why, l.distance_m AS distanceM, l.site, l.box,
  l.corroborated_by AS corroboratedBy, l.corroborated_later_at AS corroboratedLaterAt,
  l.field_time_rejected AS fieldTimeRejected, l.offline, l.signer_key AS signerKey, l.signature,
  l.signed_at AS signedAt, l.via, l.needs_maintenance AS needsMaintenance, l.gid, l.removed_at AS removedAt,
  l.removed_reason AS removedReason`;

/** A Tier A find that a receiving site or box made. */
export interface AttestedFind {
  code: string;
  loggerCall: string;
  ts: number;
  site: string;
}

/** Logs of suspended people are not shown while the suspension lasts. */
const SHOWN = `(l.account_id IS NULL OR l.account_id NOT IN ${SUSPENDED_ACCOUNTS})`;

export class LogStore {
  readonly #byId;
  readonly #bySignature;
  readonly #find;
  readonly #same;
  readonly #page;
  readonly #insert;
  readonly #setGid;
  readonly #lift;
  readonly #remove;
  readonly #loggedBy;
  readonly #caches;
  readonly #lastTries;
  readonly #lastFound;
  readonly #attested;
  readonly #attestedCount;
  readonly #forPack;
  readonly #withdraw;
  readonly #rename;

  constructor(readonly db: Database, private readonly world: World) {
    const select = `SELECT ${COLUMNS} FROM log l WHERE`;
    this.#byId = db.sql<{ id: number }, LogRow>(`${select} l.id = :id`);
    this.#bySignature = db.sql<{ signature: string }, LogRow>(`${select} l.signature = :signature`);
    this.#find = db.sql<{ cache: number; account: number }, LogRow>(
      `${select} l.cache_id = :cache AND l.account_id = :account AND l.kind = 'found' AND l.removed_at IS NULL`,
    );
    this.#same = db.sql<
      { cache: number; account: number; call: string; kind: string; text: string; since: number },
      LogRow
    >(
      `${select} l.cache_id = :cache AND l.account_id = :account AND l.call = :call AND l.kind = :kind
         AND l.text = :text AND l.created_at >= :since AND l.removed_at IS NULL ORDER BY l.id DESC LIMIT 1`,
    );
    this.#page = db.sql<{ cache: number; before: number; limit: number; now: number }, LogRow>(
      `${select} l.cache_id = :cache AND l.id < :before AND l.removed_at IS NULL AND ${SHOWN} ORDER BY l.id DESC LIMIT :limit`,
    );
    this.#insert = db.sql<Record<keyof NewLog, string | number | null>>(
      `INSERT INTO log (cache_id, account_id, call, kind, text, found_at, created_at, tier, method, why, distance_m, site,
         box, corroborated_by, field_time_rejected, offline, signer_key, signature, signed_at, via, needs_maintenance)
       VALUES (:cacheId, :accountId, :call, :kind, :text, :foundAt, :createdAt, :tier, :method, :why, :distanceM, :site,
         :box, :corroboratedBy, :fieldTimeRejected, :offline, :signerKey, :signature, :signedAt, :via,
         :needsMaintenance)`,
    );
    this.#setGid = db.sql<{ id: number; gid: string }>("UPDATE log SET gid = :gid WHERE id = :id");
    this.#lift = db.sql<
      { id: number; method: string; why: string; by: string; at: number; distanceM: number }
    >(
      `UPDATE log SET tier = 'A', method = :method, why = :why, corroborated_by = :by, corroborated_later_at = :at,
         distance_m = :distanceM WHERE id = :id`,
    );
    this.#remove = db.sql<{ id: number; at: number | null; reason: string | null }>(
      "UPDATE log SET removed_at = :at, removed_reason = :reason WHERE id = :id",
    );
    this.#loggedBy = db.sql<{ account: number; kind: string }, { id: number }>(
      `SELECT DISTINCT cache_id AS id FROM log WHERE account_id = :account AND kind = :kind AND removed_at IS NULL
       ORDER BY 1`,
    );
    this.#caches = db.sql<{ account: number }, LogRow>(
      `${select} l.account_id = :account ORDER BY l.id DESC`,
    );
    this.#lastTries = db.sql<{ cache: number }, { kind: LogKind }>(
      `SELECT kind FROM log WHERE cache_id = :cache AND kind IN ('found', 'DNF', 'maintenance') AND removed_at IS NULL
       ORDER BY id DESC LIMIT 3`,
    );
    this.#lastFound = db.sql<{ cache: number }, { at: number | null }>(
      "SELECT max(found_at) AS at FROM log WHERE cache_id = :cache AND kind = 'found' AND removed_at IS NULL",
    );
    const attested =
      "l.tier = 'A' AND l.created_at >= :since AND (l.site = :site OR l.box = :box) AND l.removed_at IS NULL";
    this.#attested = db.sql<{ site: string; box: string; since: number; limit: number }, AttestedFind>(
      `SELECT c.code, l.call AS loggerCall, l.found_at AS ts, l.site FROM log l JOIN cache c ON c.id = l.cache_id
       WHERE ${attested} ORDER BY l.id DESC LIMIT :limit`,
    );
    this.#attestedCount = db.sql<{ site: string; box: string; since: number }, { n: number }>(
      `SELECT count(*) AS n FROM log l WHERE ${attested}`,
    );
    this.#forPack = db.sql<{ ids: string; each: number; now: number }, LogRow>(
      `SELECT * FROM (
         SELECT ${COLUMNS}, row_number() OVER (PARTITION BY l.cache_id ORDER BY l.id DESC) AS nth FROM log l
         WHERE l.cache_id IN (SELECT value FROM json_each(:ids)) AND l.removed_at IS NULL AND ${SHOWN})
       WHERE nth <= :each ORDER BY cacheId, id DESC`,
    );
    this.#rename = db.sql<{ account: number; base: string; ssids: string; name: string }>(
      "UPDATE log SET call = :name WHERE account_id = :account AND (call = :base OR call GLOB :ssids)",
    );
    this.#withdraw = db.sql<{ account: number; call: string }>(
      `UPDATE log SET account_id = NULL, call = :call, text = '', why = NULL, signer_key = NULL, signature = NULL,
         signed_at = NULL, site = NULL, box = NULL, gid = NULL WHERE account_id = :account`,
    );
  }

  byId = (id: number): LogRow | undefined => this.#byId.get({ id });
  bySignature = (signature: string): LogRow | undefined => this.#bySignature.get({ signature });
  /** A person's find of a cache. */
  findOf = (cache: number, account: number): LogRow | undefined => this.#find.get({ cache, account });
  /** An equal log of the same person since a time. */
  equalSince = (
    of: { cache: number; account: number; call: string; kind: string; text: string; since: number },
  ): LogRow | undefined => this.#same.get(of);
  /** Newest first, below an id. */
  page = (cache: number, before: number, limit: number): LogRow[] =>
    this.#page.all({ cache, before, limit, now: this.world.now() });
  insert = (tx: Tx, log: NewLog): number => this.#insert.run(tx, { ...log }).id;
  setGid(tx: Tx, id: number, gid: string): void {
    this.#setGid.run(tx, { id, gid });
  }
  /** Peers confirmed it later. */
  lift(
    tx: Tx,
    id: number,
    to: { method: string; why: string; by: string; at: number; distanceM: number },
  ): void {
    this.#lift.run(tx, { id, ...to });
  }
  setRemoved(tx: Tx, id: number, mark: { at: number | null; reason: string | null }): void {
    this.#remove.run(tx, { id, ...mark });
  }
  /** Caches of which a person has a log of a kind. */
  cachesLogged = (account: number, kind: LogKind): number[] =>
    this.#loggedBy.all({ account, kind }).map((row) => row.id);
  /** Everything of a person, removed logs included. */
  allOf = (account: number): LogRow[] => this.#caches.all({ account });
  /** The kinds of the last three logs that say something of a cache's condition, newest first. */
  lastTries = (cache: number): LogKind[] => this.#lastTries.all({ cache }).map((row) => row.kind);
  lastFound = (cache: number): number | null => this.#lastFound.get({ cache })!.at;
  /** Tier A finds that a site or a box made since a time. */
  attestedBy(of: { site?: string; box?: string }, since: number): { count: number; recent: AttestedFind[] } {
    const by = { site: of.site ?? "", box: of.box ?? "", since };
    return { count: this.#attestedCount.get(by)!.n, recent: this.#attested.all({ ...by, limit: 50 }) };
  }
  /** The newest logs of many caches. */
  newestOf = (caches: readonly number[], each: number): LogRow[] =>
    this.#forPack.all({ ids: JSON.stringify(caches), each, now: this.world.now() });
  /** Shows a person's logs under one base call, all SSIDs, by another name. */
  rename(tx: Tx, account: number, base: string, name: string): void {
    this.#rename.run(tx, { account, base, ssids: `${base}-*`, name });
  }
  /** Takes a person out of his logs; the finds stay as somebody's. */
  withdraw(tx: Tx, account: number, call: string): void {
    this.#withdraw.run(tx, { account, call });
  }
}
