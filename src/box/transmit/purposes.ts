/** What may be sent for each purpose, and how often: one row each. */
import type { Content } from "../../aprs/mod.ts";
import type { Facts, Pace, Purpose } from "./words.ts";

type ContentKind = Content["kind"];

interface PurposeRow {
  /** The bucket from which tokens are taken. */
  bucket?: "answers" | "gated" | "outbox" | "sessions";
  /** Seconds after which what asked for it is too old. */
  oldest?: number;
  /** The group of beacons within which a distance in time is kept. */
  floor?: "beacon" | "presence" | "id";
  /** Form: a text packet in the clear, wrapped, either; a datagram; a connected-mode session. */
  form: "clear" | "wrapped" | "either" | "datagram" | "session";
  /** Kinds of packets, inside the wrapping if there is one. */
  kinds?: readonly ContentKind[];
}

const TALK: readonly ContentKind[] = ["message", "ack", "rej"];

export const PURPOSES: Record<Purpose, PurposeRow> = {
  command: { bucket: "answers", oldest: 900, form: "clear", kinds: [...TALK, "status"] },
  answer: { bucket: "answers", oldest: 900, form: "either", kinds: TALK },
  outbox: { bucket: "outbox", oldest: 3600, form: "either", kinds: [...TALK, "status", "position"] },
  gated: { bucket: "gated", oldest: 60, form: "wrapped", kinds: TALK },
  beacon: { floor: "beacon", form: "clear", kinds: ["position", "status"] },
  commanded_beacon: {
    bucket: "answers",
    oldest: 900,
    floor: "beacon",
    form: "clear",
    kinds: ["position", "status"],
  },
  presence: { floor: "presence", form: "datagram" },
  test: { bucket: "answers", oldest: 60, form: "clear", kinds: ["status"] },
  id: { floor: "id", form: "clear", kinds: ["status"] },
  listen: { form: "session" },
  session: { bucket: "sessions", form: "session" },
  session_data: { form: "session" },
};

/** Seconds between two beacons of a group on a port: standing still, and moving. */
export const BEACON_FLOOR_S = 600, MOVING_FLOOR_S = 30;
/** The same text never twice on a port within this. */
export const SAME_TEXT_S = 30;
/** Share of the air: at most 5 % of any ten minutes. */
export const AIR_WINDOW_S = 600, AIR_MOST_MS = AIR_WINDOW_S * 1000 * 0.05;
/**
 * An answer of the gate is fresh for so many seconds. While the gateway is away it counts for the grace: so long by
 * default, and at the most.
 */
export const GATE_FRESH_S = 180;
const GATE_GRACE_S = 360, GATE_GRACE_MOST_S = 86_400;
/** From the Internet to RF: the addressee was heard directly within this time, the sender was not. */
export const LOCAL_S = 1800;
/** What is dated further ahead than clocks differ, in seconds, cannot be judged by its age. */
export const AHEAD_S = 60;

/** The paces without settings; below them the fastest that a setting may name. */
export const DEFAULT_PACE: Facts["pace"] = {
  answers: { burst: 3, everyS: 60 },
  gated: { burst: 6, everyS: 10 },
  sessions: { burst: 4, everyS: 300 },
};
const CEILING: Facts["pace"] = {
  answers: { burst: 10, everyS: 6 },
  gated: { burst: 10, everyS: 6 },
  sessions: { burst: 10, everyS: 60 },
};

/** A setting held under its ceiling; what is not a number counts as the default. */
export function heldPace(name: keyof Facts["pace"], set: Partial<Pace> | undefined): Pace {
  const number = (value: number | undefined, fallback: number) =>
    typeof value === "number" && Number.isFinite(value) && value > 0 ? value : fallback;
  return {
    burst: Math.max(
      1,
      Math.min(CEILING[name].burst, Math.floor(number(set?.burst, DEFAULT_PACE[name].burst))),
    ),
    everyS: Math.max(CEILING[name].everyS, number(set?.everyS, DEFAULT_PACE[name].everyS)),
  };
}

/** A setting of the grace within its bounds. */
export const heldGrace = (seconds: number | undefined): number =>
  Number.isFinite(seconds) ? Math.min(GATE_GRACE_MOST_S, Math.max(GATE_GRACE_S, seconds!)) : GATE_GRACE_S;

/** The pace of a purpose; the outbox keeps that of what comes from the Internet. */
export function paceOf(purpose: Purpose, pace: Facts["pace"]): Pace | undefined {
  const { bucket } = PURPOSES[purpose];
  return bucket === undefined ? undefined : bucket === "outbox" ? pace.gated : pace[bucket];
}
