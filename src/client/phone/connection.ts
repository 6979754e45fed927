/**
 * The connection with the gateway: which trouble it has, and when it is asked again. What could not be read is read again by
 * itself, ever more seldom, so that a gateway that comes back is not asked by all phones at once.
 */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Gateway } from "./ask.ts";
import type { Reader } from "./reader.ts";
import { faultLine } from "../ui/times.ts";
import type { ClientWorld } from "./world.ts";
import { type Passing, passingOf } from "../ui/unread.ts";

/** What keeps the gateway from answering. */
export interface Trouble {
  kind: Passing;
  /** Status of a fault, e.g. 503. */
  status?: number;
  /** When it goes on, as the gateway says, unix seconds by its clock. */
  until?: number;
  /** What an operator finds a fault by in the gateway's log. */
  fault?: string;
}

/** Seconds until it is asked again: the first time, and at most. */
const AGAIN_S = 4, AGAIN_MOST_S = 60;

export class Connection {
  readonly #reader: Reader;
  readonly #gateway: Gateway;
  readonly #refresh: () => Promise<unknown>;
  #tries = 0;
  #running: Promise<void> | undefined;
  /** `undefined` where all is well. */
  readonly trouble: ReadonlySignal<Trouble | undefined>;

  /** `refresh` reads what every page needs: it is asked first, and shows whether the gateway is there. */
  constructor(gateway: Gateway, reader: Reader, world: ClientWorld, refresh: () => Promise<unknown>) {
    this.#gateway = gateway;
    this.#reader = reader;
    this.#refresh = refresh;
    this.trouble = computed(() => this.#trouble());
    let callOff = () => {};
    // Each reading that fails makes the trouble anew, and so plans the next round.
    effect(() => {
      const { value } = this.trouble;
      callOff();
      if (!value) return void (this.#tries = 0);
      // Something else has reached it: what is missing need not wait for its turn.
      const isBack = value.kind === "gone" && gateway.reached.value;
      const wait = isBack ? 0 : Math.min(AGAIN_MOST_S, AGAIN_S * 2 ** this.#tries) * (0.5 + world.random());
      // Never before the gateway said that it goes on.
      const left = (value.until ?? 0) - gateway.now();
      callOff = world.later(() => void this.again(), Math.max(wait, left) * 1000);
    });
  }

  /** Reads once more what could not be read. One round at a time; a second call waits for the first. */
  again(): Promise<void> {
    return this.#running ??= this.#ask().finally(() => this.#running = undefined);
  }

  async #ask(): Promise<void> {
    this.#tries++;
    await this.#refresh();
    if (this.#gateway.reached.peek()) await this.#reader.again();
  }

  #trouble(): Trouble | undefined {
    if (this.#gateway.reached.value === false) return { kind: "gone" };
    // What failed last tells how the connection is now.
    for (const [path, { why, at }] of [...this.#reader.unread.value].reverse()) {
      const kind = passingOf(why);
      if (kind) {
        if (!why.refused) return { kind };
        const { status, reason, retryAfterS = 0 } = why;
        const fault = faultLine(at, `${status} ${reason} ${path.split("?")[0]}`);
        return { kind, status, until: at + retryAfterS, ...(kind === "fault" && { fault }) };
      }
    }
    return undefined;
  }
}
