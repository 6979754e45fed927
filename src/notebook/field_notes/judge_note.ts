/** What can become of a visit that a device noted. Pure. */
import type { NamedCache } from "../../caches/mod.ts";
import type { NoteRow } from "./store.ts";

/**
 * `ready`: it can be sent. Else why not: no cache has this code, another instance keeps it, it is the member's own, it takes no
 * logs now, it was logged already, the visit lies before the cache or ahead of now.
 */
export const NOTE_STATES = [
  "ready",
  "unknown",
  "elsewhere",
  "own",
  "inactive",
  "logged",
  "before_cache",
  "future",
] as const;
export type NoteState = typeof NOTE_STATES[number];

/** A clock of a device may be so far ahead, seconds. */
const AHEAD_S = 3600;

/** Why a visit cannot be sent as a log of its cache, or that it can. `found`, `sent`: what the member has logged of such caches. */
export function judgeNote(
  { at, kind, sentId }: Pick<NoteRow, "at" | "kind" | "sentId">,
  cache: NamedCache | undefined,
  { account, now, found, sent }: {
    account: number;
    now: number;
    found: ReadonlySet<number>;
    sent: ReadonlySet<string>;
  },
): NoteState {
  if (!cache) return "unknown";
  if (cache.id === null) return "elsewhere";
  if (sent.has(sentId) || (kind === "found" && found.has(cache.id))) return "logged";
  if (at > now + AHEAD_S) return "future";
  if (at < cache.createdAt) return "before_cache";
  if (kind === "found" || kind === "DNF") {
    if (cache.owner === account) return "own";
    if (cache.status !== "active") return "inactive";
  }
  return "ready";
}
