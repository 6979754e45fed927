/** Where a backup that is ready to be put in place lies, in the data folder. */
export const RESTORE_FOLDER = "restore-waiting";
