/** When a frame was heard, as the gateway is told. Pure. */
import { isClockSet } from "../../base/mod.ts";

/** A run as `box_run` keeps it. */
export interface Run {
  id: number;
  startedMs: number;
  offsetMs: number | null;
}

/** A host whose clock was this near to the gateway's at the next start keeps its time. */
const KEEPS_TIME_MS = 60_000;

/**
 * Unix seconds at which a frame of `run` was heard; undefined when nobody knows. `current` is the run that sends. Of a
 * run that never reached the gateway the host's clock is believed only where the next one shows that it can be.
 */
export function stampOf(atMs: number, run: Run, current: Run): number | undefined {
  const whole = (ms: number) => Math.floor(ms / 1000);
  if (run.offsetMs !== null) return whole(atMs + run.offsetMs);
  if (run.id === current.id || current.offsetMs === null) return undefined;
  const kept = Math.abs(current.offsetMs) <= KEEPS_TIME_MS && isClockSet(whole(atMs)) &&
    atMs <= current.startedMs;
  return kept ? whole(atMs + current.offsetMs) : undefined;
}
