/** Whom the radio hears, and what they are as far as their frames say it. Pure. */
import { controlText, type LinkFrame } from "../../../aprs/connected/link_frame.ts";
import { decodeText, toBinary } from "../../../aprs/text.ts";

type CallIs = "bbs" | "node" | "digi" | "station";
export interface HeardCall {
  call: string;
  is: CallIs;
  /** Unix seconds. */
  at: number;
}

/** Protocol of NET/ROM: nodes and none else speak it. */
const PID_NETROM = 0xcf;
/** Whom mailboxes tell of their mail, and nodes of their neighbours. */
const TELLS: Readonly<Record<string, CallIs>> = { NODES: "node", MAIL: "bbs", FBB: "bbs" };
/** How a mailbox says which program it is, in the first line of its answer: `[FBB-7.0.11-AB1FHMR$]`. */
const SID = /^\[\w{2,10}-[\w.]{1,12}[-\] ]/;
const MOST = 50;

const infoOf = (frame: LinkFrame): string =>
  "info" in frame && frame.type !== "FRMR" ? decodeText(toBinary(frame.info)) : "";

function kindOf(frame: LinkFrame): CallIs {
  if ("pid" in frame && frame.pid === PID_NETROM) return "node";
  if (frame.type === "UI") return TELLS[frame.to] ?? "station";
  return frame.type === "I" && SID.test(infoOf(frame)) ? "bbs" : "station";
}

/** The list after a frame was heard, who spoke last first; who was once more than a station stays that. */
export function withFrame(list: readonly HeardCall[], frame: LinkFrame, at: number): readonly HeardCall[] {
  const digi = frame.via.findLast(({ used }) => used)?.call;
  const now: HeardCall[] = [{ call: frame.from, is: kindOf(frame), at }];
  if (digi !== undefined && !/^(WIDE|TRACE|RELAY)/.test(digi)) now.unshift({ call: digi, is: "digi", at });
  const rest = list.filter(({ call }) => !now.some((one) => one.call === call));
  const merged = now.map((one) => {
    const before = list.find(({ call }) => call === one.call);
    return before && one.is === "station" ? { ...one, is: before.is } : one;
  });
  return [...merged, ...rest].slice(0, MOST);
}

/** What a frame carries, on one line. */
export const infoText = (frame: LinkFrame): string =>
  // deno-lint-ignore no-control-regex -- what no screen shows
  infoOf(frame).replace(/[\x00-\x1f\x7f]+/g, " ").trim();

/** A frame as monitors print it. */
export function monitorText(frame: LinkFrame): string {
  const path = frame.via.map(({ call, used }) => `,${call}${used ? "*" : ""}`).join("");
  const info = infoText(frame);
  return `${frame.from}>${frame.to}${path} ${controlText(frame)}${info === "" ? "" : `: ${info}`}`;
}
