/**
 * The clock of the demonstration. It begins some weeks ago and is set forward from one day of the story to the next,
 * as if the club had been there all that time; then it is the real one. Gateways, boxes and people all use it, so
 * that nothing of the past has to be written into a table: it happened. Nothing reaches beyond this machine.
 */
import { ClockWatch, type Connection, Lives, type World } from "../base/mod.ts";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** The time of the story, and the world by it. */
export class StoryClock {
  readonly #real: World;
  #behindMs = 0;
  #beganBehindMs = 0;
  /** The world by this clock, without a way out. */
  readonly world: World;

  constructor(real: World) {
    this.#real = real;
    const nowMs = () => real.nowMs() - this.#behindMs, now = () => Math.floor(nowMs() / 1000);
    const here = (host: string) => {
      if (!LOOPBACK.test(host)) {
        throw new TypeError(`The demonstration does not reach ${host}: nothing leaves`);
      }
    };
    // Time that is set forward has passed for everybody, also for those who measure by a clock that nobody sets.
    const elapsedMs = () => real.elapsedMs() + this.#beganBehindMs - this.#behindMs;
    const connect = real.connect;
    this.world = {
      ...real,
      now,
      nowMs,
      elapsedMs,
      clock: new ClockWatch(nowMs, elapsedMs),
      lives: new Lives(now),
      ownTime: true,
      fetch: (input, init) => {
        here(new URL(input instanceof Request ? input.url : input).hostname);
        return real.fetch(input, init);
      },
      ...(connect && {
        connect: (host: string, port: number): Promise<Connection> => {
          here(host);
          return connect(host, port);
        },
      }),
      lookup: () => Promise.resolve([]),
    };
  }

  /** Sets it `seconds` before the real time; less than before, since time goes forward. */
  setBack(seconds: number): void {
    const ms = seconds * 1000;
    if (this.#beganBehindMs === 0) this.#beganBehindMs = ms;
    else if (ms > this.#behindMs) throw new RangeError("the story goes forward");
    this.#behindMs = ms;
  }

  /** Lets `seconds` pass at once. */
  pass(seconds: number): void {
    this.#behindMs = Math.max(0, this.#behindMs - seconds * 1000);
  }

  /** Seconds until the real time. */
  get behind(): number {
    return this.#behindMs / 1000;
  }

  /** The real world, for durations. */
  get real(): World {
    return this.#real;
  }
}
