/** Which secrets are usable, and what keeps the server from starting (API "Secrets"). */
import {
  FED_REGISTRY,
  FED_REGISTRY_DNS,
  FED_REGISTRY_KEY,
  HTTPS_PORT,
  INGEST_SECRET,
  OPERATOR_SECRET,
  PORT,
  SESSION_SECRET,
  TLS,
  TLS_CERT,
  TLS_KEY,
} from "./catalogue/mod.ts";
import type { Setting } from "./declare.ts";
import { tlsMode } from "./derived.ts";
import type { Settings } from "./settings.ts";

/** What example files carry in place of a secret. */
const PLACEHOLDER = "change-me";

type Three = "INGEST_SECRET" | "OPERATOR_SECRET" | "SESSION_SECRET";

/** A secret, or `undefined` when it is unset or the placeholder. */
function real(settings: Settings, setting: Setting<string | undefined>): string | undefined {
  const value = settings.get(setting);
  return value === undefined || value === PLACEHOLDER ? undefined : value;
}

/** Both are the operator's, and nobody from outside chooses one: how long it takes tells nothing. */
const same = (a: string | undefined, b: string | undefined): boolean => a !== undefined && a === b;

/** The three secrets that open gates, each only when it may be used. */
export function usableSecrets(settings: Settings): Record<Three, string | undefined> {
  const ingest = real(settings, INGEST_SECRET);
  const operator = real(settings, OPERATOR_SECRET);
  const session = real(settings, SESSION_SECRET);
  return {
    INGEST_SECRET: ingest,
    OPERATOR_SECRET: operator,
    // If both secrets were equal, whoever holds the other one could forge sessions: then no session is signed at all.
    SESSION_SECRET: same(session, ingest) || same(session, operator) ? undefined : session,
  };
}

/** Reasons not to start, one line each: the variable and the values that it takes. Empty where nothing is wrong. */
export function startProblems(settings: Settings): string[] {
  const lines = settings.problems.map(({ key, takes }) => `${key} takes ${takes}`);
  const { INGEST_SECRET: ingest } = usableSecrets(settings);
  const bad = (setting: Setting) => settings.problems.some((problem) => problem.key === setting.key);
  if (!ingest && !bad(INGEST_SECRET)) {
    const found = settings.get(INGEST_SECRET) === undefined
      ? "is not set"
      : `is the placeholder ${PLACEHOLDER}`;
    lines.push(`INGEST_SECRET ${found}; it takes ${INGEST_SECRET.type.takes}`);
  }
  for (const setting of [OPERATOR_SECRET, SESSION_SECRET]) {
    if (same(real(settings, setting), ingest)) {
      lines.push(`${setting.key} equals INGEST_SECRET; it takes a secret of its own`);
    }
  }
  const registry = settings.get(FED_REGISTRY) !== undefined || settings.get(FED_REGISTRY_DNS) !== undefined;
  if (registry && settings.get(FED_REGISTRY_KEY) === undefined && !bad(FED_REGISTRY_KEY)) {
    lines.push(
      `FED_REGISTRY_KEY is not set; a registry takes the public key of its authority (${FED_REGISTRY_KEY.type.takes})`,
    );
  }
  if ((settings.get(TLS_CERT) === undefined) !== (settings.get(TLS_KEY) === undefined)) {
    lines.push("TLS_CERT and TLS_KEY take a PEM file each, both or neither");
  } else if (settings.get(TLS) === "files" && settings.get(TLS_CERT) === undefined) {
    lines.push("TLS=files takes TLS_CERT and TLS_KEY, a PEM file each");
  }
  const [port, https] = [settings.get(PORT), settings.get(HTTPS_PORT)];
  const beside = tlsMode(settings) === "own" || settings.source(HTTPS_PORT) !== "default";
  if (tlsMode(settings) !== "off" && beside && port === https && port !== 0) {
    lines.push(`HTTPS_PORT takes another port than PORT, which is ${port}`);
  }
  return lines;
}

/** Fewer letters than this are guessed by whoever has a copy of what they signed. */
const SHORT = 16;

/** Secrets that are set and short: they work, and the operator is told. */
export const shortSecrets = (settings: Settings): string[] =>
  [INGEST_SECRET, OPERATOR_SECRET, SESSION_SECRET].filter((setting) => {
    const value = real(settings, setting);
    return value !== undefined && value.length < SHORT;
  }).map(({ key }) => key);
