/** Which sentence a difference of clocks is worth. Nobody knows which of two is right, but a host without one is off by years. */
type ClockWord = "connection.ahead" | "connection.behind" | "connection.apart";

/** From how many seconds on a wrong clock is worth a word, and from how many it may as well be the gateway's. */
const OFF_S = 30, APART_S = 86_400;

/** `offset`: what has to be added to this device's clock, in seconds. */
export const clockWord = (offset: number): ClockWord | undefined =>
  Math.abs(offset) < OFF_S
    ? undefined
    : Math.abs(offset) >= APART_S
    ? "connection.apart"
    : offset < 0
    ? "connection.ahead"
    : "connection.behind";
