/**
 * Whole backups: one tar with the database, the media, the settings of the map's tiles, and the secrets under a passphrase.
 * Owns the form of the archive and no table. Refuses to put anything in place that was not checked from end to end, names
 * that lead out of the folder, and secrets without a passphrase.
 */
import type { Making } from "./make.ts";
import type { Opened } from "./open.ts";

export { archiveFailure } from "./errors.ts";
export type { Opened } from "./open.ts";

// What a server needs once a night is loaded then.
export const makeArchive = async (making: Making) => await (await import("./make.ts")).makeArchive(making);
export const isArchive = async (path: string) => (await import("./open.ts")).isArchive(path);
export const openArchive = async (path: string, dataDir: string, passphrase?: string): Promise<Opened> =>
  await (await import("./open.ts")).openArchive(path, dataDir, passphrase);
export const putFiles = async (opened: Opened, dataDir: string, stamp: string): Promise<string[]> =>
  (await import("./put.ts")).putFiles(opened, dataDir, stamp);
