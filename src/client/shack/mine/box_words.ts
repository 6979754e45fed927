/** The codes in which boxes report their state, and which of them need somebody's help. Pure. */

/** The states of a connection. */
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
/** Why a box does not transmit. */
export const LOCKS = ["box_off", "port_off", "gate", "quiet", "dry"] as const;
export type Lock = typeof LOCKS[number];

const WRONG: readonly string[] = ["waiting_for_device", "refused", "not_kiss", "unverified", "stopped"];
/** Whether a connection in this state stays deaf until somebody does something. */
export const isWrong = (state: string): boolean => WRONG.includes(state);

/** A clock that is wrong by more milliseconds gives packets a wrong time. */
const OFF_MS = 30_000;
/** Whether a box's clock is wrong; `null`: the box does not know. */
export const clockIsOff = (offsetMs: number | null): boolean =>
  offsetMs !== null && Math.abs(offsetMs) > OFF_MS;
