/** Tells new subscribers what was heard lately: one after the other, each in portions and no faster than it reads. */
import type { World } from "../../base/mod.ts";
import { positionText, type Subscription } from "./messages.ts";
import type { Client, RoomSources } from "./parts.ts";

const HEARD_MOST = 2000;
/** "Heard lately" is told in portions, so that it never looks like a slow client. */
const HEARD_PORTION = 100;
const PACE_MS = 20;
/** Paces without any progress after which a client counts as stalled: ten seconds. */
const PACES_MOST = 500;

interface HeardParts {
  world: World;
  sources: Pick<RoomSources, "heardSince">;
  /** Bytes that may wait for one client. */
  slowBytes: number;
  isHere(client: Client): boolean;
  send(client: Client, text: string): void;
  /** Ends a client that does not read. */
  drop(client: Client): void;
}

export class HeardLately {
  /** Clients that wait to be told, with what each wants now. */
  readonly #asking = new Map<Client, { wanted: Subscription; generation: number }>();
  #asker: ReturnType<typeof setTimeout> | undefined;
  /** Timers of answers that go out in portions. */
  readonly #portions = new Set<ReturnType<typeof setTimeout>>();

  constructor(private readonly parts: HeardParts) {}

  /** Tells the client soon. The answer to an earlier subscription of the client ends where it is. */
  ask(client: Client, wanted: Subscription): void {
    this.#asking.delete(client);
    this.#asking.set(client, { wanted, generation: ++client.generation });
    if (this.#asker === undefined) this.#askNext();
  }

  /** Tells a client nothing more. */
  forget(client: Client): void {
    client.generation++;
    this.#asking.delete(client);
  }

  /** Ends every portion that is still to come. */
  close(): void {
    clearTimeout(this.#asker);
    for (const timer of this.#portions) clearTimeout(timer);
    this.#portions.clear();
    this.#asker = undefined;
  }

  /**
   * Looks up what was heard lately for the one that waited longest, and for the next one after a pause: a week of
   * stations costs milliseconds, and hundreds who ask at once must not hold up everybody else. A client that asks again
   * meanwhile is looked up once.
   */
  #askNext(): void {
    this.#asker = undefined;
    const [next] = this.#asking;
    if (!next) return;
    const [client, { wanted, generation }] = next;
    this.#asking.delete(client);
    this.#asker = setTimeout(() => this.#askNext(), PACE_MS);
    this.#tellHeard(client, wanted, generation);
  }

  #tellHeard(client: Client, wanted: Subscription, generation: number): void {
    const since = this.parts.world.now() - wanted.maxAgeSec;
    const heard = this.parts.sources.heardSince(since, wanted.box, HEARD_MOST);
    let at = 0, stuck = 0;
    const portion = () => {
      if (client.generation !== generation || !this.parts.isHere(client)) return;
      if (++stuck > PACES_MOST) return this.parts.drop(client);
      if (client.socket.bufferedAmount < this.parts.slowBytes / 4) {
        for (const position of heard.slice(at, at + HEARD_PORTION)) {
          this.parts.send(client, positionText(position));
        }
        at += HEARD_PORTION;
        stuck = 0;
      }
      if (at < heard.length) {
        const timer = setTimeout(() => {
          this.#portions.delete(timer);
          portion();
        }, PACE_MS);
        this.#portions.add(timer);
      }
    };
    portion();
  }
}
