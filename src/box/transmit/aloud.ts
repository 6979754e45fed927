/** The rules as they are read aloud before a box may transmit: what it will do, and what nobody can make it do. */
import { AIR_MOST_MS, AIR_WINDOW_S, BEACON_FLOOR_S, DEFAULT_PACE, MOVING_FLOOR_S } from "./purposes.ts";

const { answers, gated } = DEFAULT_PACE;

export const RULES_ALOUD: readonly string[] = [
  "You answer for what this box transmits, as for any transmitter of yours.",
  "It transmits only while four locks are open: this switch, tx=on at the connection, a fresh yes of the gateway for the call, and no silence.",
  "The gateway can close, never open. Nobody switches it on from afar.",
  "It sends under its own call, or wraps others' words in third-party form; text that people can read, nothing else.",
  `Commands and answers: ${answers.burst} at once, then one a minute. From the Internet: ${gated.burst} at once, then one each ${gated.everyS} s, to stations heard here alone.`,
  `Beacons at least ${
    BEACON_FLOOR_S / 60
  } min apart (${MOVING_FLOOR_S} s on the move), no text twice in 30 s, at most ${
    100 * AIR_MOST_MS / (AIR_WINDOW_S * 1000)
  } % of any ten minutes on the air.`,
  "An edit of box.json by hand, a clock that jumps or a fault of the program drops it to receiving only.",
  "Silence at once: box quiet, s in box watch, or the button on the state page. It lasts until it is lifted here.",
  "Every transmission and every refusal is in box log, for 30 days, and at the gateway.",
];
