/** What was heard, handed to everybody who listens: services, `box watch`, the page. */
import type { Hearing } from "./hearing.ts";

type Listener = (hearing: Hearing) => void;

export class Hub {
  readonly #listeners = new Set<Listener>();

  /** Calls `listener` with everything heard from now on; gives a function that ends this. A listener must not wait. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(hearing: Hearing): void {
    for (const listener of this.#listeners) listener(hearing);
  }
}
