/**
 * The box's time. Frames are stamped by the monotonic clock, added to the host's clock as it stood at the start:
 * changing the host's clock later changes nothing. The gateway's clock is the one that counts; how far it is from the
 * box's is learnt from the `Date` of each answer. A GPS tells the time before the gateway does, and to the second afterwards.
 */
import { isClockSet, type World } from "../../base/mod.ts";

/** `Date` has whole seconds: a difference smaller than this changes nothing. */
const COARSE_MS = 1500;
/** A GPS that is further than this from the gateway's clock refines nothing: one of them is wrong, and the gateway judges. */
const GPS_APART_MS = 5000;

/** Which boot of the host it is, and how long it has been up, milliseconds; null where the system does not say. */
export interface Boot {
  boot: string | null;
  upMs: number | null;
}
const NO_BOOT: Boot = { boot: null, upMs: null };

export class BoxClock {
  readonly startedMs: number;
  /** The host's boot, as it was at the start. */
  readonly boot: Boot;
  readonly #startedAt: number;
  #offsetMs: number | undefined;
  /** The GPS's time minus the box's, milliseconds. */
  #gpsMs: number | undefined;
  /** How far from the truth that may be, in milliseconds. */
  #doubtMs = Infinity;

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

  /** The true time minus the box's: the gateway's, to the second by a GPS that agrees; undefined while neither told it. */
  get offsetMs(): number | undefined {
    if (this.#offsetMs === undefined) return this.#gpsMs;
    return this.gpsApartMs === undefined || Math.abs(this.gpsApartMs) > GPS_APART_MS
      ? this.#offsetMs
      : this.#gpsMs;
  }

  /** How far a GPS is from the gateway's clock; undefined where one of them is unknown. */
  get gpsApartMs(): number | undefined {
    return this.#offsetMs === undefined || this.#gpsMs === undefined
      ? undefined
      : this.#gpsMs - this.#offsetMs;
  }

  /** Learns from a GPS's time that has just come. One whose calendar is off by years is not believed. */
  learnGps(timeMs: number): void {
    if (isClockSet(timeMs / 1000)) this.#gpsMs = Math.round(timeMs - this.nowMs());
  }

  /** The offset that a status shows: measured from the host's own clock, which is the one that its owner can set. */
  get shownOffsetMs(): number | null {
    if (this.#offsetMs === undefined) return null;
    return this.nowMs() + this.#offsetMs - this.world.nowMs();
  }

  /** Time to sign with, Unix seconds: the gateway's where it is known, else a GPS's. */
  signingNow(): number {
    return Math.floor((this.nowMs() + (this.offsetMs ?? 0)) / 1000);
  }

  /**
   * Unix seconds by the gateway's clock alone: it decides what is too old to keep, since a host's clock may be years
   * ahead.
   */
  gatewayNow(): number | undefined {
    return this.#offsetMs === undefined ? undefined : this.signingNow();
  }

  /**
   * Unix seconds by the gateway's clock or a GPS; undefined while neither that nor a plausible clock of the host is known.
   */
  trueNow(): number | undefined {
    if (this.offsetMs !== undefined) return this.signingNow();
    const own = Math.floor(this.nowMs() / 1000);
    return isClockSet(own) ? own : undefined;
  }

  /**
   * Learns from an answer's `Date` header; `askedMs` is the box's time when it was asked. Gives whether the header
   * could be believed: a gateway whose own clock is not set teaches nothing.
   */
  learn(date: string | null, askedMs: number): boolean {
    const said = date === null ? NaN : Date.parse(date);
    if (!Number.isFinite(said) || !isClockSet(said / 1000)) return false;
    // The header leaves out parts of a second, and was made somewhere between asking and now.
    const now = this.nowMs();
    const offset = Math.round(said + 500 - (askedMs + now) / 2);
    // A slow answer tells less: nobody knows when in that time its header was made, so half of it is doubt.
    const doubt = COARSE_MS + (now - askedMs) / 2;
    const known = this.#offsetMs;
    const news = known === undefined || Math.abs(offset - known) > doubt || doubt + COARSE_MS < this.#doubtMs;
    if (news) {
      this.#offsetMs = offset;
      this.#doubtMs = doubt;
    }
    return true;
  }
}
