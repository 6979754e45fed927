/**
 * Which tools this device starts by itself. A tool that is just being started is written down until the app has lived with it for a
 * while: where the app is opened and finds one written down, it stopped the app, and waits for a person to start it.
 */
import { recall, remember } from "../../phone/choices.ts";
import type { ClientWorld } from "../../phone/world.ts";

const KEPT = "tools.starting";
/** So long the app has to live with a tool that was started. */
const ALIVE_MS = 10_000;

export class StartGuard {
  readonly #world: Pick<ClientWorld, "later">;
  readonly #stopped = new Set(recall<string[]>(KEPT) ?? []);
  readonly #fresh = new Map<string, () => void>();

  constructor(world: Pick<ClientWorld, "later">) {
    this.#world = world;
    // A page that is closed or put away ends its tools: that is nobody's fault.
    addEventListener("pagehide", () => this.#clear());
    addEventListener("visibilitychange", () => document.hidden && this.#clear());
  }

  /** Whether the app was stopped by it, as far as is known. */
  stopped = (name: string): boolean => this.#stopped.has(name);

  /** To be called before a tool starts; a person who starts it takes the blame from it. */
  starts(name: string): void {
    this.#stopped.delete(name);
    this.#fresh.get(name)?.();
    this.#fresh.set(name, this.#world.later(() => this.lives(name), ALIVE_MS));
    this.#write();
  }
  /** It lives, or it has ended and the app lives. */
  lives(name: string): void {
    this.#fresh.get(name)?.();
    this.#fresh.delete(name);
    this.#write();
  }
  #clear(): void {
    for (const callOff of this.#fresh.values()) callOff();
    this.#fresh.clear();
    this.#write();
  }
  #write(): void {
    remember(KEPT, [...this.#stopped, ...this.#fresh.keys()]);
  }
}
