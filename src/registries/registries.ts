/** The registries that an instance or a member keeps, and the files that are served of them. */
import { fromBase64Url, type World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import {
  type Settings,
  TOOL_REGISTRIES,
  TOOL_REGISTRIES_PLAYERS,
  TOOL_REGISTRIES_PROXY,
} from "../settings/mod.ts";
import { readPublicKey } from "../wire/mod.ts";
import { BUILTIN, readFile } from "./builtin.ts";
import type { Copies, Copy } from "./copies.ts";
import { registryFailure as failure } from "./errors.ts";
import { addressUnder, asBase64Url, programOf, readList } from "./list.ts";
import { LABEL_MOST, readSpec } from "./spec.ts";
import { type RegistryRow, registryStore } from "./store.ts";

/** Registries of the instance besides the built-in one, and of one member (API "Limits"). */
export const MOST = { instance: 20, member: 10 } as const;

/** A registry as it is shown (API "Resources and fields", Tool registry). */
export interface RegistryView {
  /** A number, `env-<n>` for one of TOOL_REGISTRIES, or `builtin`. */
  id: string;
  scope: "instance" | "own";
  spec: string;
  url: string;
  authority: string;
  label: string;
  enabled: boolean;
  builtin: boolean;
  /** Whether its files are served from copies kept here. */
  proxied: boolean;
}

export interface RegistryInput {
  spec: string;
  authority: string;
  label?: string | undefined;
}

export interface RegistryParts {
  db: Database;
  settings: Settings;
  world: World;
  copies: Copies;
}

export class Registries {
  readonly store;
  readonly copies: Copies;
  readonly #parts: RegistryParts;

  constructor(parts: RegistryParts) {
    this.#parts = parts;
    this.store = registryStore(parts.db);
    this.copies = parts.copies;
  }

  /** Whether the environment fixes the instance's list. */
  get fixed(): boolean {
    return this.#parts.settings.get(TOOL_REGISTRIES) !== undefined;
  }
  get playersAllowed(): boolean {
    return this.#parts.settings.get(TOOL_REGISTRIES_PLAYERS);
  }
  get proxy(): boolean {
    return this.#parts.settings.get(TOOL_REGISTRIES_PROXY);
  }

  /** The instance's registries, those that are switched off included. */
  ofInstance(): RegistryView[] {
    const listed = this.#parts.settings.get(TOOL_REGISTRIES);
    if (listed === undefined) {
      const on = this.store.builtin()?.enabled !== 0;
      return [this.#builtin(on), ...this.store.of({ account: null }).map((row) => this.#view(row))];
    }
    return listed.map((one, i) =>
      one === "builtin" ? this.#builtin(true) : this.#shown({
        ...one,
        id: `env-${i + 1}`,
        scope: "instance",
        builtin: false,
      })
    );
  }

  ofMember = (account: number): RegistryView[] => this.store.of({ account }).map((row) => this.#view(row));

  #shown = (view: Omit<RegistryView, "proxied">): RegistryView => ({
    ...view,
    // A path on this instance is asked for as it is.
    proxied: this.proxy && (view.builtin || view.url.startsWith("https:")),
  });
  #builtin = (enabled: boolean): RegistryView =>
    this.#shown({ ...BUILTIN, scope: "instance", builtin: true, enabled });
  #view = (row: RegistryRow): RegistryView =>
    this.#shown({
      id: String(row.id),
      scope: row.accountId === null ? "instance" : "own",
      spec: row.spec,
      url: row.url,
      authority: row.authority,
      label: row.label,
      enabled: row.enabled === 1,
      builtin: false,
    });

  /** Adds a registry; `account` is `null` for the instance's. Nothing is fetched. */
  add(tx: Tx, account: number | null, input: RegistryInput): RegistryView {
    const address = readSpec(input.spec) ?? fail(failure.invalid_registry());
    const authority = authorityOf(input.authority);
    const label = input.label === undefined ? address.label : labelOf(input.label);
    const before = this.store.of({ account });
    const most = account === null ? MOST.instance : MOST.member;
    if (before.some(({ url }) => url === address.url)) throw failure.registry_exists();
    if (before.length >= most) throw failure.registries_full({ limit: most });
    const { spec, url } = address;
    const row = {
      accountId: account,
      spec,
      url,
      authority,
      label,
      enabled: 1,
      createdAt: this.#parts.world.now(),
    };
    const { id } = this.store.insert(tx, row);
    return this.#view({ ...row, id });
  }

  /** Renames or switches a registry, or pins another key. */
  change(
    tx: Tx,
    account: number | null,
    id: string,
    change: { enabled?: boolean | undefined; label?: string | undefined; authority?: string | undefined },
  ): RegistryView {
    if (account === null && id === BUILTIN.id) {
      if (change.label !== undefined || change.authority !== undefined) throw failure.registry_builtin();
      if (change.enabled !== undefined) this.store.switchBuiltin(tx, { enabled: change.enabled ? 1 : 0 });
      return this.#builtin(this.store.builtin()?.enabled !== 0);
    }
    const row = this.#row(account, id);
    const changed = {
      ...row,
      label: change.label === undefined ? row.label : labelOf(change.label),
      enabled: change.enabled === undefined ? row.enabled : Number(change.enabled),
      authority: change.authority === undefined ? row.authority : authorityOf(change.authority),
    };
    const { label, enabled, authority } = changed;
    this.store.update(tx, { id: row.id, label, enabled, authority });
    return this.#view(changed);
  }

  remove(tx: Tx, account: number | null, id: string): void {
    if (account === null && id === BUILTIN.id) throw failure.registry_builtin();
    this.store.drop(tx, { id: this.#row(account, id).id });
  }

  #row(account: number | null, id: string): RegistryRow {
    const row = /^\d{1,15}$/.test(id) ? this.store.byId({ account, id: Number(id) }) : undefined;
    return row ?? fail(failure.registry_not_found());
  }

  /** What a registry's file says now, kept nowhere. */
  async preview(spec: string) {
    const address = readSpec(spec) ?? fail(failure.invalid_registry());
    const bytes = await this.copies.ask(address.url);
    const list = bytes && readList(bytes);
    if (!list) throw failure.registry_unreachable();
    return { ...address, ...list };
  }

  /**
   * A file that a registry names: its list, the manifests of the list, and the program of each manifest. The list goes
   * out only under the pinned key. Throws 404 for any other file. `spend` runs before each fetch and may refuse it.
   */
  async file(registry: RegistryView, asked: string | undefined, spend: () => void): Promise<Copy> {
    if (!this.proxy || !registry.enabled || !registry.proxied) throw failure.file_not_found();
    if (registry.builtin) {
      if (asked !== undefined && asked !== registry.url) throw failure.file_not_found();
      return { bytes: readFile(), stale: false };
    }
    const url = asked === undefined ? registry.url : addressUnder(registry.url, asked);
    const listCopy = await this.copies.get(registry.url, spend) ?? fail(failure.registry_unreachable());
    const list = readList(listCopy.bytes) ?? fail(failure.registry_unreachable());
    if (!list.signed || list.authority !== registry.authority) {
      throw failure.registry_key_changed({ authority: list.authority });
    }
    if (url === registry.url) return listCopy;
    const manifests = list.entries.flatMap(({ entry }) => addressUnder(registry.url, entry) ?? []);
    if (url === undefined || !(manifests.includes(url) || this.#isProgram(url, manifests))) {
      throw failure.file_not_found();
    }
    return await this.copies.get(url, spend) ?? fail(failure.registry_unreachable());
  }

  /** Whether a manifest that was fetched before names the file: whoever installs a tool reads its manifest first. */
  #isProgram(url: string, manifests: readonly string[]): boolean {
    const beside = manifests.filter((manifest) => url.startsWith(folderOf(manifest))).slice(0, BESIDE_MOST);
    return beside.some((manifest) => {
      const kept = this.copies.kept(manifest);
      const program = kept && programOf(kept);
      return program !== undefined && addressUnder(manifest, program) === url;
    });
  }
}

/** Most manifests in a program's folder that are looked at for its name. */
const BESIDE_MOST = 50;
const folderOf = (url: string): string => url.slice(0, url.lastIndexOf("/") + 1);

function authorityOf(text: string): string {
  const key = asBase64Url(text.trim());
  if (fromBase64Url(key)?.length !== 32 || readPublicKey(key) === undefined) {
    throw failure.invalid_authority();
  }
  return key;
}

function labelOf(text: string): string {
  const label = text.trim();
  // deno-lint-ignore no-control-regex -- control characters are what is refused
  if (label === "" || label.length > LABEL_MOST || /[\x00-\x1f\x7f]/.test(label)) {
    throw failure.invalid_label();
  }
  return label;
}

function fail(error: Error): never {
  throw error;
}
