/** What a server needs of restoring before somebody restores: the rest is loaded then. */
import { join } from "node:path";
import type { Restoring } from "../../../admin/mod.ts";
import type { World } from "../../../base/mod.ts";
import { lookAt } from "../../files.ts";
import { RESTORE_FOLDER } from "./restore_folder.ts";

/** What a server can do with a backup that was handed over. */
export function restoringLater(dataDir: string, world: World): Restoring {
  const it = async () => (await import("./waiting.ts")).restoringOf(dataDir, world);
  return {
    check: async (path, passphrase) => await (await it()).check(path, passphrase),
    waiting: async () => await (await it()).waiting(),
    drop: async () => await (await it()).drop(),
    go: async () => await (await it()).go(),
  };
}

/**
 * Puts in place what is to be, while no server runs on the data folder. `isStart`: also removes what was left before it was
 * checked. Gives whether everything is another now.
 */
export async function bringBack(dataDir: string, world: World, isStart = false): Promise<boolean> {
  if (!lookAt(join(dataDir, RESTORE_FOLDER))) return false;
  return await (await import("./waiting.ts")).putWaiting(dataDir, world, isStart);
}
