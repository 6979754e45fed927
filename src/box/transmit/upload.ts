/**
 * RF to Internet: what was heard goes to APRS-IS as it came, or not at all (domain: IGate rules). No transmission, so that
 * the radio's locks do not count; its own switch, the port's lock and a verified login do. Pure.
 */
import { baseCall } from "../../base/mod.ts";
import { encodeTnc2, type Packet } from "../../aprs/mod.ts";
import type { Port } from "./words.ts";

/** Nobody who puts these into a path wants the Internet, or it came from there. */
const KEEPS_OFF: ReadonlySet<string> = new Set(["TCPIP", "TCPXX", "NOGATE", "RFONLY"]);
/** Longest line with its end. */
const MOST_LINE = 512;

export type UploadRule =
  | "igate_off"
  | "port_off"
  | "receive_only"
  | "third_party"
  | "not_for_internet"
  | "query"
  | "own"
  | "line";

/** Every rule that keeps a heard packet off the Internet. */
export function uploadRefusals(
  { source, path, info, content }: Packet,
  { own, toInternet, port }: { own: string; toInternet: boolean; port: Pick<Port, "tx" | "verified"> },
): UploadRule[] {
  const rules: UploadRule[] = [];
  if (!toInternet) rules.push("igate_off");
  if (!port.tx) rules.push("port_off");
  if (!port.verified) rules.push("receive_only");
  if (info.startsWith("}")) rules.push("third_party");
  if (path.some(({ call }) => KEEPS_OFF.has(call))) rules.push("not_for_internet");
  if (content.kind === "query" && info.startsWith("?")) rules.push("query");
  if (baseCall(source) === baseCall(own)) rules.push("own");
  const isLine = info !== "" && ![...info].some((one) => one === "\r" || one === "\n" || one === "\0");
  if (
    !isLine ||
    uploadLine({ source, destination: "X".repeat(9), path, info }, own, true).length + 2 > MOST_LINE
  ) {
    rules.push("line");
  }
  return rules;
}

/** The line: the path as it was on the air, and who heard it; `qAO` says that this gate has no way back. */
export const uploadLine = (
  { source, destination, path, info }: Pick<Packet, "source" | "destination" | "path" | "info">,
  login: string,
  twoWay: boolean,
): string =>
  encodeTnc2({ source, destination, path, q: { construct: twoWay ? "qAR" : "qAO", calls: [login] }, info });
