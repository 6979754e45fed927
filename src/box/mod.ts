/**
 * The receiver box: the agent beside the radio, in the same executable. It alone says "I heard this", and it alone
 * transmits. Owns a folder with its key, its file and its own small database; meets the gateway through the HTTP API and
 * nothing else. Refuses to transmit by default and after every doubt, to name a site that is not its own receiver, and to
 * lose anything quietly: frames in = sent + waiting + rejected + dropped.
 */
export type { TxSwitch } from "./config/box_file.ts";
export { DRIVERS, readConnection } from "./drivers/table.ts";
export type { HostDevices } from "./radio/devices.ts";
export { GOOD_FROM, GOOD_TO, levelBar } from "./senses/loudness.ts";
export type { KeyTest } from "./services/key_test.ts";
export { RULES_ALOUD } from "./transmit/aloud.ts";
export { SETUPS } from "./config/setups_table.ts";
export { boxFailure } from "./errors.ts";
export { writePrivate } from "./config/box_file.ts";
export { JoinProgress } from "./gateway/progress.ts";
export { reachGateway } from "./state/reach.ts";
export { type Io, realIo } from "./io.ts";
export { BOX_MIGRATIONS } from "./migrations.ts";
export { askBox, boxOf, hasBox, isTried, restingStatus, rewrite, throwSwitch } from "./run/box_commands.ts";
export { readBoxDatabase } from "./run/box.ts";
export { countedText, isCircle, listenTo, lookRound, nodeNearby, SILENCE } from "./run/look.ts";
export { untilTaken } from "./run/first_frame.ts";
export { checkJoin, joinGateway } from "./run/join.ts";
export { pairingCode } from "./run/pair.ts";
export { simulationOf } from "./run/simulation.ts";
export { PAGE, serveBox } from "./run/serve.ts";
export { dropOnPanic } from "./run/panic.ts";
export { tellSystemd } from "./run/watchdog.ts";
export { unitText } from "./run/unit.ts";
export { spoolStore } from "./spool/store.ts";
export { checkBox } from "./state/check.ts";
export type { Watched } from "./state/control.ts";
export { setupLines } from "./state/setup_lines.ts";
export { statusLines } from "./state/lines.ts";
export type { BoxStatus } from "./state/status.ts";
export { warningsOf } from "./state/warnings.ts";
export { readTransmissions } from "./transmit/log.ts";

/** What is plugged in here, loaded when it is asked for. */
export const radioHere = () => import("./radio/here.ts");
