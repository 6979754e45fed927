/** The codes in which boxes report their state, and which of them need somebody's help. */
import { tell } from "../tell.ts";

/** The states of a connection. */
export const STATES = [
  "waiting_for_device",
  "dialling",
  "connected",
  "hearing",
  "reading",
  "quiet",
  "refused",
  "not_kiss",
  "unverified",
  "stopped",
] as const;
type State = typeof STATES[number];
/** Why a box does not transmit. */
export const LOCKS = ["box_off", "port_off", "gate", "quiet", "dry"] as const;
type Lock = typeof LOCKS[number];

const WRONG: readonly string[] = ["waiting_for_device", "refused", "not_kiss", "unverified", "stopped"];
/** Whether a connection in this state stays deaf until somebody does something. */
export const isWrong = (state: string): boolean => WRONG.includes(state);

/** A clock that is wrong by more milliseconds gives packets a wrong time. */
const OFF_MS = 30_000;
/** Whether a box's clock is wrong; `null`: the box does not know. */
export const clockIsOff = (offsetMs: number | null): boolean =>
  offsetMs !== null && Math.abs(offsetMs) > OFF_MS;

const isOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word);
/** The words for a lock; a lock that this app does not know is shown by its name. */
export const sayLock = (lock: string): string => isOf<Lock>(LOCKS, lock) ? tell(`boxes.lock.${lock}`) : lock;
/** The words for the state of a connection; one that this app does not know as it is. */
export const sayState = (state: string): string =>
  isOf<State>(STATES, state) ? tell(`boxes.state.${state}`) : state;
