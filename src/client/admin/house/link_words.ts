/** Over what mail goes to a partner, in the reader's words. */
import { isTold, tell } from "../tell.ts";

/** The codes of a partner's link, the usual one first. */
export const LINKS = ["rf-fbb", "axudp", "ip-fed"] as const;

/** Of a code such as `rf-fbb`; a later gateway's as it is. */
export function sayLink(code: string): string {
  const key = `partner.proto.${code.replace("-", "_")}`;
  return isTold(key) ? tell(key) : code;
}
