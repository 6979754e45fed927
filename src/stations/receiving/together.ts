/**
 * Joins pieces of work into one write, which is cheaper, since rows that several of them touch are written once.
 * One bad piece does not spoil the others: when the joint write fails, each piece is done again by itself.
 */
import { setImmediate } from "node:timers";

interface Waiting<In, Out> {
  given: In;
  resolve: (value: Out) => void;
  reject: (reason: unknown) => void;
}

export class Together<In, Out> {
  #waiting: Waiting<In, Out>[] = [];

  /**
   * `write` does all that it is given or none of it, and answers one for one. `sizeOf` and `most` bound what is given at
   * once, so that one commit never holds the event loop for long; a larger piece goes alone.
   */
  constructor(
    readonly write: (given: readonly In[]) => Promise<readonly Out[]>,
    readonly sizeOf: (given: In) => number,
    readonly most: number,
  ) {}

  /** Does one piece along with what others hand over in this turn of the event loop. Rejects with what `write` threw. */
  add(given: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ given, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    let size = 0, count = 0;
    for (const { given } of this.#waiting) {
      size += this.sizeOf(given);
      if (count > 0 && size > this.most) break;
      count++;
    }
    const taken = this.#waiting.splice(0, count);
    if (this.#waiting.length > 0) setImmediate(() => this.#flush());
    this.#do(taken);
  }

  async #do(taken: Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await this.write(taken.map(({ given }) => given));
      for (const [i, { resolve }] of taken.entries()) resolve(answers[i]!);
    } catch (error) {
      if (taken.length === 1) taken[0]!.reject(error);
      else for (const one of taken) await this.#do([one]);
    }
  }
}
