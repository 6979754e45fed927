/** What the operator's routes work with. */
import type { World } from "../base/mod.ts";
import type { Audit, Database, JobRuns } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { Limits } from "../http/mod.ts";
import type { HostFile, Settings } from "../settings/mod.ts";
import type { ExtraCheck } from "./checklist.ts";
import type { Uploads } from "../uploads/mod.ts";
import type { Problems } from "./problems.ts";

/** What the running program can do to itself; absent where it is no server of its own. */
export interface HostControl {
  /** Its env file. */
  file: HostFile;
  /** Ends it so that it comes back; undefined where nobody would bring it back. */
  restart?: (() => void) | undefined;
}

export interface AdminParts {
  db: Database;
  settings: Settings;
  audit: Audit;
  world: World;
  limits: Limits;
  /** Whether a session's call is held and verified: for `pending` in whoami. */
  isVerified(call: string): boolean;
  checks: readonly ExtraCheck[];
  dataDir: string;
  host?: HostControl | undefined;
  source: { version: string };
  /** Large files from a browser: a map, a whole backup. */
  uploads: Uploads;
  /** What runs by itself, and when each ran last. */
  jobs: readonly Job[];
  jobRuns: JobRuns;
  /** Problems since the start; absent in programs that keep no log of their own. */
  problems?: Problems | undefined;
}
