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
/** Makes an archive. Throws where there is no room or the copy of the database is damaged; then nothing is there. */
export const makeArchive = async (making: Making) => await (await import("./make.ts")).makeArchive(making);
/** Whether a file is a tar, and not the old kind, a database. */
export const isArchive = async (path: string) => (await import("./open.ts")).isArchive(path);
/** Checks an archive whole and unpacks it beside what is in use. Throws `archive_unsound`, `passphrase_wrong`. */
export const openArchive = async (path: string, dataDir: string, passphrase?: string): Promise<Opened> =>
  await (await import("./open.ts")).openArchive(path, dataDir, passphrase);
/** Tries a copy in a folder beside what is in use; nothing of it is left. Throws what is wrong with it. */
export const rehearse = async (...given: Parameters<typeof import("./rehearse.ts").rehearse>) =>
  await (await import("./rehearse.ts")).rehearse(...given);
/** Puts media, tiles' settings and opened secrets in place; gives where what was there lies now. */
export const putFiles = async (
  opened: Pick<Opened, "folder" | "hasSecrets">,
  dataDir: string,
  stamp: string,
): Promise<string[]> => (await import("./put.ts")).putFiles(opened, dataDir, stamp);
