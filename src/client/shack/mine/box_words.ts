/** The words in which boxes tell how they are, and which of them want somebody. Pure. */

export const STATES = [
  "waiting_for_device",
  "dialling",
  "connected",
  "hearing",
  "quiet",
  "refused",
  "not_kiss",
  "unverified",
  "stopped",
] as const;
export type State = typeof STATES[number];
export const LOCKS = ["box_off", "port_off", "gate", "quiet", "dry"] as const;
export type Lock = typeof LOCKS[number];

const WRONG: readonly string[] = ["waiting_for_device", "refused", "not_kiss", "unverified", "stopped"];
/** Whether a connection in this state hears nothing until somebody does something. */
export const isWrong = (state: string): boolean => WRONG.includes(state);

/** A clock that is off by more makes what is heard look wrong, in milliseconds. */
const OFF_MS = 30_000;
export const clockIsOff = (offsetMs: number | null): boolean =>
  offsetMs !== null && Math.abs(offsetMs) > OFF_MS;
