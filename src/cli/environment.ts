/** The environment of commands: variables, and the env file that `setup` made. */
import { parseEnv } from "node:util";
import { join } from "node:path";
import { newToken, type World } from "../base/mod.ts";
import type { Environment } from "../settings/mod.ts";
import { cliFailure, whyOf } from "./failing.ts";
import { replaceFile } from "./files.ts";

/** Name of the env file inside DATA_DIR. */
const ENV_FILE = "gateway.env";
/** Folder of the database, media, tiles and env file, unless DATA_DIR says otherwise. */
const DEFAULT_DATA_DIR = "./data";
/** Stands for the operator until there is a callsign: nobody is licensed under it. */
export const NO_CALL = "N0CALL";

/** DATA_DIR of an environment. */
export const dataDirOf = (environment: Environment): string =>
  environment.DATA_DIR?.trim() || DEFAULT_DATA_DIR;

/** The env file of a data folder. */
export const envPath = (dataDir: string): string => join(dataDir, ENV_FILE);

/** The env file's text; `undefined` where there is none. Throws a failure that says why it cannot be read. */
function envText(dataDir: string): string | undefined {
  try {
    return Deno.readTextFileSync(envPath(dataDir));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw cliFailure.env_file_unusable({}, `${envPath(dataDir)} cannot be read: ${whyOf(error)}`);
  }
}

/** The environment with the env file of its DATA_DIR beneath it: a variable that is set wins. */
export function withEnvFile(environment: Environment): Environment {
  const text = envText(dataDirOf(environment));
  return text === undefined ? environment : { ...parseEnv(text), ...environment };
}

interface Made {
  path: string;
  /** Names of what the file sets now, for the operator to read; never the secrets. */
  keys: string[];
}

/**
 * Makes the env file with fresh secrets, readable by its owner alone, or adds to one that begins without any. What is in
 * it stays. `undefined` when nothing was missing. `fresh` is what stands besides in a file that was not there.
 */
export function makeEnvFile(
  dataDir: string,
  call: () => string,
  world: World,
  fresh: Readonly<Record<string, string>> = {},
): Made | undefined {
  const text = envText(dataDir) ?? "";
  const there = parseEnv(text);
  if (there.INGEST_SECRET) return undefined;
  const values: Record<string, () => string> = {
    INGEST_SECRET: () => newToken(world),
    OPERATOR_SECRET: () => newToken(world),
    SESSION_SECRET: () => newToken(world),
    FED_PRIVATE_KEY: () => newToken(world),
    ADMIN_CALLSIGNS: call,
    ...(text.trim() === "" &&
      Object.fromEntries(Object.entries(fresh).map(([key, value]) => [key, () => value]))),
  };
  const missing = Object.entries(values).filter(([key]) => !there[key]);
  const lines = [
    ...(text.trim() === ""
      ? [
        "# Settings of this instance. Keep this file secret; it is read by its owner only.",
        "# Every key that can stand here: main.ts settings list --all",
      ]
      : [text.trimEnd()]),
    ...missing.map(([key, value]) => `${key}="${value()}"`),
    "",
  ];
  replaceFile(envPath(dataDir), lines.join("\n"));
  return { path: envPath(dataDir), keys: missing.map(([key]) => key) };
}

/** The operators that the env file names; `undefined` where there is no file. */
export const operatorsOf = (dataDir: string): string | undefined => {
  const text = envText(dataDir);
  return text === undefined ? undefined : parseEnv(text).ADMIN_CALLSIGNS ?? "";
};

/** Names the operator of an instance that was set up without a callsign. */
export function nameOperator(dataDir: string, call: string): void {
  const lines = (envText(dataDir) ?? "").trimEnd().split("\n").filter((line) =>
    !/^\s*ADMIN_CALLSIGNS\s*=/.test(line)
  );
  replaceFile(envPath(dataDir), [...lines, `ADMIN_CALLSIGNS="${call}"`, ""].join("\n"));
}
