/** The declaration of one setting: everything that the program, the settings page and the handbook say of it. */
import type { ValueType } from "./types.ts";

export const GROUPS = {
  server: "Server and addresses",
  secrets: "Secrets",
  sessions: "Sign-in and sessions",
  legal: "Operator and legal pages",
  game: "Caches and finds",
  api: "Public API",
  radio: "Radio and stations",
  bbs: "Packet mailbox",
  retention: "How long things are kept",
  spots: "Activity spots",
  tools: "Tool registries",
  mail: "Mail and push",
  verification: "Callsign verification",
  federation: "Federation",
  link: "Federation over packet radio",
} as const;
type Group = keyof typeof GROUPS;

export interface Setting<T = unknown> {
  /** Its environment variable, and its name everywhere else. */
  key: string;
  group: Group;
  /** A few words for a form. */
  label: string;
  /** One sentence for the operator on what the setting does. */
  hint: string;
  type: ValueType<NonNullable<T>>;
  /** Value while neither the environment nor a saved value sets it. `undefined`: nothing is configured. */
  fallback: T;
  /** `instance`: the operator may change it at runtime. `environment`: read once at the start. */
  scope: "instance" | "environment";
  /** Whether it is a secret: it is shown only as set or unset, and is always of environment scope. */
  secret: boolean;
}

type Declared<T> = Omit<Setting<T>, "scope" | "secret" | "fallback">;

/** An instance setting: environment > saved > default, changeable at runtime (API "Limits"). */
export const instanceSetting = <T>(declared: Declared<T> & { fallback: NoInfer<T> }): Setting<T> => ({
  ...declared,
  scope: "instance",
  secret: false,
});

/** An instance setting that may stay empty. */
export const optionalInstanceSetting = <T>(declared: Declared<T>): Setting<T | undefined> =>
  ({ ...declared, fallback: undefined, scope: "instance", secret: false }) as Setting<T | undefined>;

/** Read from the environment once, at the start. */
export const configuration = <T>(declared: Declared<T> & { fallback: NoInfer<T> }): Setting<T> => ({
  ...declared,
  scope: "environment",
  secret: false,
});

/** A setting that the environment alone sets, without a default. */
export const optionalConfiguration = <T>(declared: Declared<T>): Setting<T | undefined> =>
  ({ ...declared, fallback: undefined, scope: "environment", secret: false }) as Setting<T | undefined>;

/** A secret: environment only, shown as set or unset. */
export const secretSetting = <T>(declared: Omit<Declared<T>, "group">): Setting<T | undefined> =>
  ({ ...declared, group: "secrets", fallback: undefined, scope: "environment", secret: true }) as Setting<
    T | undefined
  >;
