/** Takes a look each minute and adds what happened since the last one to the table. */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import { between, type Readings } from "./series.ts";
import { trendStore } from "./store.ts";

export class Trends {
  readonly #db: Database;
  readonly #world: World;
  readonly #read: () => Readings;
  readonly store;
  #last: Readings | undefined;

  constructor(db: Database, world: World, read: () => Readings) {
    this.#db = db;
    this.#world = world;
    this.#read = read;
    this.store = trendStore(db);
  }

  /** What is so now. */
  readings(): Readings {
    return this.#read();
  }

  /** One look: what happened since the last one belongs to the minute in which it began. The first look counts from the start. */
  async look(): Promise<void> {
    const now = this.#world.now(), seen = this.#read();
    const values = between(this.#last ?? NOTHING, seen);
    await this.#db.write((tx) => {
      this.store.add(tx, now - 60, values);
      if (now % 3600 < 60) this.store.prune(tx, now);
    });
    // Only what is written counts as told: after a full disk the next look has all of it.
    this.#last = seen;
  }
}

const NOTHING: Readings = {
  packets: 0,
  stations: null,
  finds: 0,
  requests: 0,
  errors: 0,
  pulls: 0,
  pullsFailed: 0,
  signUps: 0,
  mailWaiting: null,
  reportsOpen: null,
  diskFree: null,
  database: null,
  memory: null,
};
