/** What the operator's routes work with. */
import type { AddressChange } from "../accounts/mod.ts";
import type { Living, World } from "../base/mod.ts";
import type { Audit, BackupTrials, Database, JobRuns } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { Limits } from "../http/mod.ts";
import type { HostFile, Settings } from "../settings/mod.ts";
import type { ExtraCheck } from "./reasons.ts";
import type { Uploads } from "../uploads/mod.ts";
import type { Problems } from "./problems.ts";

/** What the running program can do to itself; absent where it is no server of its own. */
export interface HostControl {
  /** Its env file. */
  file: HostFile;
  /** Ends it so that it comes back; undefined where nobody would bring it back. */
  restart?: (() => void) | undefined;
  restoring?: Restoring | undefined;
}

/** What a backup holds that was checked and waits to be put in place. */
export interface WaitingBackup {
  instance: string;
  /** Unix seconds. */
  madeAt: number;
  /** Version of the program that made it. */
  program: string;
  /** Files of photos and sounds. */
  media: number;
  /** Whether its secrets come with it, stay closed for want of their passphrase, or are not in it. */
  secrets: "opened" | "closed" | "none";
  /** Name of the schema of its database, and how many migrations it is behind. */
  schema: string;
  behind: number;
}

/** Putting a backup in the place of everything, where the program is a server of its own. */
export interface Restoring {
  /** Checks a backup from end to end and keeps it ready. Throws what is wrong with it; then nothing is kept. */
  check(path: string, passphrase?: string): Promise<WaitingBackup>;
  /** What is ready. */
  waiting(): Promise<WaitingBackup | undefined>;
  /** Gives up what is ready. */
  drop(): Promise<void>;
  /** Has it put in place at the end of this run, or at the next start. */
  go(): Promise<void>;
}

export interface AdminParts {
  db: Database;
  settings: Settings;
  audit: Audit;
  world: World;
  limits: Limits;
  /** Whether a session's call is held and verified: for `pending` in whoami. */
  isVerified(call: string): boolean;
  /** Whether nobody but this account was ever here, and it has hidden nothing. */
  isFresh(account: number): boolean;
  /** What stops working when people reach this instance at another address. */
  stopsAt(to: string): AddressChange & { phones: number };
  checks: readonly ExtraCheck[];
  dataDir: string;
  host?: HostControl | undefined;
  /** What came of trying the newest copy, and how copies are taken elsewhere. */
  backups: {
    trials: Pick<BackupTrials, "last">;
    elsewhere(): { lastAt: number | null; rclone: string; restic: string; zone: string };
  };
  source: { version: string };
  /** Large files from a browser: a map, a whole backup. */
  uploads: Uploads;
  /** What runs by itself, and when each ran last. */
  jobs: readonly Job[];
  jobRuns: JobRuns;
  /** How everything outside did last that this program uses. */
  lives(): readonly Living[];
  /** Problems since the start; absent in programs that keep no log of their own. */
  problems?: Problems | undefined;
}
