/** Times as people read and write them at a shell. All in UTC. */
import { cliFailure } from "./failing.ts";

/** Unix seconds as `2026-06-01 12:00`. */
export const day = (unix: number): string =>
  new Date(unix * 1000).toISOString().slice(0, 16).replace("T", " ");

/** Unix seconds of a time that an option takes: a number, or a date such as 2027-01-31. */
export function readTime(text: string, option = "--until"): number {
  const at = /^\d{9,11}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000);
  if (!Number.isFinite(at)) throw cliFailure.bad_option({}, `${option} takes a time, not ${text}`);
  return at;
}
