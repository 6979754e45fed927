/**
 * The signed registry: which key and operator a name has, on the word of one authority (FED "Authentication"). Fails
 * closed: a configured document that does not verify lets nothing mirror, and an older one never replaces a newer.
 */
import type { FetchGuard, World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { isInstanceId, isPublicKey, signDocument, type SigningKey, verifyDocument } from "../../wire/mod.ts";
import { FUTURE_S } from "../tables/record_store.ts";

/** What the registry says of one instance. */
export interface Binding {
  key?: string;
  operator?: string;
}
interface RegistryEntry extends Binding {
  instance: string;
  url?: string;
  aprsCall?: string;
  addresses?: unknown;
}
interface RegistryDocument {
  at: number;
  entries: RegistryEntry[];
  sig: string;
}

interface RegistryOptions {
  db: Database;
  world: World;
  guard: FetchGuard;
  /** The setting FED_REGISTRY: the document itself. It is used before one that DNS names. */
  document?: Record<string, unknown>;
  /** FED_REGISTRY_DNS: name of the TXT record that says where the document is. */
  dnsName?: string;
  /** The setting FED_REGISTRY_KEY. */
  authority?: string;
  /** TXT records at a name; undefined when no resolver answers. */
  txt(name: string): Promise<string[] | undefined>;
}

const FRESH_MS = 300_000;
const FETCH_MS = 3000;
const MAX_BYTES = 1024 * 1024;

/**
 * Reads and verifies a document. Malformed entries are left out one by one; with a wrong signature the whole
 * document is refused.
 */
function readRegistry(value: unknown, authority: string): RegistryDocument | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { at, entries, sig } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(at) || !Array.isArray(entries) || typeof sig !== "string") return undefined;
  if (!verifyDocument("svc-reg/1", { at, entries }, authority, sig)) return undefined;
  const read = entries.filter((entry): entry is RegistryEntry =>
    typeof entry === "object" && entry !== null && typeof entry.instance === "string" &&
    isInstanceId(entry.instance) &&
    (entry.key === undefined || (typeof entry.key === "string" && isPublicKey(entry.key))) &&
    (entry.url === undefined || typeof entry.url === "string") &&
    (entry.operator === undefined || typeof entry.operator === "string")
  );
  return { at: at as number, entries: read, sig };
}

/** Signs a registry, for the authority. */
export function signRegistry(at: number, entries: RegistryEntry[], key: SigningKey): RegistryDocument {
  return { at, entries, sig: signDocument("svc-reg/1", { at, entries }, key) };
}

/** The registry as it is configured; without a configuration it binds nobody, and that is no error. */
export class Registry {
  /** Why no instance has a key now; `undefined` while all is well. */
  error: string | undefined;
  #document: RegistryDocument | undefined;
  #checkedMs: number | undefined;
  readonly #save;

  constructor(readonly options: RegistryOptions) {
    const { db, authority, document } = options;
    const newest = db.row<{ authority: string }, { at: number; document: string }>(
      "SELECT at, document FROM fed_registry WHERE authority = :authority",
    );
    this.#save = db.change<{ authority: string; at: number; document: string }>(
      `INSERT INTO fed_registry (authority, at, document) VALUES (:authority, :at, :document)
       ON CONFLICT (authority) DO UPDATE SET at = excluded.at, document = excluded.document WHERE excluded.at >= at`,
    );
    if (!this.isConfigured || authority === undefined) return;
    const kept = newest({ authority });
    if (kept) this.#document = readRegistry(JSON.parse(kept.document), authority);
    if (document !== undefined) {
      const read = readRegistry(document, authority);
      if (!read) this.error = "FED_REGISTRY does not verify under FED_REGISTRY_KEY";
      else if (this.#document && read.at < this.#document.at) {
        this.error = "FED_REGISTRY is older than the newest document accepted";
      } else this.#document = read;
    } else if (!this.#document) {
      this.error = "the registry was not read yet";
    }
  }

  get isConfigured(): boolean {
    return this.options.document !== undefined || this.options.dnsName !== undefined;
  }

  /** Stores the configured document as the newest accepted. */
  keep(tx: Tx): void {
    const { authority } = this.options;
    if (authority === undefined || !this.#document) return;
    this.#save(tx, { authority, at: this.#document.at, document: JSON.stringify(this.#document) });
  }

  entries(): readonly RegistryEntry[] {
    return this.#document?.entries ?? [];
  }

  /**
   * What the registry says of one instance. While the registry is broken every name is bound to no key: nothing
   * mirrors.
   */
  binding(instance: string): Binding | undefined {
    if (!this.isConfigured) return undefined;
    return this.#document?.entries.find((entry) => entry.instance === instance);
  }

  /** Fetches a registry located by DNS, at most every five minutes. The last good document stays on an outage. */
  async refresh(): Promise<void> {
    const { dnsName, document, authority, world, guard, db } = this.options;
    if (dnsName === undefined || document !== undefined || authority === undefined) return;
    const now = world.elapsedMs();
    if (this.#checkedMs !== undefined && now - this.#checkedMs < FRESH_MS) return;
    this.#checkedMs = now;
    try {
      const url = locate(await this.options.txt(dnsName));
      if (url === undefined) throw new Error(`no TXT record at ${dnsName} says url=https://…`);
      const answer = await guard.request({ url, maxBytes: MAX_BYTES, timeoutMs: FETCH_MS });
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
      const read = readRegistry(JSON.parse(new TextDecoder().decode(answer.bytes)), authority);
      if (!read || read.at > world.now() + FUTURE_S) throw new Error(`${url} does not verify`);
      if (this.#document && read.at < this.#document.at) {
        throw new Error(`${url} is older than what was accepted`);
      }
      this.#document = read;
      this.error = undefined;
      await db.write((tx) => this.keep(tx));
    } catch (error) {
      world.log.warn("registry not refreshed: {error}", { error: String(error) });
      if (!this.#document) this.error = "the registry cannot be read";
    }
  }
}

/** Where the document is: the only `url=` of a TXT record. A `key=` there counts for nothing: keys are pinned. */
function locate(records: string[] | undefined): string | undefined {
  for (const record of records ?? []) {
    for (const field of record.split(";")) {
      const [name, ...value] = field.split("=");
      const url = value.join("=").trim();
      if (name?.trim().toLowerCase() === "url" && url.startsWith("https://")) return url;
    }
  }
  return undefined;
}
