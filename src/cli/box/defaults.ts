/** What a command of the box takes where nothing is said. */

export const DEFAULT_DIR = "./box";
