/**
 * A radio channel between two sides of a circuit, in a time of its own: one side speaks at a time, at so many bits a
 * second; whole lines are lost or come twice; the link dies at a byte. Time passes only while both sides wait.
 */
import type { OpenLine } from "../../src/link/mod.ts";

export interface Channel {
  /** 1200 unless told otherwise. */
  baud?: number;
  /** Share of lines that are lost, and that come twice. */
  lost?: number;
  twice?: number;
  /** Bytes after which the link dies. */
  cutAfter?: number;
  /** What a node says to both before anybody else does. */
  chatter?: string;
}

interface Arrival {
  at: number;
  bytes: Uint8Array;
}
interface Waiter {
  deadline: number;
  resolve(got: Uint8Array | "silent" | undefined): void;
}

export class ShapedLine {
  /** Seconds that have passed on the channel, and bytes that went over it. */
  now = 0;
  bytes = 0;
  #free = 0;
  #dead = false;
  readonly #arrivals: [Arrival[], Arrival[]] = [[], []];
  readonly #waiters: [Waiter | undefined, Waiter | undefined] = [undefined, undefined];
  readonly #gone: [boolean, boolean] = [false, false];

  constructor(readonly draw: () => number, readonly channel: Channel = {}) {
    const said = new TextEncoder().encode(channel.chatter ?? "");
    for (const inbox of this.#arrivals) if (said.length > 0) inbox.push({ at: 0, bytes: said });
  }

  end(own: 0 | 1): OpenLine & { close(): void } {
    const other = own === 0 ? 1 : 0;
    return {
      read: (seconds) =>
        new Promise((resolve) => {
          this.#waiters[own] = { deadline: this.now + seconds, resolve };
          this.#go();
        }),
      write: (bytes) => {
        this.#send(other, bytes);
        return Promise.resolve();
      },
      close: () => {
        this.#gone[own] = true;
        this.#go();
      },
    };
  }

  #send(to: 0 | 1, line: Uint8Array): void {
    const { baud = 1200, lost = 0, twice = 0, cutAfter = Infinity } = this.channel;
    const copies = this.draw() < lost ? 0 : this.draw() < twice ? 2 : 1;
    for (let copy = 0; copy < Math.max(copies, 1) && !this.#dead; copy++) {
      const sent = line.subarray(0, Math.max(0, cutAfter - this.bytes));
      this.bytes += sent.length;
      // A line that is lost took its time on the air all the same.
      this.#free = Math.max(this.#free, this.now) + sent.length * 8 / baud;
      if (copies > 0) this.#arrivals[to].push({ at: this.#free, bytes: Uint8Array.from(sent) });
      this.#dead = sent.length < line.length;
    }
  }

  /** Wakes whoever is next, once nobody does anything but wait. */
  #go(): void {
    for (const side of [0, 1] as const) if (!this.#waiters[side] && !this.#gone[side]) return;
    let first: { side: 0 | 1; at: number; arrival?: Arrival } | undefined;
    for (const side of [0, 1] as const) {
      const waiter = this.#waiters[side], arrival = this.#arrivals[side][0];
      if (!waiter) continue;
      const closed = arrival === undefined && (this.#dead || this.#gone[side === 0 ? 1 : 0]);
      const at = arrival && arrival.at <= waiter.deadline ? arrival.at : closed ? this.now : waiter.deadline;
      if (first && first.at <= at) continue;
      first = { side, at, ...(arrival && arrival.at <= waiter.deadline ? { arrival } : {}) };
    }
    if (!first) return;
    const { side, at, arrival } = first, waiter = this.#waiters[side]!;
    this.now = Math.max(this.now, at);
    this.#waiters[side] = undefined;
    if (arrival) {
      this.#arrivals[side].shift();
      return waiter.resolve(arrival.bytes);
    }
    const closed = this.#arrivals[side].length === 0 && (this.#dead || this.#gone[side === 0 ? 1 : 0]);
    waiter.resolve(closed ? undefined : "silent");
  }
}
