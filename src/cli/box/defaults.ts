/** Defaults of the options that commands of the box share. */

export const DEFAULT_DIR = "./box";
