/** Backups that are known to work: the newest is tried each night, and a copy elsewhere is seen to be made. */
import { join, resolve } from "node:path";
import type { ExtraCheck } from "../admin/mod.ts";
import { rehearse } from "../archive/mod.ts";
import { backupsIn, type BackupTrials, openBackupTrials } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { BACKUP_PASSPHRASE, REPLICA } from "../settings/mod.ts";
import type { House } from "./house.ts";

/** The table whose rows say how much of an instance came back. */
const COUNTED = "cache";
/** Days after which a copy elsewhere is late. */
const LATE_S = 3 * 86_400;

/** Opens it: the job of the night, the line of the checklist, and what the page System shows. */
export function openBackups(
  house: House,
): { trials: BackupTrials; elsewhere(): Elsewhere; jobs: Job[]; checks: ExtraCheck[] } {
  const { db, dataDir, world, settings } = house;
  const trials = openBackupTrials(db), folder = join(dataDir, "backups");
  const tryNewest = async () => {
    const [newest] = backupsIn(folder);
    if (!newest) return;
    const began = world.elapsedMs(), at = world.now();
    const keep = (seen: { caches: number; secrets: "all" | "closed" | "none"; error: string | null }) =>
      db.write((tx) =>
        trials.keep(tx, { at, name: newest.name, ms: Math.round(world.elapsedMs() - began), ...seen })
      );
    try {
      const { rows, secrets } = await rehearse(newest.file, dataDir, {
        passphrase: settings.get(BACKUP_PASSPHRASE),
        counted: COUNTED,
      });
      await keep({ caches: rows, secrets, error: null });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await keep({ caches: 0, secrets: "none", error: why.slice(0, 300) });
      throw error;
    }
  };
  return {
    trials,
    elsewhere: () => ({
      lastAt: elsewhereAt(dataDir),
      ...linesFor(resolve(folder), new Date(world.now() * 1000)),
    }),
    jobs: [{ name: "backup-trial", when: "53 3 * * *", judgesTime: true, run: tryNewest }],
    checks: [(): ReturnType<ExtraCheck> => {
      const [newest] = backupsIn(folder), seen = elsewhereAt(dataDir), label = "Copy elsewhere";
      const kept = settings.get(REPLICA) !== undefined;
      const days = seen === null ? 0 : Math.floor((world.now() - seen) / 86_400);
      const isLate = seen !== null && world.now() - seen > LATE_S;
      const base = { key: "ELSEWHERE", label, group: "data", source: "env" } as const;
      // Where there is no copy there is nothing to take elsewhere; a replica is one.
      if (!newest || kept || (seen !== null && !isLate)) {
        return {
          ...base,
          level: "recommended",
          status: "ok",
          detail: kept
            ? "a replica is kept"
            : !newest
            ? "no copy yet"
            : `last copied elsewhere ${days} days ago`,
          ...(seen !== null && { values: { okAt: seen } }),
        };
      }
      return {
        ...base,
        level: "recommended",
        status: seen === null ? "missing" : "warn",
        detail: seen === null
          ? "the copies lie on this host alone"
          : `the copies were last taken elsewhere ${days} days ago`,
        reason: seen === null ? "ELSEWHERE.never" : "ELSEWHERE.late",
        values: { n: days },
      };
    }],
  };
}

/** When the line that takes copies elsewhere did so last: it says so by touching this file. */
const SEEN = "copied-elsewhere";
function elsewhereAt(dataDir: string): number | null {
  try {
    return Math.floor(Deno.statSync(join(dataDir, "backups", SEEN)).mtime!.getTime() / 1000);
  } catch {
    return null;
  }
}

/** The nightly copy of the server begins at this minute of the day in UTC, that of an installation's timer in the host's zone. */
const OWN_UTC = 2 * 60 + 41, TIMER = 3 * 60 + 17;
/** Minutes after which either is done. */
const DONE = 30;

/**
 * The lines of a crontab that take the copies elsewhere, in this host's zone: at a time when both ways in which the copy of a
 * night is made are done. Pure. `minutesEast`: of UTC.
 */
export function linesOf(folder: string, minutesEast: number): Omit<Elsewhere, "lastAt" | "zone"> {
  const own = (OWN_UTC + minutesEast + 1440) % 1440 + DONE, timer = TIMER + DONE;
  // West of UTC the server's own copy is made in the evening before: by the timer's time it is long there.
  const at = own < 12 * 60 + DONE ? Math.max(own, timer) : own > 18 * 60 ? timer : own;
  const when = `${at % 60} ${Math.floor(at / 60)} * * *`, seen = `touch '${folder}/${SEEN}'`;
  return {
    rclone: `${when} rclone copy --include "*.tar" --include "*.db" '${folder}' club-nas:gateway && ${seen}`,
    restic: `${when} restic -r sftp:club-nas:gateway --password-file ~/.restic backup '${folder}' && ${seen}`,
  };
}

const linesFor = (folder: string, now: Date) => ({
  ...linesOf(folder, -now.getTimezoneOffset()),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** When copies were last seen to be taken elsewhere (unix seconds), and the lines that do it on this host. */
interface Elsewhere {
  lastAt: number | null;
  rclone: string;
  restic: string;
  /** The host's time zone, in which the lines say when. */
  zone: string;
}
