/** When a frame was heard, as the gateway is told. Pure. */

/** A run as `box_run` keeps it. */
export interface Run {
  id: number;
  /** The host's clock at its start. */
  startedMs: number;
  /** Which boot of the host it was, and how long ago; null where nobody knows. */
  boot: string | null;
  upMs: number | null;
  offsetMs: number | null;
}

/** The system counts its uptime in whole seconds, and adjusts a clock by up to half a second in a thousand. */
const COARSE_MS = 2500, SLEW = 0.0005;

/** Whether both runs are of one boot of the host, and nobody set its clock between their starts. */
function sameClock(run: Run, later: Run): boolean {
  // Uptime alone does not tell: a host that always starts in 1970 shows the same clock at the same uptime.
  if (run.boot === null || run.boot !== later.boot || run.upMs === null || later.upMs === null) return false;
  const up = later.upMs - run.upMs, passed = later.startedMs - run.startedMs;
  return up >= 0 && Math.abs(passed - up) <= COARSE_MS + SLEW * up;
}

/**
 * Unix seconds at which a frame of `run` was heard; `undefined` where nobody knows. `current` is the run that sends.
 * A run that never reached the gateway is dated by a later run of the same boot, and by nothing else: a host without
 * a battery starts in the past, and its clock looks as plausible as any other.
 */
export function stampOf(atMs: number, run: Run, current: Run): number | undefined {
  const offset = run.offsetMs ?? (sameClock(run, current) ? current.offsetMs : null);
  return offset === null ? undefined : Math.floor((atMs + offset) / 1000);
}
