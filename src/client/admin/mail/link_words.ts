/** Over what mail goes to a partner, and which part of the program something comes from, in the reader's words. */
import { isTold, tell } from "../tell.ts";

/** The codes of a partner's link, the usual one first. */
export const LINKS = ["rf-fbb", "axudp", "ip-fed"] as const;

/** Of a code such as `rf-fbb`; a later gateway's as it is. */
export function sayLink(code: string): string {
  const key = `partner.proto.${code.replace("-", "_")}`;
  return isTold(key) ? tell(key) : code;
}

/** Of the part of the program that wrote a line of the log, such as `http`; a later gateway's as it is. */
export function sayArea(code: string): string {
  const key = `events.area.of.${code}`;
  return isTold(key) ? tell(key) : code;
}
