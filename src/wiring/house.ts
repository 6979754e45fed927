/** What the whole program uses (database, world, settings), and the jobs that belong to no area. */
import { join } from "node:path";
import { makeArchive } from "../archive/mod.ts";
import type { HostControl, Problems } from "../admin/mod.ts";
import type { World } from "../base/mod.ts";
import { type Audit, type Database, dbFailure, nightlyBackup, type Nonces, watchDamage } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { GuardedFetch } from "../registries/mod.ts";
import {
  BACKUP_KEEP,
  BACKUP_NIGHTLY,
  BACKUP_PASSPHRASE,
  instanceId,
  MODERATION_RETENTION_DAYS,
  type Settings,
} from "../settings/mod.ts";
import type { Reach } from "../tls/mod.ts";
import type { SourceInfo } from "../web/mod.ts";

export interface House {
  world: World;
  settings: Settings;
  /** The database, brought up to date. */
  db: Database;
  /** Folder of the database, media and tiles. */
  dataDir: string;
  source: SourceInfo;
  /** Warnings and errors, gathered from the log. */
  problems?: Problems;
  /** What the program can do to itself, where it is a server of its own. */
  host?: HostControl;
  /** Where it listens and is reached; filled in by whoever listens. */
  reach?: Reach;
  /** Fetches addresses that others chose; by default never from private networks. */
  fetch?: GuardedFetch;
}

/**
 * Regular work of the whole program: reads settings that another process has changed, deletes spent nonces and old
 * audit rows, and makes a copy every night.
 */
export function houseJobs(house: House, nonces: Nonces, audit: Audit): Job[] {
  const { db, settings, world } = house;
  return [
    { name: "settings-refresh", when: 2000, run: () => settings.refresh() },
    {
      name: "house-prune",
      when: "17 * * * *",
      judgesTime: true,
      run: async () => {
        await db.write((tx) => {
          nonces.prune(tx, world.now());
          audit.prune(tx, world.now() - settings.get(MODERATION_RETENTION_DAYS) * 86_400);
        });
        // What people deleted since stands in the log no longer than this.
        db.emptyLog();
      },
    },
    {
      name: "database-check",
      when: "17 4 * * *",
      run: async () => {
        const problem = await watchDamage(db).check(world.now());
        if (problem !== undefined) {
          throw dbFailure.database_damaged({}, `The database is damaged: ${problem}`);
        }
      },
    },
    ...nightly(house),
  ];
}

/** The nightly copy, whoever makes it: the server, or the timer of an installation. */
export const NIGHTLY = "nightly-backup";

/** The nightly copy of the database, unless the operator wants none. */
function nightly(house: House): Job[] {
  const { db, settings, dataDir, world } = house;
  const keep = settings.get(BACKUP_KEEP);
  if (keep === 0 || db.path === ":memory:") return [];
  const run = async () => {
    const path = await nightlyBackup(db, join(dataDir, "backups"), world.now(), keep, nightlyWhole(house));
    world.log.info("backup at {path}", { path });
  };
  return [{ name: NIGHTLY, when: "41 2 * * *", judgesTime: true, run }];
}

/** How the nightly copy is made where it is to be a whole archive. */
export function nightlyWhole(
  { db, settings, dataDir, world, source }: House,
): ((path: string) => Promise<unknown>) | undefined {
  if (settings.get(BACKUP_NIGHTLY) !== "whole") return undefined;
  return (path) =>
    makeArchive({
      ...{ db, dataDir, path, now: world.now(), instance: instanceId(settings), program: source.version },
      passphrase: settings.get(BACKUP_PASSPHRASE),
      beside: true,
    });
}
