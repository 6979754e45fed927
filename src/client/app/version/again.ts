/** When something that failed is tried again in one opening of the app. Pure: the clock and the gateway's state come from outside. */
import type { ReadonlySignal } from "@preact/signals";
import type { ClientWorld } from "../../phone/world.ts";

/** Waits before the next tries, milliseconds; behind the last one only the gateway's coming back leads to another. */
const WAITS_MS = [5_000, 30_000, 120_000];
/** Tries after the first one, however often the gateway comes and goes. */
const TRIES_MOST = 5;

export class Again {
  readonly #world: Pick<ClientWorld, "later">;
  readonly #act: () => void;
  #tries = 0;
  #waits = 0;
  #isOwed = false;
  #callOff: (() => void) | undefined;

  /** `act` is done again after `failed()` was called: after a wait, or at once when the gateway is reached again. */
  constructor(
    world: Pick<ClientWorld, "later">,
    reached: ReadonlySignal<boolean | undefined>,
    act: () => void,
  ) {
    this.#world = world;
    this.#act = act;
    reached.subscribe((is) => {
      if (is) this.#go();
    });
  }

  failed(): void {
    this.#callOff?.();
    this.#isOwed = this.#tries < TRIES_MOST;
    const wait = WAITS_MS[this.#waits++];
    this.#callOff = this.#isOwed && wait !== undefined
      ? this.#world.later(() => this.#go(), wait)
      : undefined;
  }

  #go(): void {
    if (!this.#isOwed) return;
    this.#callOff?.();
    this.#isOwed = false;
    this.#tries++;
    this.#act();
  }
}
