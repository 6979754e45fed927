/** Resolving settings: environment, else saved value, else default, always with its source. */
import { failures, type World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import { ALL, settingOf } from "./catalogue/mod.ts";
import { GROUPS, type Setting } from "./declare.ts";
import { phraseIn, shapeIn, told } from "./languages.ts";
import { Misfit, type Shape } from "./types.ts";

type Source = "env" | "site" | "default";
export type Environment = Record<string, string | undefined>;

export const settingFailure = failures({
  setting_unknown: ["missing", { key: "string" }],
  setting_invalid: ["invalid", { key: "string", takes: "string" }],
  setting_fixed_by_env: ["conflict", { key: "string" }],
  host_file_not_ours: "conflict",
});

/** A setting whose value in the environment does not fit, which stops the start. Never holds the value itself. */
interface Problem {
  key: string;
  takes: string;
}

interface Stored {
  value: string;
  at: number;
  by: string;
}

/** One setting as the admin API shows it (API "Resources and fields", Instance setting). */
export interface SettingView extends Shape {
  key: string;
  group: string;
  label: string;
  hint: string;
  takes: string;
  default: string | null;
  value: string | null;
  source: Source;
  stored: Stored | null;
}

/** A setting that is read from the environment alone. */
export interface EnvironmentView {
  key: string;
  /** Title of its group. */
  group: string;
  label: string;
  hint: string;
  takes: string;
  secret: boolean;
  /** Whether the environment sets it. */
  set: boolean;
  value: string | null;
  default: string | null;
}

/** A setting's value as people type it; null where there is none. */
export const textOf = (setting: Setting, value: unknown): string | null =>
  value === undefined ? null : setting.type.format(value as NonNullable<unknown>);

/** The settings in force, read from the environment once and from the database whenever it changes. */
export class Settings {
  readonly problems: Problem[] = [];
  readonly #env = new Map<string, unknown>();
  readonly #live = new Map<string, unknown>();
  #stored = new Map<string, Stored>();
  #store?: SettingStore;
  #seen = -1;

  /** Reads the environment; what does not fit is in `problems`. Blank counts as unset. */
  constructor(environment: Environment) {
    for (const setting of ALL) {
      const text = environment[setting.key];
      if (text === undefined || text.trim() === "") continue;
      try {
        this.#env.set(setting.key, setting.type.parse(text));
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        this.problems.push({ key: setting.key, takes: setting.type.takes });
      }
    }
  }

  /** Adds the saved values of this database. */
  attach(db: Database): void {
    this.#store = new SettingStore(db);
    this.refresh(true);
  }

  /** The value in force. */
  get<T>(setting: Setting<T>): T {
    if (this.#env.has(setting.key)) return this.#env.get(setting.key) as T;
    if (this.#live.has(setting.key)) return this.#live.get(setting.key) as T;
    return setting.fallback;
  }

  /** Where the value in force comes from. */
  source(setting: Setting): Source {
    return this.#env.has(setting.key) ? "env" : this.#live.has(setting.key) ? "site" : "default";
  }

  /** Takes over what another process (a command) has saved. Cheap when nothing changed. */
  refresh(always = false): void {
    const version = this.#store?.version() ?? -1;
    if (!always && version === this.#seen) return;
    this.#seen = version;
    this.#stored = this.#store?.all() ?? new Map();
    this.#live.clear();
    for (const [key, { value }] of this.#stored) {
      const setting = settingOf(key);
      if (setting?.scope !== "instance") continue;
      try {
        this.#live.set(key, setting.type.parse(value));
      } catch (error) {
        // Saved by a version that took other values: the default counts until it is saved again.
        if (!(error instanceof Misfit)) throw error;
      }
    }
  }

  /** The setting under this key, or the refusal that the admin API gives. */
  changeable(key: string): Setting {
    const setting = settingOf(key);
    if (setting?.scope !== "instance") throw settingFailure.setting_unknown({ key });
    if (this.#env.has(key)) {
      throw settingFailure.setting_fixed_by_env(
        { key },
        `${key} is set by the environment and cannot be changed here`,
      );
    }
    return setting;
  }

  /** Saves a value in canonical form; in force once the write is committed. */
  save(tx: Tx, key: string, text: string, by: string, world: World): void {
    const setting = this.changeable(key);
    const value = this.#canonical(setting, text);
    this.#store!.put(tx, key, { value, at: world.now(), by });
    tx.after(() => this.refresh(true));
  }

  /** Goes back to the default. Gives whether a value was saved. */
  reset(tx: Tx, key: string): boolean {
    this.changeable(key);
    const dropped = this.#store!.drop(tx, key);
    tx.after(() => this.refresh(true));
    return dropped;
  }

  #canonical(setting: Setting, text: string): string {
    try {
      if (text.trim() === "" || text.length > 4000) throw new Misfit();
      return setting.type.format(setting.type.parse(text) as NonNullable<unknown>);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      throw settingFailure.setting_invalid(
        { key: setting.key, takes: setting.type.takes },
        `${setting.key} takes ${setting.type.takes}`,
      );
    }
  }

  /** One setting, with everything that a form needs, in this language. A secret's value is never in it. */
  view(setting: Setting, language = "en"): SettingView {
    const value = this.get(setting);
    return {
      key: setting.key,
      group: setting.group,
      ...shapeIn(language, setting.type.shape),
      ...told(setting, language),
      default: textOf(setting, setting.fallback),
      value: setting.secret ? null : textOf(setting, value),
      source: this.source(setting),
      stored: this.#stored.get(setting.key) ?? null,
    };
  }

  /** Every instance setting and its groups (GET /api/admin/settings), in this language. */
  views(language = "en"): { groups: { id: string; title: string }[]; settings: SettingView[] } {
    const settings = ALL.filter((setting) => setting.scope === "instance").map((setting) =>
      this.view(setting, language)
    );
    const groups = Object.entries(GROUPS)
      .filter(([id]) => settings.some((setting) => setting.group === id))
      .map(([id, title]) => ({ id, title: phraseIn(language, title) }));
    return { groups, settings };
  }

  /** Every setting that the environment alone holds, as a page may show it: a secret only as set or unset. */
  environmentViews(language = "en"): EnvironmentView[] {
    return ALL.filter(({ scope }) => scope === "environment").map((setting) => {
      const text = (it: unknown) => setting.secret ? null : textOf(setting, it);
      return {
        key: setting.key,
        group: phraseIn(language, GROUPS[setting.group]),
        ...told(setting, language),
        secret: setting.secret,
        set: this.#env.has(setting.key),
        value: text(this.get(setting)),
        default: text(setting.fallback),
      };
    });
  }
}

/** Saved values. */
class SettingStore {
  readonly #all;
  readonly #put;
  readonly #drop;

  constructor(readonly db: Database) {
    this.#all = db.sql<never, Stored & { key: string }>(
      "SELECT key, value, saved_at AS at, saved_by AS by FROM setting",
    );
    this.#put = db.sql<{ key: string; value: string; at: number; by: string }>(
      `INSERT INTO setting (key, value, saved_at, saved_by) VALUES (:key, :value, :at, :by)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, saved_at = excluded.saved_at, saved_by = excluded.saved_by`,
    );
    this.#drop = db.sql<{ key: string }>("DELETE FROM setting WHERE key = :key");
  }

  version = (): number => this.db.dataVersion();

  all(): Map<string, Stored> {
    return new Map(this.#all.all().map(({ key, value, at, by }) => [key, { value, at, by }]));
  }

  put(tx: Tx, key: string, { value, at, by }: Stored): void {
    this.#put.run(tx, { key, value, at, by });
  }

  drop(tx: Tx, key: string): boolean {
    return this.#drop.run(tx, { key }).changes > 0;
  }
}
