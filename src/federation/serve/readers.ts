/**
 * Who read records here within a day (FED "Public federation"). Whoever reads is asked for no proof: an instance may name
 * itself, and that is what it says. All of it is kept in memory and bounded: what does not fit is counted as more, and never
 * drives out what came first.
 */
import { isInstanceId } from "../../wire/mod.ts";

/** How long a reading counts, in seconds. */
const KEPT_S = 86_400;
/** At most so many names of instances that are unknown here, and so many of them from one network. */
const UNKNOWN_MOST = 100, UNKNOWN_OF_ONE = 3;
/** At most so many networks. */
const NETWORKS_MOST = 1000;
/** What is over is cleared away at most this often, in seconds. */
const SWEEP_S = 60;

interface Named {
  at: number;
  pages: number;
  /** The network that it came from first. */
  network: string;
  /** Whether it is a neighbour that this instance has a row of: those need no place among the unknown. */
  known: boolean;
}

/** What was read by whom, within a day or since the start. */
interface ReadHere {
  /** Since when this has been counted, unix seconds. */
  since: number;
  /** Instances as they name themselves, the latest first. */
  named: { instance: string; at: number; pages: number }[];
  /** Networks that nobody named himself from. */
  others: number;
  /** Whether there were more than find room. */
  more: boolean;
}

interface ReaderParts {
  self: string;
  now(): number;
  /** Whether this instance has a row of another. */
  isKnown(instance: string): boolean;
}

export class Readers {
  readonly #parts: ReaderParts;
  readonly #named = new Map<string, Named>();
  /** When each network read last, and whether somebody who read there named himself. */
  readonly #networks = new Map<string, { at: number; named: boolean }>();
  /** When something last found no room. */
  #fullAt: number | undefined;
  #sweptAt = 0;
  readonly #begun: number;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#begun = parts.now();
  }

  /** Notes that a page was read from a network (`networkOf`), by whom as far as they say so. */
  note(network: string, name?: string): void {
    const now = this.#parts.now();
    const named = name !== undefined && isInstanceId(name) && name !== this.#parts.self &&
      this.#isNoted(name, network, now);
    const there = this.#networks.get(network);
    if (there) this.#networks.set(network, { at: now, named: named || there.named });
    else if (this.#hasRoom(this.#networks, NETWORKS_MOST, now)) {
      this.#networks.set(network, { at: now, named });
    }
  }

  /** What was read within a day. */
  list(): ReadHere {
    const now = this.#parts.now();
    this.#sweep(now);
    return {
      since: Math.max(this.#begun, now - KEPT_S),
      named: [...this.#named].map(([instance, { at, pages }]) => ({ instance, at, pages }))
        .sort((a, b) => b.at - a.at || (a.instance < b.instance ? -1 : 1)),
      others: [...this.#networks.values()].filter(({ named }) => !named).length,
      more: this.#fullAt !== undefined && now - this.#fullAt < KEPT_S,
    };
  }

  #isNoted(name: string, network: string, now: number): boolean {
    const there = this.#named.get(name), known = this.#parts.isKnown(name);
    if (there) {
      Object.assign(there, { at: now, pages: there.pages + 1, known });
      return true;
    }
    if (!known) {
      const unknown = () => [...this.#named.values()].filter((one) => !one.known);
      if (unknown().filter((one) => one.network === network).length >= UNKNOWN_OF_ONE) return false;
      if (unknown().length >= UNKNOWN_MOST) this.#sweepAtTimes(now);
      if (unknown().length >= UNKNOWN_MOST) {
        this.#fullAt = now;
        return false;
      }
    }
    this.#named.set(name, { at: now, pages: 1, network, known });
    return true;
  }

  #hasRoom(map: Map<string, unknown>, most: number, now: number): boolean {
    if (map.size >= most) this.#sweepAtTimes(now);
    if (map.size < most) return true;
    this.#fullAt = now;
    return false;
  }

  /** Whoever fills this up from many addresses makes nobody go through all of it each time. */
  #sweepAtTimes(now: number): void {
    if (Math.abs(now - this.#sweptAt) >= SWEEP_S) this.#sweep(now);
  }

  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const map of [this.#named, this.#networks]) {
      for (const [key, { at }] of map) if (Math.abs(now - at) >= KEPT_S) map.delete(key);
    }
  }
}
