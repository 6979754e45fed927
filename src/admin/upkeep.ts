/** Checks of what goes wrong over months: a disk that fills up, a backup that is not made any more. */
import { join } from "node:path";
import { freeBytes, isFull, SCARCE_BYTES, type World } from "../base/mod.ts";
import { backupsIn, type BackupTrial, type Database, watchDamage } from "../db/mod.ts";
import { REPLICA, sayUnread, type Settings, shortSecrets, unreadNames } from "../settings/mod.ts";
import type { CheckItem, CheckReason, CheckValues, ExtraCheck } from "./reasons.ts";
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
const diskCheck = (db: Database, dataDir: string): ExtraCheck => () => {
  const free = freeBytes(dataDir);
  if (db.isFull || isFull(free)) {
    return {
      ...item("DISK", "Free space", "full: nothing can be saved, reading goes on", "DISK.full", {
        freeBytes: free ?? 0,
      }),
      level: "blocking",
    };
  }
  return item(
    "DISK",
    "Free space",
    free === undefined ? "the system does not say" : `${Math.floor(free / 1e6)} MB free`,
    free === undefined || free >= SCARCE_BYTES ? null : "DISK.scarce",
    free === undefined ? {} : { freeBytes: free },
  );
};

/** How old the newest copy of the database is. */
const backupCheck = (
  dataDir: string,
  world: World,
  nightly: () => string | null,
  tried: () => BackupTrial | undefined,
): ExtraCheck =>
() => {
  const [newest] = backupsIn(join(dataDir, "backups"));
  const label = "Last backup", error = nightly();
  // A copy that is young enough says nothing of tonight's, which may be the third that fails.
  if (error !== null) {
    return item("BACKUP", label, `the last nightly copy failed: ${error}`, "BACKUP.failed", { error });
  }
  if (newest === undefined) {
    return item("BACKUP", label, "there is no copy of the database yet", "BACKUP.none", {});
  }
  const trial = tried(), isOfNewest = trial?.name === newest.name;
  if (trial?.error && isOfNewest) {
    return item("BACKUP", label, `the newest copy would not come back: ${trial.error}`, "BACKUP.unsound", {
      error: trial.error,
    });
  }
  const hours = Math.max(0, Math.floor((world.now() - newest.madeAt) / 3600));
  const age = hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  const isOld = world.now() - newest.madeAt > NIGHTS * DAY_S;
  const holds = newest.name.endsWith(".tar") ? "whole" : "database";
  const what = holds === "whole" ? "a whole backup" : "the database alone, without photos and secrets";
  return item("BACKUP", label, `the newest copy is ${age} old: ${what}`, isOld ? "BACKUP.old" : null, {
    n: Math.floor(hours / 24),
    hours,
    holds,
    ...(trial && trial.error === null && {
      triedAt: trial.at,
      seconds: Math.max(1, Math.ceil(trial.ms / 1000)),
      caches: trial.caches,
      secrets: trial.secrets,
    }),
  });
};

/** Whether the env file names what nothing reads: a typo there sets nothing. */
const envFileCheck = (dataDir: string): ExtraCheck => () => {
  let names = "";
  try {
    names = sayUnread(unreadNames(Deno.readTextFileSync(join(dataDir, "gateway.env"))));
  } catch {
    // Without a file, or with one that is nobody's here to read, there is nothing to say.
  }
  return {
    ...item(
      "ENV_FILE",
      "Names in gateway.env",
      names === "" ? "each is a setting" : `nothing reads ${names}`,
      names === "" ? null : "ENV_FILE.unread",
      { names },
    ),
    source: "env",
  };
};

/** Secrets that whoever has what they signed may guess. */
const secretsCheck = (settings: Settings): ExtraCheck => () => {
  const names = shortSecrets(settings).join(", ");
  return {
    ...item(
      "SECRETS",
      "Length of the secrets",
      names === "" ? "long enough" : `${names}: shorter than 16 letters`,
      names === "" ? null : "SECRETS.short",
      { names },
    ),
    group: "security",
    source: "env",
  };
};

/** All of these checks, for one data folder. */
export const upkeepChecks = (
  { db, dataDir, world, settings, nightly, tried }: {
    db: Database;
    dataDir: string;
    world: World;
    settings: Settings;
    /** Why the last nightly copy was not made; null where it was, or none is wanted. */
    nightly: () => string | null;
    /** What came of trying the newest copy. */
    tried: () => BackupTrial | undefined;
  },
): ExtraCheck[] => [
  damageCheck(db),
  diskCheck(db, dataDir),
  envFileCheck(dataDir),
  secretsCheck(settings),
  backupCheck(dataDir, world, nightly, tried),
  ...replicaCheck(settings.get(REPLICA), world),
];
