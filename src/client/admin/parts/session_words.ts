/** How a session with a forwarding partner ended, in the reader's words. */
import { isTold, tell } from "../tell.ts";

/** Of an outcome such as `clean`; a later gateway's word as it is. */
export function sayOutcome(outcome: string): string {
  const key = `session.ended.${outcome}`;
  return isTold(key) ? tell(key) : outcome;
}
