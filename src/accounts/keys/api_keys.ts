/**
 * Keys of the public read API (API "Read API keys"): they raise limits, and let a program bring drafts, which their member sends
 * or drops. Only their SHA-256 is kept.
 */
import { newCode, sha256Hex, type World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { ApiKeyWho, IssuedSession } from "../../http/mod.ts";
import { API_KEYS_PER_ACCOUNT, type Settings } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import { type ApiKeyRow, apiKeyStore, type ApiKeyView } from "./api_key_store.ts";

/** The beginning of each key, by which it is recognised in logs and in code searches. */
const PREFIX = "svc_";
/** Characters of a key that are shown: enough to tell one's keys apart, far too few to guess one. */
const SHOWN = 12;
/** The last use is noted at most this often, in seconds: a read must not cost a write. */
const NOTE_EVERY_S = 300;

export class ApiKeys {
  readonly #db: Database;
  readonly #settings: Settings;
  readonly #world: World;
  readonly #store;

  constructor(db: Database, settings: Settings, world: World) {
    this.#db = db;
    this.#settings = settings;
    this.#world = world;
    this.#store = apiKeyStore(db);
  }

  get cap(): number {
    return this.#settings.get(API_KEYS_PER_ACCOUNT);
  }

  of = (account: number): ApiKeyView[] => this.#store.of({ account }).map(view);
  all = (): (ApiKeyView & { owner: string | null; suspended: boolean })[] =>
    this.#store.all({ now: this.#world.now() }).map((row) => ({
      ...view(row),
      owner: row.owner,
      suspended: row.suspended === 1,
    }));

  /** Makes a key in a session, with which it ends; its full text is in this answer and nowhere else. */
  create(
    tx: Tx,
    { account, id: sessionId }: Pick<IssuedSession, "account" | "id">,
    name: string,
  ): ApiKeyView & { key: string } {
    const held = this.#store.of({ account }).length;
    if (held >= this.cap) {
      throw accountFailure.api_keys_at_cap({ cap: this.cap }, `An account has at most ${this.cap} API keys`);
    }
    const key = PREFIX + newCode(this.#world, 32, "0123456789abcdef");
    const prefix = key.slice(0, SHOWN);
    const { id } = this.#store.add(tx, {
      accountId: account,
      name,
      prefix,
      keyHash: sha256Hex(key),
      createdAt: this.#world.now(),
      sessionId,
    });
    return { ...view(this.#store.byId({ id })!), key };
  }

  /** Revokes a key; with an account, only one of its own. */
  revoke(tx: Tx, id: number, account?: number): void {
    const row = this.#store.byId({ id });
    if (!row || (account !== undefined && row.accountId !== account)) throw accountFailure.api_key_missing();
    this.#store.drop(tx, { id });
  }

  /** The keys that were made in a session end with it; without one, all of the account. */
  sessionEnded(tx: Tx, account: number, session?: string): void {
    if (session === undefined) this.#store.dropOf(tx, { account });
    else this.#store.dropOfSession(tx, { account, session });
  }

  /** For whom a key stands; nobody while its owner is suspended. Notes its use now and then. */
  find(key: string): ApiKeyWho | undefined {
    if (!key.startsWith(PREFIX) || key.length > 100) return undefined;
    const row = this.#store.byHash({ hash: sha256Hex(key), now: this.#world.now() });
    if (!row) return undefined;
    const now = this.#world.now();
    if (now - (row.lastUsedAt ?? 0) >= NOTE_EVERY_S) {
      this.#db.write((tx) => this.#store.used(tx, { id: row.id, at: now })).catch((error) =>
        this.#world.log.warn("a key's use was not noted: {error}", { error })
      );
    }
    return { kind: "apikey", id: row.id, account: row.accountId };
  }

  /** The presenting key, for `GET /api/v1/key`. */
  view(id: number): ApiKeyView | undefined {
    const row = this.#store.byId({ id });
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
