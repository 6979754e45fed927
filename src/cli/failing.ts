/** How a command ends when it cannot go on: one line for each reason on standard error, and a status that scripts can tell. */
import { Failure, failures } from "../base/mod.ts";
import { explainSqlite } from "../db/mod.ts";

/** sysexits.h: EX_CONFIG for what the operator has to put right, EX_TEMPFAIL for what may pass by itself. */
export const EXIT = { ok: 0, failed: 1, usage: 64, temporary: 75, config: 78 } as const;

export const cliFailure = failures({
  server_running: ["conflict", "A server is running on this data folder"],
  data_dir_unusable: ["unavailable", "The data folder cannot be used"],
  not_found: ["missing", "There is no such file"],
  address_unusable: ["unavailable", "The server cannot listen"],
  address_in_use: ["unavailable", "Somebody else listens there"],
  bad_option: ["invalid", "The option does not take that"],
});

/** Ends the process with reasons. */
export function stop(status: number, ...lines: string[]): never {
  for (const line of lines) console.error(line);
  Deno.exit(status);
}

const CONFIG = new Set([
  "sqlite_too_old",
  "database_unreadable",
  "database_newer",
  "database_foreign",
  "database_differs",
  "data_dir_unusable",
  "address_unusable",
  "setting_invalid",
]);
const TEMPORARY = new Set(["database_locked", "disk_full", "server_running", "address_in_use"]);

/** Ends the process as fits what was thrown. A defect is shown whole; an expected failure in one line. */
export function stopFor(thrown: unknown): never {
  const error = explainSqlite(thrown, "The database");
  if (!(error instanceof Failure)) {
    console.error(error);
    Deno.exit(EXIT.failed);
  }
  const status = CONFIG.has(error.reason)
    ? EXIT.config
    : TEMPORARY.has(error.reason)
    ? EXIT.temporary
    : EXIT.failed;
  stop(status, error.message);
}
