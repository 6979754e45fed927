/** How many messages are looked at: a flood of messages costs no more than this, whoever sends it. Pure. */

/** So many at once, and so many a second after that. */
export class Budget {
  #left: number;
  #at = 0;

  constructor(readonly burst: number, readonly perSecond: number) {
    this.#left = burst;
  }

  /** Takes one; false when there is none. `now` in milliseconds. */
  take(now: number): boolean {
    this.#left = Math.min(this.burst, this.#left + Math.max(0, now - this.#at) * this.perSecond / 1000);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

const MOST_SENDERS = 256;

/** A budget for each sender and one for all, so that one loud sender does not silence the others. */
export class Intake {
  readonly #all = new Budget(400, 200);
  readonly #senders = new Map<string, Budget>();

  /** Whether a message of this sender is looked at now; `now` is in milliseconds. */
  take(sender: string, now: number): boolean {
    let budget = this.#senders.get(sender);
    if (!budget) {
      // The sender known longest makes room: a new budget is full, but what all may send stays bounded.
      if (this.#senders.size === MOST_SENDERS) this.#senders.delete(this.#senders.keys().next().value!);
      budget = new Budget(60, 30);
      this.#senders.set(sender, budget);
    }
    return budget.take(now) && this.#all.take(now);
  }
}
