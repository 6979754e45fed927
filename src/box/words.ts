/**
 * The words in which a box tells its state: one list, read by the command line, the page, the metrics and the gateway.
 * A word says what was seen, not what was hoped; the sentence is made of it in one place.
 */

/** State of a connection: each word, and whether it is good news. */
export const CONNECTION_WORDS = {
  waiting_for_device: "bad",
  dialling: "wait",
  connected: "wait",
  hearing: "good",
  /** It gives what it is there for, and nothing is heard there: a GPS with a fix, a rig that answers. */
  reading: "good",
  quiet: "odd",
  refused: "bad",
  not_kiss: "bad",
  unverified: "odd",
  stopped: "off",
} as const;
export type ConnectionWord = keyof typeof CONNECTION_WORDS;

/** State of the way to the gateway. `clock`: the box knows no time that the gateway would accept in a signature. */
export const GATEWAY_WORDS = { ok: "good", unreachable: "bad", refused: "bad", clock: "bad" } as const;
export type GatewayWord = keyof typeof GATEWAY_WORDS;

/** What keeps the box from transmitting, in the order in which it is told. */
export const LOCKS = ["box_off", "port_off", "gate", "quiet", "dry"] as const;
export type Lock = typeof LOCKS[number];

/** `12 s`, `41 min`, `3 h`, `2 d`: how long something has been, for people. */
export function spanOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 90) return `${whole} s`;
  if (whole < 90 * 60) return `${Math.floor(whole / 60)} min`;
  if (whole < 48 * 3600) return `${Math.floor(whole / 3600)} h`;
  return `${Math.floor(whole / 86_400)} d`;
}

/** How far two clocks are apart: `77 ms`, from ten seconds on as a span. */
export const apartOf = (ms: number): string =>
  Math.abs(ms) < 10_000 ? `${Math.abs(ms)} ms` : spanOf(Math.abs(ms) / 1000);

/** What a connection's sentence is made of. */
interface ConnectionFacts {
  word: ConnectionWord;
  /** Seconds since the last frame was heard; absent before the first. */
  heardAgo?: number;
  /** What the line said of itself, or why it is down. */
  detail?: string;
}

const PLAIN: Record<ConnectionWord, string> = {
  waiting_for_device: "waiting for the device",
  dialling: "dialling",
  connected: "connected, nothing heard yet",
  hearing: "hearing",
  reading: "reading",
  quiet: "quiet",
  refused: "refused",
  not_kiss: "connected, but what comes is not KISS",
  unverified: "connected, login not verified",
  stopped: "stopped",
};

/** `hearing, 12 s ago`: the sentence for people. */
export function connectionSentence({ word, heardAgo, detail }: ConnectionFacts): string {
  const about = detail === undefined ? "" : ` (${detail})`;
  if (heardAgo === undefined) return PLAIN[word] + about;
  if (word === "hearing") return `hearing, ${spanOf(heardAgo)} ago${about}`;
  if (word === "quiet") return `quiet for ${spanOf(heardAgo)}${about}`;
  return `${PLAIN[word]}, last heard ${spanOf(heardAgo)} ago${about}`;
}
