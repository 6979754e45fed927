/** Status as plain lines: no colour needed, nothing wider than a small screen has to break twice. Pure. */
import { GOOD_FROM, GOOD_TO, levelBar } from "../senses/loudness.ts";
import { fixText, type Listening, tunedText } from "../senses/senses.ts";
import { apartOf, spanOf } from "../words.ts";
import type { BoxStatus } from "./status.ts";
import { warningsOf } from "./warnings.ts";

const LOCK_WORDS: Record<string, string> = {
  box_off: "off for this box",
  port_off: "off for each port",
  gate: "no leave from the gateway",
  quiet: "silenced here",
  dry: "dry run",
};

/** `level [#####...............] 50, 12 s ago; good between 25 and 100; 7 decoded`. */
function listeningText({ level, ago, any, decoded }: Listening): string {
  const last = level === null ? "nothing decoded yet" : `level ${levelBar(level)}, ${spanOf(ago ?? 0)} ago`;
  const now = any === null ? "" : `; now ${any}`;
  return `${last}${now}; good between ${GOOD_FROM} and ${GOOD_TO}; ${decoded} decoded`;
}

/** Status as lines of text; `now` in unix seconds. */
export function statusLines(status: BoxStatus, now: number): string[] {
  const { gateway, clock, spool, connections, tx, gps = null, rigs = [] } = status;
  const ok = gateway.lastOkAt === null ? "" : `, ${spanOf(now - gateway.lastOkAt)} ago`;
  const sum = spool.in === spool.sent + spool.waiting + spool.rejected + spool.dropped ? "=" : "IS NOT";
  return [
    ...(status.simulated ? ["SIMULATION: a recording is played, nothing is heard"] : []),
    `box       ${status.call} as ${status.box}, up ${spanOf(status.uptimeS)}, version ${status.version}`,
    `gateway   ${gateway.address}: ${gateway.state}${ok}${gateway.why === null ? "" : ` (${gateway.why})`}`,
    `clock     ${
      clock.offsetMs === null
        ? "the gateway's time is not known yet; what is heard gets its time then"
        : `${apartOf(clock.offsetMs)} ${clock.offsetMs < 0 ? "ahead of" : "behind"} the gateway`
    }`,
    ...(gps ? [`place     ${fixText(gps)}`] : []),
    ...rigs.map((rig) => `tuned     ${tunedText(rig)}${rig.site === "" ? "" : ` (${rig.site})`}`),
    `spool     in ${spool.in} ${sum} sent ${spool.sent} + waiting ${spool.waiting} + rejected ${spool.rejected} ` +
    `+ dropped ${spool.dropped}`,
    ...connections.flatMap(({ address, sentence, in: heard, site, listening }) => [
      `hears     ${address}`,
      `          ${sentence}; ${heard} in all${site === null ? ", names no site" : ""}`,
      ...(listening ? [`          ${listeningText(listening)}`] : []),
    ]),
    `transmit  ${tx.switch}${
      tx.locks.length === 0
        ? ", every lock is open"
        : `: ${tx.locks.map((lock) => LOCK_WORDS[lock]).join(", ")}`
    }`,
    ...(status.lastError
      ? [`error     ${spanOf(now - status.lastError.at)} ago: ${status.lastError.why}`]
      : []),
    ...warningsOf(status, now).flatMap(({ level, sentence, fix }) => [
      `${level === "bad" ? "WRONG" : "note "}     ${sentence}`,
      `          ${fix}`,
    ]),
  ];
}
