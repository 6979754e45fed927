/** Rows of caches. */
import type { Database, Tx } from "../../db/mod.ts";
import type { Pin } from "./move_limit.ts";

export type CacheStatus = "draft" | "active" | "disabled" | "archived";

export interface CacheRow {
  id: number;
  code: string;
  codeKey: string;
  gid: string | null;
  ownerAccount: number | null;
  ownerCall: string;
  title: string;
  description: string;
  hint: string;
  type: string;
  size: string;
  difficulty: number;
  terrain: number;
  lat: number | null;
  lon: number | null;
  heardAt: number | null;
  country: string | null;
  /** JSON list. */
  tags: string;
  status: CacheStatus;
  scope: "federated" | "local";
  unlisted: number;
  minTrust: "A" | "B" | null;
  ratingPolicy: "finders" | "all" | "off";
  stationCall: string | null;
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
  ratingSum: number;
  ratingCount: number;
}

/** What is written when a cache is made or changed. */
export type CacheFields = Omit<
  CacheRow,
  | "id"
  | "gid"
  | "removedAt"
  | "removedReason"
  | "needsMaintenance"
  | "findsA"
  | "findsB"
  | "findsC"
  | "favorites"
  | "ratingSum"
  | "ratingCount"
>; // deno-fmt-ignore-line

export const CACHE_COLUMNS = `c.id, c.code, c.code_key AS codeKey, c.gid, c.owner_account AS ownerAccount,
  c.owner_call AS ownerCall, c.title, c.description, c.hint, c.type, c.size, c.difficulty, c.terrain, c.lat, c.lon,
  c.heard_at AS heardAt, c.country, c.tags, c.status, c.scope, c.unlisted, c.min_trust AS minTrust,
  c.rating_policy AS ratingPolicy, c.station_call AS stationCall, c.source, c.external_id AS externalId,
  c.source_name AS sourceName, c.source_url AS sourceUrl, c.source_owner AS sourceOwner,
  c.source_attribution AS sourceAttribution, c.created_at AS createdAt, c.updated_at AS updatedAt,
  c.removed_at AS removedAt, c.removed_reason AS removedReason, c.needs_maintenance AS needsMaintenance,
  c.finds_a AS findsA, c.finds_b AS findsB, c.finds_c AS findsC, c.favorites, c.rating_sum AS ratingSum,
  c.rating_count AS ratingCount`;

/** Columns that are written, with the field each comes from. */
const WRITTEN: Record<keyof CacheFields, string> = {
  code: "code",
  codeKey: "code_key",
  ownerAccount: "owner_account",
  ownerCall: "owner_call",
  title: "title",
  description: "description",
  hint: "hint",
  type: "type",
  size: "size",
  difficulty: "difficulty",
  terrain: "terrain",
  lat: "lat",
  lon: "lon",
  heardAt: "heard_at",
  country: "country",
  tags: "tags",
  status: "status",
  scope: "scope",
  unlisted: "unlisted",
  minTrust: "min_trust",
  ratingPolicy: "rating_policy",
  stationCall: "station_call",
  source: "source",
  externalId: "external_id",
  sourceName: "source_name",
  sourceUrl: "source_url",
  sourceOwner: "source_owner",
  sourceAttribution: "source_attribution",
  createdAt: "created_at",
  updatedAt: "updated_at",
};
const FIELDS = Object.entries(WRITTEN);

type Writable = CacheFields & Record<string, string | number | null>;

export class CacheStore {
  readonly #byId;
  readonly #byKey;
  readonly #byGid;
  readonly #byExternal;
  readonly #byStation;
  readonly #byOwner;
  readonly #insert;
  readonly #update;
  readonly #delete;
  readonly #setGid;
  readonly #hidden;
  readonly #pins;
  readonly #setPin;
  readonly #dropPin;
  readonly #movePins;
  readonly #heard;
  readonly #recount;
  readonly #remove;
  readonly #maintain;
  readonly #owner;
  readonly #many;
  readonly #followed;

  constructor(db: Database) {
    const select = `SELECT ${CACHE_COLUMNS} FROM cache c WHERE`;
    this.#byId = db.sql<{ id: number }, CacheRow>(`${select} c.id = :id`);
    this.#byKey = db.sql<{ key: string }, CacheRow>(`${select} c.code_key = :key`);
    this.#byGid = db.sql<{ gid: string }, CacheRow>(`${select} c.gid = :gid`);
    this.#byExternal = db.sql<{ source: string; externalId: string }, CacheRow>(
      `${select} c.source = :source AND c.external_id = :externalId`,
    );
    this.#byStation = db.sql<{ call: string }, CacheRow>(`${select} c.station_call = :call`);
    this.#byOwner = db.sql<{ account: number }, CacheRow>(
      `${select} c.owner_account = :account ORDER BY c.id DESC`,
    );
    this.#insert = db.sql<Writable>(
      `INSERT INTO cache (${FIELDS.map(([, column]) => column).join(", ")})
       VALUES (${FIELDS.map(([field]) => `:${field}`).join(", ")})`,
    );
    this.#update = db.sql<Writable & { id: number }>(
      `UPDATE cache SET ${
        FIELDS.map(([field, column]) => `${column} = :${field}`).join(", ")
      } WHERE id = :id`,
    );
    this.#delete = db.sql<{ id: number }>("DELETE FROM cache WHERE id = :id");
    this.#setGid = db.sql<{ id: number; gid: string }>("UPDATE cache SET gid = :gid WHERE id = :id");
    this.#hidden = db.sql<{ account: number; since: number }, { n: number }>(
      "SELECT count(*) AS n FROM cache WHERE owner_account = :account AND source = 'native' AND created_at > :since",
    );
    this.#pins = db.sql<{ id: number }, Pin>(
      "SELECT stage, lat, lon FROM cache_pin WHERE cache_id = :id ORDER BY stage",
    );
    this.#setPin = db.sql<{ id: number; stage: number; lat: number; lon: number }>(
      `INSERT INTO cache_pin (cache_id, stage, lat, lon) VALUES (:id, :stage, :lat, :lon)
       ON CONFLICT DO UPDATE SET lat = excluded.lat, lon = excluded.lon`,
    );
    this.#dropPin = db.sql<{ id: number; stage: number }>(
      "DELETE FROM cache_pin WHERE cache_id = :id AND stage = :stage",
    );
    this.#movePins = db.sql<{ id: number }>("DELETE FROM cache_pin WHERE cache_id = :id AND stage > 0");
    this.#heard = db.sql<{ id: number; lat: number; lon: number; at: number }>(
      "UPDATE cache SET lat = :lat, lon = :lon, heard_at = :at WHERE id = :id",
    );
    this.#recount = db.sql<{ id: number }>(
      `UPDATE cache SET
         finds_a = (SELECT count(*) FROM log WHERE cache_id = :id AND kind = 'found' AND removed_at IS NULL AND tier = 'A'),
         finds_b = (SELECT count(*) FROM log WHERE cache_id = :id AND kind = 'found' AND removed_at IS NULL AND tier = 'B'),
         finds_c = (SELECT count(*) FROM log WHERE cache_id = :id AND kind = 'found' AND removed_at IS NULL AND tier IS NULL),
         favorites = (SELECT count(*) FROM favorite WHERE cache_id = :id),
         rating_sum = (SELECT coalesce(sum(stars), 0) FROM rating WHERE cache_id = :id),
         rating_count = (SELECT count(*) FROM rating WHERE cache_id = :id)
       WHERE id = :id`,
    );
    this.#remove = db.sql<
      { id: number; at: number | null; reason: string | null; status: string; now: number }
    >(
      "UPDATE cache SET removed_at = :at, removed_reason = :reason, status = :status, updated_at = :now WHERE id = :id",
    );
    this.#maintain = db.sql<{ id: number; on: boolean }>(
      "UPDATE cache SET needs_maintenance = :on WHERE id = :id",
    );
    this.#followed = db.sql<never, { call: string }>(
      "SELECT DISTINCT station_call AS call FROM cache WHERE station_call IS NOT NULL AND type = 'living'",
    );
    this.#many = db.sql<{ ids: string }, CacheRow>(
      `${select} c.id IN (SELECT value FROM json_each(:ids)) ORDER BY c.id`,
    );
    this.#owner = db.sql<{ id: number; account: number | null; call: string }>(
      "UPDATE cache SET owner_account = :account, owner_call = :call WHERE id = :id",
    );
  }

  byId = (id: number): CacheRow | undefined => this.#byId.get({ id });
  byKey = (key: string): CacheRow | undefined => this.#byKey.get({ key });
  byGid = (gid: string): CacheRow | undefined => this.#byGid.get({ gid });
  byExternal = (source: string, externalId: string): CacheRow | undefined =>
    this.#byExternal.get({ source, externalId });
  /** Living caches that follow a station. */
  byStation = (call: string): CacheRow[] => this.#byStation.all({ call });
  /** Calls that living caches follow. */
  followed = (): string[] => this.#followed.all().map((row) => row.call);
  listedIn = (ids: readonly number[]): CacheRow[] => this.#many.all({ ids: JSON.stringify(ids) });
  byOwner = (account: number): CacheRow[] => this.#byOwner.all({ account });

  insert = (tx: Tx, fields: CacheFields): number => this.#insert.run(tx, fields as Writable).id;
  update(tx: Tx, id: number, fields: CacheFields): void {
    this.#update.run(tx, { ...(fields as Writable), id });
  }
  delete(tx: Tx, id: number): void {
    this.#delete.run(tx, { id });
  }
  setGid(tx: Tx, id: number, gid: string): void {
    this.#setGid.run(tx, { id, gid });
  }
  /** Native caches that an account has made since a time, archived ones included. */
  hiddenSince = (account: number, since: number): number => this.#hidden.get({ account, since })!.n;

  /** Places of a found cache, cache first. */
  pins = (id: number): Pin[] => this.#pins.all({ id });
  setPin(tx: Tx, id: number, pin: Pin): void {
    this.#setPin.run(tx, { id, stage: pin.stage, lat: pin.lat, lon: pin.lon });
  }
  dropPin(tx: Tx, id: number, stage: number): void {
    this.#dropPin.run(tx, { id, stage });
  }
  /** Stages were renumbered: their pins go under the new numbers. */
  replaceStagePins(tx: Tx, id: number, pins: readonly Pin[]): void {
    this.#movePins.run(tx, { id });
    for (const pin of pins) this.setPin(tx, id, pin);
  }
  heard(tx: Tx, id: number, at: { lat: number; lon: number; at: number }): void {
    this.#heard.run(tx, { id, lat: at.lat, lon: at.lon, at: at.at });
  }
  /** Counts finds, favourites and ratings anew. */
  recount(tx: Tx, id: number): void {
    this.#recount.run(tx, { id });
  }
  setRemoved(
    tx: Tx,
    id: number,
    mark: { at: number | null; reason: string | null; status: CacheStatus; now: number },
  ): void {
    this.#remove.run(tx, { id, ...mark });
  }
  setMaintenance(tx: Tx, id: number, on: boolean): void {
    this.#maintain.run(tx, { id, on });
  }
  setOwner(tx: Tx, id: number, account: number | null, call: string): void {
    this.#owner.run(tx, { id, account, call });
  }
}
