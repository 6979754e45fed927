/**
 * Whole backups: one tar with the database, the media, the settings of the map's tiles, and the secrets under a passphrase.
 * Owns the form of the archive and no table. Refuses to put anything in place that was not checked from end to end, names
 * that lead out of the folder, and secrets without a passphrase.
 */
export { archiveFailure } from "./errors.ts";
export { isArchive, openArchive, type Opened } from "./open.ts";
export { makeArchive } from "./make.ts";
export { putFiles } from "./put.ts";
