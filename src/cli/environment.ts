/** The environment of commands: variables, and the env file that `setup` made. */
import { parseEnv } from "node:util";
import { dirname, join } from "node:path";
import { newToken, type World } from "../base/mod.ts";
import type { Environment } from "../settings/mod.ts";

/** Name of the env file inside DATA_DIR. */
export const ENV_FILE = "gateway.env";
/** Folder of the database, media, tiles and env file, unless DATA_DIR says otherwise. */
export const DEFAULT_DATA_DIR = "./data";

/** DATA_DIR of an environment. */
export const dataDirOf = (environment: Environment): string =>
  environment.DATA_DIR?.trim() || DEFAULT_DATA_DIR;

/** The environment with the env file of its DATA_DIR beneath it: a variable that is set wins. */
export function withEnvFile(environment: Environment): Environment {
  const path = join(dataDirOf(environment), ENV_FILE);
  try {
    return { ...parseEnv(Deno.readTextFileSync(path)), ...environment };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return environment;
    throw error;
  }
}

export interface Made {
  path: string;
  /** Names of what the file sets, for the operator to read; never the secrets. */
  keys: string[];
}

/**
 * Makes the env file with fresh secrets, readable by its owner alone. `undefined` when there is one already: it is never
 * overwritten.
 */
export function makeEnvFile(dataDir: string, calls: readonly string[], world: World): Made | undefined {
  const path = join(dataDir, ENV_FILE);
  const values: Record<string, string> = {
    INGEST_SECRET: newToken(world),
    OPERATOR_SECRET: newToken(world),
    SESSION_SECRET: newToken(world),
    FED_PRIVATE_KEY: newToken(world),
    ADMIN_CALLSIGNS: calls.join(","),
  };
  const text = [
    "# Settings of this instance. Keep this file secret; it is read by its owner only.",
    "# Every key that can stand here: main.ts settings list --all",
    ...Object.entries(values).map(([key, value]) => `${key}="${value}"`),
    "",
  ].join("\n");
  Deno.mkdirSync(dirname(path), { recursive: true });
  try {
    Deno.writeTextFileSync(path, text, { createNew: true, mode: 0o600 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return undefined;
    throw error;
  }
  return { path, keys: Object.keys(values) };
}
