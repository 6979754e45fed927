/** How a command ends when it cannot go on: one line for each reason on standard error, and a status that scripts can tell. */
import { diskFailure, Failure, failures, isDiskFull } from "../base/mod.ts";
import { explainSqlite } from "../db/mod.ts";
import { named } from "./program.ts";

/**
 * Statuses as in sysexits.h. EX_USAGE for a wrong command line, EX_NOINPUT for a file that is not there or cannot be
 * read, EX_CANTCREAT for one that cannot be written, EX_TEMPFAIL for what may pass by itself, EX_NOPERM for what was
 * refused, EX_CONFIG for what the operator has to put right.
 */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 64,
  noInput: 66,
  cannotCreate: 73,
  temporary: 75,
  refused: 77,
  config: 78,
} as const;

export const cliFailure = failures({
  server_running: "conflict",
  data_dir_unusable: "unavailable",
  env_file_unusable: "unavailable",
  input_unusable: "missing",
  output_unusable: "unavailable",
  not_found: "missing",
  address_unusable: "unavailable",
  instance_unreachable: "unavailable",
  address_in_use: "unavailable",
  setting_off: "conflict",
  nobody_asked: "conflict",
  bad_option: "invalid",
});

/** Ends the process with reasons. */
export function stop(status: number, ...lines: string[]): never {
  for (const line of lines) console.error(named(line));
  Deno.exit(status);
}

const STATUS: Record<string, number> = Object.fromEntries([
  ...[
    "sqlite_too_old",
    "database_unreadable",
    "database_newer",
    "database_foreign",
    "database_differs",
    "data_dir_unusable",
    "link_untrusted",
    "note_unreadable",
    "env_file_unusable",
    "address_unusable",
    "setting_invalid",
    "box_here",
    "box_missing",
    "box_file_bad",
    "box_option",
    "setting_off",
  ].map((reason) => [reason, EXIT.config]),
  ...[
    "database_locked",
    "disk_full",
    "server_running",
    "leased_elsewhere",
    "address_in_use",
    "box_running",
    "gateway_unreachable",
    "instance_unreachable",
  ].map((reason) => [
    reason,
    EXIT.temporary,
  ]),
  ["code_refused", EXIT.refused],
  ["authority_differs", EXIT.refused],
  ["box_not_running", 2],
  ["bad_option", EXIT.usage],
  ["input_unusable", EXIT.noInput],
  ["output_unusable", EXIT.cannotCreate],
]);

/** What the system said, without its number and the name of the call: `Permission denied`. */
export const whyOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split("\n")[0]!.split(" (os error ", 1)[0]!;

/** The system's refusals, which name the file at their end: `Permission denied (os error 13): open '/x'`. */
const SYSTEM = /^.{1,200}? \(os error \d{1,6}\): \w{1,40} '(.{1,4096}?)'/;

/** What was thrown as an expected failure, where it is one. */
function expected(thrown: unknown): Failure | undefined {
  if (thrown instanceof Failure) return thrown;
  if (isDiskFull(thrown)) return diskFailure.disk_full();
  const sqlite = explainSqlite(thrown, "The database");
  if (sqlite instanceof Failure) return sqlite;
  const path = thrown instanceof Error ? SYSTEM.exec(thrown.message)?.[1] : undefined;
  return path === undefined ? undefined : cliFailure.input_unusable({}, `${path}: ${whyOf(thrown)}`);
}

/** Ends the process as fits what was thrown. A defect is shown whole; an expected failure in one line. */
export function stopFor(thrown: unknown): never {
  const failure = expected(thrown);
  if (failure) stop(STATUS[failure.reason] ?? EXIT.failed, failure.message);
  console.error(thrown);
  Deno.exit(EXIT.failed);
}
