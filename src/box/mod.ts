/**
 * The receiver box: the agent beside the radio, in the same executable. It alone says "I heard this", and it alone
 * transmits. Owns a folder with its key, its file and its own small database; meets the gateway through the HTTP API and
 * nothing else. Refuses to transmit by default and after every doubt, to name a site that is not its own receiver, and to
 * lose anything quietly: frames in = sent + waiting + rejected + dropped.
 */
export { readBoxFile } from "./config/box_file.ts";
export { readConnection } from "./drivers/table.ts";
export { boxFailure } from "./errors.ts";
export { type Io, realIo } from "./io.ts";
export { BOX_MIGRATIONS } from "./migrations.ts";
export { type BoxOptions, type RunningBox, startBox } from "./run/box.ts";
