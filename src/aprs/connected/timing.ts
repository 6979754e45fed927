/** How long things take on a connection, and how often they are tried. Milliseconds throughout. */

export interface LinkTiming {
  /** Frames on the way at once, and bytes of one. */
  window: number;
  packet: number;
  /** Until an answer is missed, until an answer is sent by itself, and until a silent peer is asked. */
  t1Ms: number;
  t2Ms: number;
  t3Ms: number;
  /** How often something is tried before the peer counts as gone. */
  tries: number;
  /** Of the modem: what was fetched takes so long to leave. */
  bitsPerSecond: number;
  keyUpMs: number;
}

/** What programs of packet radio use at 1200 bit/s, between Direwolf's and LinBPQ's. */
export const TIMING: LinkTiming = {
  window: 4,
  packet: 128,
  t1Ms: 4000,
  t2Ms: 1000,
  t3Ms: 180_000,
  tries: 8,
  bitsPerSecond: 1200,
  keyUpMs: 500,
};

/** A frame of so many bytes on the air: flags and checksum, and a stuffed bit in five of its bits. */
export const frameMs = (bytes: number, { bitsPerSecond }: Pick<LinkTiming, "bitsPerSecond">): number =>
  (bytes + 4) * 9600 / bitsPerSecond;

/** An answer is never missed sooner, and each try without one waits a quarter longer. */
const T1_LEAST_MS = 1000, LONGER = 0.25;

/** How long an answer is waited for: by what answers took, once some have come (AX.25 2.2 section 6.7.1). */
export class RoundTrip {
  #ms: number;
  #timed: { ns: number; at: number } | undefined;
  /** How long the last answer took; `undefined` before the first. */
  lastMs: number | undefined;

  constructor({ t1Ms }: LinkTiming, digipeaters: number) {
    this.#ms = t1Ms * (1 + 2 * digipeaters) / 2;
  }

  t1 = (tries: number): number => Math.max(T1_LEAST_MS, 2 * this.#ms) * (1 + LONGER * tries);

  /** A frame that was never sent before leaves at this time; one at once is timed. */
  left(ns: number, at: number): void {
    this.#timed ??= { ns, at };
  }
  /** The peer has everything before `nr`. `isIt`: whether the frame that is timed is part of it. */
  came(isIt: (ns: number) => boolean, now: number): void {
    if (!this.#timed || !isIt(this.#timed.ns)) return;
    this.lastMs = Math.max(0, now - this.#timed.at);
    this.#ms = (7 * this.#ms + this.lastMs) / 8;
    this.#timed = undefined;
  }
  /** What is sent again tells nothing: nobody knows which of the two was answered. */
  forget(): void {
    this.#timed = undefined;
  }
}
