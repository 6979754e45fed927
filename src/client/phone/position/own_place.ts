/** Where the phone is, for lists and the map: followed after the person has asked for it once (`follower.ts`). Nothing of it is sent. */
import { computed, signal } from "@preact/signals";
import { recall, remember } from "../choices.ts";
import { type Failure, type Reading, remembered } from "./reading.ts";

/** Under this name this phone remembers the place for the next opening. */
export const LAST = "place.last";

export class OwnPlace {
  /** The newest reading of this opening. */
  readonly latest = signal<Reading | undefined>(undefined);
  /** The reading of this opening from which lists are sorted: it changes in steps. */
  readonly here = signal<Reading | undefined>(undefined);
  /** Where the phone was when the app was open last. */
  readonly before = signal<Reading | undefined>(undefined);
  /** Where lists are sorted from. */
  readonly from = computed(() => this.here.value ?? this.before.value);
  readonly failure = signal<Failure | undefined>(undefined);
  /** How often the person has asked; 0: never, so the browser is not asked either. */
  readonly asked = signal(0);

  /** `now`: unix seconds. */
  constructor(now: number) {
    this.before.value = remembered(recall(LAST), now);
  }

  /** The person wants their place read, or read again. */
  ask(): void {
    this.failure.value = undefined;
    this.asked.value++;
  }

  /** Ends following, and this phone remembers no place any more. */
  forget(): void {
    this.asked.value = 0;
    this.latest.value =
      this.here.value =
      this.before.value =
      this.failure.value =
        undefined;
    remember(LAST, null);
  }
}
