/**
 * What TAK clients at this gateway's port say of themselves: a place each, beside everything else. Kept in memory, gone after ten
 * minutes. Nothing of it becomes a station, a fix or a hearing.
 */
import type { World } from "../../base/mod.ts";

/** What one client says of itself. */
export interface TakSaid {
  name: string;
  lat: number;
  lon: number;
  course?: number;
  speedKmh?: number;
  altitudeM?: number;
}

/** As people are shown it: under a number of this gateway's, not under the device's. */
interface TakPerson extends TakSaid {
  id: string;
  /** When it came, Unix seconds. */
  at: number;
}

/** So long a place is shown, milliseconds. */
const SHOWN_MS = 600_000;
/** Places that are kept: in all, and of one network. Whoever comes when all are taken waits until one has gone. */
const MOST = 500, MOST_A_NETWORK = 20;

interface Kept {
  person: TakPerson;
  network: string;
  ms: number;
}

export class SaidHere {
  /** By device; the newest last. */
  readonly #kept = new Map<string, Kept>();
  #count = 0;

  constructor(readonly world: Pick<World, "now" | "elapsedMs">) {}

  /** A client of a network says where it is; `uid` is what it calls its device. */
  take(network: string, uid: string, said: TakSaid): void {
    this.#forget();
    const key = `${network} ${uid}`, known = this.#kept.get(key);
    if (!known && !this.#hasRoom(network)) return;
    this.#kept.delete(key);
    const id = known?.person.id ?? `tak-${++this.#count}`;
    this.#kept.set(key, {
      person: { ...said, id, at: this.world.now() },
      network,
      ms: this.world.elapsedMs(),
    });
  }

  /** Everybody of the last ten minutes, the newest first. */
  people(): TakPerson[] {
    this.#forget();
    return [...this.#kept.values()].map(({ person }) => person).reverse();
  }

  #hasRoom(network: string): boolean {
    let own = 0;
    for (const one of this.#kept.values()) if (one.network === network) own++;
    return own < MOST_A_NETWORK && this.#kept.size < MOST;
  }

  #forget(): void {
    const before = this.world.elapsedMs() - SHOWN_MS;
    for (const [key, { ms }] of this.#kept) {
      if (ms > before) return;
      this.#kept.delete(key);
    }
  }
}
