/** The registries that an instance or a member keeps. */
import { fromBase64Url, type World } from "../base/mod.ts";
import type { Audit, Database, Tx } from "../db/mod.ts";
import {
  type Settings,
  TOOL_REGISTRIES,
  TOOL_REGISTRIES_PLAYERS,
  TOOL_REGISTRIES_PROXY,
  TOOLS,
} from "../settings/mod.ts";
import { readPublicKey } from "../wire/mod.ts";
import { BUILTIN } from "./builtin.ts";
import { registryFailure as failure } from "./errors.ts";
import { asBase64Url } from "./list.ts";
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

interface RegistryInput {
  spec: string;
  authority: string;
  label?: string | undefined;
}

interface RegistryChange {
  enabled?: boolean | undefined;
  label?: string | undefined;
  authority?: string | undefined;
}

interface RegistryParts {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
}

/** Registries of tools. Throws `registryFailure` for addresses, keys and numbers that do not fit. */
export class Registries {
  readonly store;
  readonly #parts: RegistryParts;

  constructor(parts: RegistryParts) {
    this.#parts = parts;
    this.store = registryStore(parts.db);
  }

  /** Whether the environment fixes the instance's list. */
  get fixed(): boolean {
    return this.#parts.settings.get(TOOL_REGISTRIES) !== undefined;
  }
  /** Which tools run here. */
  get tools(): "all" | "registries" | "off" {
    return this.#parts.settings.get(TOOLS);
  }
  /** Whether members may add registries of their own. */
  get playersAllowed(): boolean {
    return this.tools === "all" && this.#parts.settings.get(TOOL_REGISTRIES_PLAYERS);
  }
  /** Whether files of registries are served from copies kept here. */
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
    proxied: view.builtin || this.proxy && view.url.startsWith("https:"),
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

  /** Adds a registry for everybody. */
  addForAll = (actor: string, input: RegistryInput): Promise<RegistryView> =>
    this.#administer(actor, "registry-add", input.spec, (tx) => this.add(tx, null, input));

  /** Renames or switches a registry of the instance, or pins another key for it. */
  changeForAll = (actor: string, id: string, change: RegistryChange): Promise<RegistryView> =>
    this.#administer(
      actor,
      change.authority === undefined ? "registry-change" : "registry-confirm",
      change.authority ?? (change.enabled === undefined ? "" : change.enabled ? "on" : "off"),
      (tx) => this.change(tx, null, id, change),
    );

  /** Removes a registry of the instance; gives what it was. */
  removeForAll = (actor: string, id: string): Promise<RegistryView> =>
    this.#administer(actor, "registry-remove", "", (tx) => this.remove(tx, null, id));

  /** One change by an operator with its row in the audit log; refused while the environment sets the list. */
  async #administer(
    actor: string,
    action: string,
    reason: string,
    work: (tx: Tx) => RegistryView,
  ): Promise<RegistryView> {
    if (this.fixed) throw failure.registries_fixed();
    const { db, audit, world } = this.#parts;
    return await db.write((tx) => {
      const registry = work(tx);
      const { id: targetId, label } = registry;
      audit.note(tx, world.now(), { actor, action, kind: "tool-registry", targetId, label, reason });
      return registry;
    });
  }

  /** Adds a registry; `account` is `null` for the instance's. Nothing is fetched. */
  add(tx: Tx, account: number | null, input: RegistryInput): RegistryView {
    const address = readSpec(input.spec) ?? fail(failure.invalid_registry());
    const authority = authorityOf(input.authority);
    const label = input.label === undefined ? address.label : labelOf(input.label);
    const before = this.store.of({ account });
    const most = account === null ? MOST.instance : MOST.member;
    if (before.some(({ url }) => url === address.url)) throw failure.registry_exists();
    if (before.length >= most) {
      throw failure.registries_full(
        { limit: most },
        `There are ${most} registries already, as many as are allowed`,
      );
    }
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
  change(tx: Tx, account: number | null, id: string, change: RegistryChange): RegistryView {
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

  /** Removes a registry; gives what it was. */
  remove(tx: Tx, account: number | null, id: string): RegistryView {
    if (account === null && id === BUILTIN.id) throw failure.registry_builtin();
    const row = this.#row(account, id);
    this.store.drop(tx, { id: row.id });
    return this.#view(row);
  }

  #row(account: number | null, id: string): RegistryRow {
    const row = /^\d{1,15}$/.test(id) ? this.store.byId({ account, id: Number(id) }) : undefined;
    return row ?? fail(failure.registry_not_found());
  }
}

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
