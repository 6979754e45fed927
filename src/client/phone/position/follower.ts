/** Takes readings for `OwnPlace`: each is known, and some of them are steps from which lists are sorted anew. */
import { remember } from "../choices.ts";
import { LAST, type OwnPlace } from "./own_place.ts";
import type { Reading } from "./reading.ts";
import { isStep, toRemember } from "./steps.ts";

export class Follower {
  readonly #own: OwnPlace;
  /** The next reading counts, however near it is: the person has just asked. */
  #wanted = true;
  #sorted = 0;
  #touched = 0;

  constructor(own: OwnPlace) {
    this.#own = own;
  }

  /** Somebody touches the page at `now`, unix seconds: for a moment no row moves. */
  touch(now: number): void {
    this.#touched = now;
  }

  take(reading: Reading, now: number): void {
    const { latest, here, failure } = this.#own;
    failure.value = undefined;
    latest.value = reading;
    const isNear = !isStep(here.peek(), reading, { now, sorted: this.#sorted, touched: this.#touched });
    if (isNear && !this.#wanted) return;
    this.#wanted = false;
    this.#sorted = now;
    here.value = reading;
    remember(LAST, toRemember(reading));
  }
}
