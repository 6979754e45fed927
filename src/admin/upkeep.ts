/** Checks of what goes wrong over months: a disk that fills up, a backup that is not made any more. */
import { join } from "node:path";
import { freeBytes, SCARCE_BYTES, type World } from "../base/mod.ts";
import { backupsIn, type Database, watchDamage } from "../db/mod.ts";
import { REPLICA, type Settings } from "../settings/mod.ts";
import type { CheckItem, ExtraCheck } from "./checklist.ts";
import type { CheckReason, CheckValues } from "./reasons.ts";
import { replicaCheck } from "./replica.ts";

/** Days without a new copy after which the checklist warns. */
const NIGHTS = 3;
const DAY_S = 86_400;

const item = (
  key: string,
  label: string,
  detail: string,
  reason: CheckReason | null,
  values: CheckValues,
): ReturnType<ExtraCheck> => ({
  key,
  label,
  group: "data",
  level: "recommended" satisfies CheckItem["level"],
  status: reason === null ? "ok" : "warn",
  source: "db",
  detail,
  reason,
  values,
});

/** Whether the file of the database is whole, as far as it was looked at. */
function damageCheck(db: Database): ExtraCheck {
  const { problem } = watchDamage(db);
  return () => {
    const found = problem();
    return {
      ...item(
        "DATABASE",
        "Database",
        found ?? "no damage found",
        found === undefined ? null : "DATABASE.damaged",
        {
          why: found ?? "",
        },
      ),
      level: "blocking",
    };
  };
}

/** How much room is left where the data lies. */
const diskCheck = (dataDir: string): ExtraCheck => () => {
  const free = freeBytes(dataDir);
  return item(
    "DISK",
    "Free space",
    free === undefined ? "the system does not say" : `${Math.floor(free / 1e6)} MB free`,
    free === undefined || free >= SCARCE_BYTES ? null : "DISK.scarce",
    free === undefined ? {} : { freeBytes: free },
  );
};

/** How old the newest copy of the database is. */
const backupCheck = (dataDir: string, world: World): ExtraCheck => () => {
  const at = backupsIn(join(dataDir, "backups"))[0]?.madeAt;
  const label = "Last backup";
  if (at === undefined) {
    return item("BACKUP", label, "there is no copy of the database yet", "BACKUP.none", {});
  }
  const hours = Math.max(0, Math.floor((world.now() - at) / 3600));
  const age = hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  const isOld = world.now() - at > NIGHTS * DAY_S;
  return item("BACKUP", label, `the newest copy is ${age} old`, isOld ? "BACKUP.old" : null, {
    n: Math.floor(hours / 24),
    hours,
  });
};

/** All of these checks, for one data folder. */
export const upkeepChecks = (
  { db, dataDir, world, settings }: { db: Database; dataDir: string; world: World; settings: Settings },
): ExtraCheck[] => [
  damageCheck(db),
  diskCheck(dataDir),
  backupCheck(dataDir, world),
  ...replicaCheck(settings.get(REPLICA), world),
];
