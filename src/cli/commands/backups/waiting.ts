/**
 * A backup that an operator brought by a browser: checked while the server runs, put in place between two runs. What is
 * ready lies in a folder of its own; a file in it says that it is to be put in place, and a power cut at any step leaves a
 * state from which the next start goes on.
 */
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import type { Restoring, WaitingBackup } from "../../../admin/mod.ts";
import { archiveFailure, isArchive, openArchive, putFiles } from "../../../archive/mod.ts";
import { freeBytes, named, replaceFile, SCARCE_BYTES, type World } from "../../../base/mod.ts";
import {
  backupFailure,
  type Database,
  MIGRATIONS,
  pendingMigrations,
  schemaOf,
  stamp,
} from "../../../db/mod.ts";
import { Settings, startProblems } from "../../../settings/mod.ts";
import { openCopy } from "./open_copy.ts";
import { putInPlace } from "../../house/put_in_place.ts";
import { lookAt } from "../../files.ts";
import { RESTORE_FOLDER } from "./restore_folder.ts";
import { DATABASE_FILE } from "../../house/house.ts";
import { lockDataDir } from "../../running.ts";

const FOLDER = RESTORE_FOLDER, READY = "ready.json", GO = "go";

const remove = (path: string): void => {
  if (lookAt(path)) Deno.removeSync(path, { recursive: true });
};

/** Opens the database of a backup, looks it over and closes it. A refusal names the backup, not our path to it. */
function look(file: string, world: World): { schema: string; behind: number } {
  let backup: Database | undefined;
  try {
    backup = openCopy(file, world);
    return { schema: schemaOf(backup), behind: pendingMigrations(backup, MIGRATIONS).length };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw backupFailure.backup_unsound({}, error.message.replaceAll(file, basename(file)));
  } finally {
    backup?.close();
  }
}

/** What a start would not read in the env file of a backup. */
function envProblems(folder: string): string[] {
  const file = join(folder, "gateway.env");
  if (!lookAt(file)) return [];
  return startProblems(new Settings(parseEnv(Deno.readTextFileSync(file)) as Record<string, string>));
}

/** What a server can do with a backup that was handed over. */
export function restoringOf(dataDir: string, world: World): Restoring {
  const folder = join(dataDir, FOLDER), ready = join(folder, READY);
  const drop = () => remove(folder);
  return {
    waiting: () => Promise.resolve(lookAt(ready) ? JSON.parse(Deno.readTextFileSync(ready)) : undefined),
    drop: () => Promise.resolve(drop()),
    async check(path, passphrase) {
      drop();
      if (!await isArchive(path)) {
        throw archiveFailure.archive_unsound({}, "This is no whole backup: it begins as none");
      }
      using opened = await openArchive(path, dataDir, passphrase);
      const { manifest: { instance, madeAt, program, secrets, files }, hasSecrets } = opened;
      const { schema, behind } = look(opened.database, world);
      const problems = hasSecrets ? envProblems(opened.folder) : [];
      if (problems.length > 0) {
        throw archiveFailure.archive_unsound(
          {},
          `This version does not start with the gateway.env in the backup: ${named(problems[0]!)}`,
        );
      }
      // Once the upload is gone there has to be room for the database beside what is unpacked.
      const free = freeBytes(dataDir), { size } = Deno.statSync(opened.database);
      if (free !== undefined && free + Deno.statSync(path).size < size + SCARCE_BYTES) {
        throw archiveFailure.archive_unsound(
          {},
          `There is no room to put it in place: it takes ${size} bytes more`,
        );
      }
      const said: WaitingBackup = {
        ...{ instance, madeAt, program, schema, behind },
        media: files.filter(({ name }) => name.startsWith("media/")).length,
        secrets: hasSecrets ? "opened" : secrets ? "closed" : "none",
      };
      opened.keep(FOLDER);
      replaceFile(ready, JSON.stringify(said));
      return said;
    },
    go: () => Promise.resolve(replaceFile(join(folder, GO), "")),
  };
}

/**
 * Puts in place what is to be, while no server runs on the data folder; removes what was left before somebody said so. Gives
 * whether everything is another now. Where it cannot be done the present instance stays.
 */
export async function putWaiting(dataDir: string, world: World, isStart: boolean): Promise<boolean> {
  const folder = join(dataDir, FOLDER);
  if (!lookAt(folder)) return false;
  if (!lookAt(join(folder, GO))) {
    // A restart for another reason: what is ready stays so.
    if (isStart && !lookAt(join(folder, READY))) remove(folder);
    return false;
  }
  using _lock = lockDataDir(dataDir);
  const at = stamp(world.now()), { secrets } = JSON.parse(Deno.readTextFileSync(join(folder, READY)));
  const from = join(folder, DATABASE_FILE);
  // The database first, for it alone takes room: where there is none, nothing has changed.
  try {
    await putInPlace(join(dataDir, DATABASE_FILE), (to) => Deno.copyFile(from, to), at);
  } catch (error) {
    Deno.removeSync(join(folder, GO));
    world.log.error("the backup was not put in place: {error}", { error });
    return false;
  }
  const aside = await putFiles({ folder, hasSecrets: secrets === "opened" }, dataDir, at);
  remove(folder);
  world.log.warn("a backup took the place of everything; what was there before: {aside}", {
    aside: [`backups/replaced-${at}.db`, ...aside.map((path) => basename(path))].join(", "),
  });
  return true;
}
