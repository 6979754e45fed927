/** Keys of the public read API (API "Read API keys"): they raise limits and gate nothing. Only their SHA-256 is kept. */
import { newCode, sha256Hex, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { ApiKeyWho } from "../../http/mod.ts";
import { API_KEYS_PER_ACCOUNT, type Settings } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";

/** Tells a key of ours from other secrets, in logs and in code searches. */
const PREFIX = "svc_";
/** `prefix` as shown: enough to tell one's keys apart, far too little to guess one. */
const SHOWN = 12;
/** The last use is noted at most this often, in seconds: a read must not cost a write. */
const NOTE_EVERY_S = 300;

export interface ApiKeyView {
  id: number;
  name: string;
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
}
interface ApiKeyRow extends ApiKeyView {
  accountId: number;
}

const KEY = `SELECT k.id, k.account_id AS accountId, k.name, k.prefix, k.created_at AS createdAt,
  k.last_used_at AS lastUsedAt FROM api_key k`;

export class ApiKeys {
  readonly #db: Database;
  readonly #settings: Settings;
  readonly #world: World;
  readonly #byHash;
  readonly #byId;
  readonly #of;
  readonly #all;
  readonly #add;
  readonly #drop;
  readonly #used;

  constructor(db: Database, settings: Settings, world: World) {
    this.#db = db;
    this.#settings = settings;
    this.#world = world;
    this.#byHash = db.sql<{ hash: string }, ApiKeyRow>(`${KEY} WHERE k.key_hash = :hash`);
    this.#byId = db.sql<{ id: number }, ApiKeyRow>(`${KEY} WHERE k.id = :id`);
    this.#of = db.sql<{ account: number }, ApiKeyRow>(`${KEY} WHERE k.account_id = :account ORDER BY k.id`);
    this.#all = db.sql<never, ApiKeyRow & { owner: string | null }>(
      `SELECT k.id, k.account_id AS accountId, k.name, k.prefix, k.created_at AS createdAt,
         k.last_used_at AS lastUsedAt, a.active_call AS owner
       FROM api_key k JOIN account a ON a.id = k.account_id ORDER BY k.id`,
    );
    this.#add = db.sql<{ account: number; name: string; prefix: string; hash: string; at: number }>(
      `INSERT INTO api_key (account_id, name, prefix, key_hash, created_at)
       VALUES (:account, :name, :prefix, :hash, :at)`,
    );
    this.#drop = db.sql<{ id: number }>("DELETE FROM api_key WHERE id = :id");
    this.#used = db.sql<{ id: number; at: number }>("UPDATE api_key SET last_used_at = :at WHERE id = :id");
  }

  get cap(): number {
    return this.#settings.get(API_KEYS_PER_ACCOUNT);
  }

  of = (account: number): ApiKeyView[] => this.#of.all({ account }).map(view);
  all = (): (ApiKeyView & { owner: string | null })[] =>
    this.#all.all().map((row) => ({ ...view(row), owner: row.owner }));

  /** Makes a key; its full text is in this answer and nowhere else. */
  create(tx: Tx, account: number, name: string): ApiKeyView & { key: string } {
    const held = this.#of.all({ account }).length;
    if (held >= this.cap) throw accountFailure.api_keys_at_cap({ cap: this.cap });
    const key = PREFIX + newCode(this.#world, 32, "0123456789abcdef");
    const prefix = key.slice(0, SHOWN);
    const { id } = this.#add.run(tx, {
      account,
      name,
      prefix,
      hash: sha256Hex(key),
      at: this.#world.now(),
    });
    return { ...view(this.#byId.get({ id })!), key };
  }

  /** Revokes a key; with an account, only one of its own. */
  revoke(tx: Tx, id: number, account?: number): void {
    const row = this.#byId.get({ id });
    if (!row || (account !== undefined && row.accountId !== account)) throw accountFailure.api_key_missing();
    this.#drop.run(tx, { id });
  }

  /** Who a presented key stands for; notes its use now and then. */
  find(key: string): ApiKeyWho | undefined {
    if (!key.startsWith(PREFIX) || key.length > 100) return undefined;
    const row = this.#byHash.get({ hash: sha256Hex(key) });
    if (!row) return undefined;
    const now = this.#world.now();
    if (now - (row.lastUsedAt ?? 0) >= NOTE_EVERY_S) {
      this.#db.write((tx) => this.#used.run(tx, { id: row.id, at: now })).catch((error) =>
        this.#world.log.warn("a key's use was not noted: {error}", { error })
      );
    }
    return { kind: "apikey", id: row.id, account: row.accountId };
  }

  /** The presenting key, for `GET /api/v1/key`. */
  view(id: number): ApiKeyView | undefined {
    const row = this.#byId.get({ id });
    return row && view(row);
  }
}

const view = ({ id, name, prefix, createdAt, lastUsedAt }: ApiKeyRow): ApiKeyView => ({
  id,
  name,
  prefix,
  createdAt,
  lastUsedAt,
});
