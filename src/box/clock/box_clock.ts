/**
 * The box's time. Frames are stamped by the monotonic clock, added to the host's clock as it stood at the start:
 * changing the host's clock later changes nothing. The gateway's clock is the one that counts. How far it is from the
 * box's is learnt from answers that prove to be the gateway's, and believed when two of them agree: until then nothing is
 * dropped or stamped by it. A GPS tells the time before the gateway does, and to the second afterwards.
 */
import { isClockSet, type World } from "../../base/mod.ts";

/** A difference smaller than this changes nothing: what an answer says was written down in whole seconds, or on a slow way. */
const COARSE_MS = 1500;
/** Two answers at most so far apart in time, in milliseconds, that say the same to so many are believed. */
const SOON_MS = 60_000, AGREE_MS = 5000;
/** A GPS that is further than this from the gateway's clock refines nothing: one of them is wrong, and the gateway judges. */
const GPS_APART_MS = 5000;

/** Which boot of the host it is, and how long it has been up, milliseconds; null where the system does not say. */
export interface Boot {
  boot: string | null;
  upMs: number | null;
}
const NO_BOOT: Boot = { boot: null, upMs: null };

/** What an answer says of the gateway's clock: minus the box's, how far from the truth that may be, and when it came. */
interface Reading {
  offsetMs: number;
  doubtMs: number;
  cameMs: number;
}

export class BoxClock {
  readonly startedMs: number;
  /** The host's boot, as it was at the start. */
  readonly boot: Boot;
  readonly #startedAt: number;
  /** What is believed of the gateway's clock. */
  #believed: Reading | undefined;
  /** What one answer says alone; another one has to agree. */
  #alone: Reading | undefined;
  /** The GPS's time minus the box's, milliseconds. */
  #gpsMs: number | undefined;

  constructor(
    readonly world: Pick<World, "nowMs" | "elapsedMs">,
    boot: () => Boot = () => NO_BOOT,
  ) {
    this.boot = boot();
    this.startedMs = world.nowMs();
    this.#startedAt = world.elapsedMs();
  }

  /** Milliseconds by the box's own clock. */
  nowMs(): number {
    return this.startedMs + Math.round(this.world.elapsedMs() - this.#startedAt);
  }

  /** The true time minus the box's: the gateway's, to the second by a GPS that agrees; undefined while neither is believed. */
  get offsetMs(): number | undefined {
    if (this.#believed === undefined) return this.#gpsMs;
    return this.gpsApartMs === undefined || Math.abs(this.gpsApartMs) > GPS_APART_MS
      ? this.#believed.offsetMs
      : this.#gpsMs;
  }

  /** How far a GPS is from the gateway's clock; undefined where one of them is unknown. */
  get gpsApartMs(): number | undefined {
    return this.#believed === undefined || this.#gpsMs === undefined
      ? undefined
      : this.#gpsMs - this.#believed.offsetMs;
  }

  /** Learns from a GPS's time that has just come. One whose calendar is off by years is not believed. */
  learnGps(timeMs: number): void {
    if (isClockSet(timeMs / 1000)) this.#gpsMs = Math.round(timeMs - this.nowMs());
  }

  /** The offset that a status shows: measured from the host's own clock, which is the one that its owner can set. */
  get shownOffsetMs(): number | null {
    return this.#believed === undefined ? null : this.#fromHost(this.#believed);
  }

  /** The same as one answer says it, where it alone is there: good enough to be shown as a hint. */
  get hintMs(): number | null {
    const reading = this.#alone ?? this.#believed;
    return reading === undefined ? null : this.#fromHost(reading);
  }

  #fromHost({ offsetMs }: Reading): number {
    return this.nowMs() + offsetMs - this.world.nowMs();
  }

  /** Whether one answer of the last minute waits for another that agrees. */
  get isAlone(): boolean {
    return this.#alone !== undefined && this.nowMs() - this.#alone.cameMs <= SOON_MS;
  }

  /**
   * Time to sign with, Unix seconds. What the gateway said a moment ago is good enough, though it said so once: a signature
   * under a wrong time is refused, and nothing else comes of it.
   */
  signingNow(): number {
    const offset = this.isAlone || this.offsetMs === undefined ? this.#alone?.offsetMs : this.offsetMs;
    return Math.floor((this.nowMs() + (offset ?? 0)) / 1000);
  }

  /** Unix seconds by what is believed. */
  #seconds(offsetMs: number): number {
    return Math.floor((this.nowMs() + offsetMs) / 1000);
  }

  /**
   * Unix seconds by the gateway's clock alone: it decides what is too old to keep, since a host's clock may be years
   * ahead.
   */
  gatewayNow(): number | undefined {
    return this.#believed === undefined ? undefined : this.#seconds(this.offsetMs!);
  }

  /**
   * Unix seconds by the gateway's clock or a GPS; undefined while neither that nor a plausible clock of the host is known.
   */
  trueNow(): number | undefined {
    if (this.offsetMs !== undefined) return this.#seconds(this.offsetMs);
    const own = Math.floor(this.nowMs() / 1000);
    return isClockSet(own) ? own : undefined;
  }

  /**
   * Learns from an answer that is the gateway's: `saidMs` is its time, `askedMs` the box's when it was asked. Gives whether
   * it says a time at all: a gateway whose own clock is not set teaches nothing.
   */
  learn(saidMs: number | undefined, askedMs: number): boolean {
    if (saidMs === undefined || !isClockSet(saidMs / 1000)) return false;
    // It was made somewhere between asking and now. A slow answer tells less: half of the time that it took is doubt.
    const cameMs = this.nowMs();
    const offsetMs = Math.round(saidMs - (askedMs + cameMs) / 2);
    const reading: Reading = { offsetMs, doubtMs: COARSE_MS + (cameMs - askedMs) / 2, cameMs };
    const apart = (other: Reading) => Math.abs(offsetMs - other.offsetMs);
    const before = this.#believed;
    if (before !== undefined && apart(before) <= Math.max(AGREE_MS, reading.doubtMs)) {
      this.#alone = undefined;
      const isNews = apart(before) > reading.doubtMs || reading.doubtMs + COARSE_MS < before.doubtMs;
      if (isNews) this.#believed = reading;
      return true;
    }
    const first = this.isAlone ? this.#alone : undefined;
    this.#alone = reading;
    if (first !== undefined && apart(first) <= AGREE_MS) {
      this.#believed = first.doubtMs < reading.doubtMs ? first : reading;
      this.#alone = undefined;
    }
    return true;
  }
}
