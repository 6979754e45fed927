/** Rows of uploaded files. */
import type { Database, Tx } from "../../db/mod.ts";
import type { MediaKind } from "./media_kind.ts";

export interface MediaRow {
  id: string;
  cacheId: number;
  accountId: number | null;
  stage: number | null;
  kind: MediaKind;
  contentType: string;
  title: string;
  key: string;
  bytes: number;
  hash: string;
  thumbKey: string | null;
  thumbType: string | null;
  thumbBytes: number;
  thumbHash: string | null;
  createdAt: number;
}

const COLUMNS =
  `id, cache_id AS cacheId, account_id AS accountId, stage, kind, content_type AS contentType, title, key,
  bytes, hash, thumb_key AS thumbKey, thumb_type AS thumbType, thumb_bytes AS thumbBytes, thumb_hash AS thumbHash,
  created_at AS createdAt`;

export class MediaStore {
  readonly #byId;
  readonly #byKey;
  readonly #byAnyId;
  readonly #gallery;
  readonly #clips;
  readonly #ofMany;
  readonly #ofAccount;
  readonly #ofCache;
  readonly #insert;
  readonly #setThumb;
  readonly #setStage;
  readonly #delete;
  readonly #used;
  readonly #uses;
  readonly #handOver;

  constructor(db: Database) {
    const select = `SELECT ${COLUMNS} FROM media WHERE`;
    this.#byId = db.sql<{ id: string; cache: number }, MediaRow>(`${select} id = :id AND cache_id = :cache`);
    this.#byAnyId = db.sql<{ id: string }, MediaRow>(`${select} id = :id`);
    this.#byKey = db.sql<{ key: string }, MediaRow>(`${select} key = :key OR thumb_key = :key`);
    this.#gallery = db.sql<{ cache: number }, MediaRow>(
      `${select} cache_id = :cache AND stage IS NULL ORDER BY created_at, id`,
    );
    this.#clips = db.sql<{ cache: number }, MediaRow>(
      `${select} cache_id = :cache AND stage IS NOT NULL ORDER BY stage`,
    );
    this.#ofMany = db.sql<{ ids: string }, MediaRow>(
      `${select} cache_id IN (SELECT value FROM json_each(:ids)) AND stage IS NULL ORDER BY cache_id, created_at, id`,
    );
    this.#ofAccount = db.sql<{ account: number }, MediaRow>(`${select} account_id = :account`);
    this.#ofCache = db.sql<{ cache: number }, MediaRow>(`${select} cache_id = :cache`);
    this.#insert = db.sql<Record<keyof MediaRow, string | number | null>>(
      `INSERT INTO media (id, cache_id, account_id, stage, kind, content_type, title, key, bytes, hash, thumb_key,
         thumb_type, thumb_bytes, thumb_hash, created_at)
       VALUES (:id, :cacheId, :accountId, :stage, :kind, :contentType, :title, :key, :bytes, :hash, :thumbKey, :thumbType,
         :thumbBytes, :thumbHash, :createdAt)`,
    );
    this.#setThumb = db.sql<{ id: string; key: string; type: string; bytes: number; hash: string }>(
      "UPDATE media SET thumb_key = :key, thumb_type = :type, thumb_bytes = :bytes, thumb_hash = :hash WHERE id = :id",
    );
    this.#setStage = db.sql<{ id: string; stage: number; key: string }>(
      "UPDATE media SET stage = :stage, key = :key WHERE id = :id",
    );
    this.#delete = db.sql<{ id: string }>("DELETE FROM media WHERE id = :id");
    this.#used = db.sql<
      { cache: number; account: number | null },
      { items: number; cacheBytes: number; accountBytes: number; allBytes: number }
    >(
      `SELECT (SELECT count(*) FROM media WHERE cache_id = :cache AND stage IS NULL) AS items,
         (SELECT coalesce(sum(bytes + thumb_bytes), 0) FROM media WHERE cache_id = :cache) AS cacheBytes,
         (SELECT coalesce(sum(bytes + thumb_bytes), 0) FROM media WHERE account_id = :account) AS accountBytes,
         (SELECT coalesce(sum(bytes + thumb_bytes), 0) FROM media) AS allBytes`,
    );
    this.#handOver = db.sql<{ cache: number; account: number | null }>(
      "UPDATE media SET account_id = :account WHERE cache_id = :cache",
    );
    this.#uses = db.sql<{ hash: string }, { n: number }>(
      "SELECT (SELECT count(*) FROM media WHERE hash = :hash) + (SELECT count(*) FROM media WHERE thumb_hash = :hash) AS n",
    );
  }

  byId = (cache: number, id: string): MediaRow | undefined => this.#byId.get({ cache, id });
  /** Of whatever cache. */
  byAnyId = (id: string): MediaRow | undefined => this.#byAnyId.get({ id });
  /** The row of a stored key, of the file or of its thumbnail. */
  byKey = (key: string): MediaRow | undefined => this.#byKey.get({ key });
  gallery = (cache: number): MediaRow[] => this.#gallery.all({ cache });
  clips = (cache: number): MediaRow[] => this.#clips.all({ cache });
  galleriesOf = (caches: readonly number[]): MediaRow[] => this.#ofMany.all({ ids: JSON.stringify(caches) });
  ofAccount = (account: number): MediaRow[] => this.#ofAccount.all({ account });
  ofCache = (cache: number): MediaRow[] => this.#ofCache.all({ cache });
  insert(tx: Tx, row: MediaRow): void {
    this.#insert.run(tx, { ...row });
  }
  setThumb(tx: Tx, id: string, thumb: { key: string; type: string; bytes: number; hash: string }): void {
    this.#setThumb.run(tx, { id, ...thumb });
  }
  setStage(tx: Tx, id: string, stage: number, key: string): void {
    this.#setStage.run(tx, { id, stage, key });
  }
  delete(tx: Tx, id: string): void {
    this.#delete.run(tx, { id });
  }
  handOver(tx: Tx, cache: number, account: number | null): void {
    this.#handOver.run(tx, { cache, account });
  }
  /** What is used up of each quota. */
  used = (cache: number, account: number | null) => this.#used.get({ cache, account })!;
  /** How many rows need the bytes of a hash. */
  uses = (hash: string): number => this.#uses.get({ hash })!.n;
}
