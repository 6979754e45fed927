/** Come-pull pings, sent after own writes and taken from instances that are followed (FED "Events"). */
import type { FetchGuard, World } from "../../base/mod.ts";
import { pullAddresses } from "../peers/endpoints.ts";
import type { Peer } from "../peers/store.ts";

const ROUND_MS = 2000;
const PING_MS = 3000;
const TAKEN_EVERY_MS = 2000;
const PER_INSTANCE = 30;

export interface NotifyOptions {
  self: string;
  world: World;
  guard: FetchGuard;
  isExempt(url: string): boolean;
  peers(): readonly Peer[];
  pull(url: string): Promise<unknown>;
}

export type Taken = { ok: true; ignored: "unknown" | "self" } | { ok: true; coalesced: true } | {
  ok: true;
  syncing: true;
};

export class Notifier {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round: Promise<void> = Promise.resolve();
  #sending = false;
  readonly #taken = new Map<string, { lastMs: number; sinceMs: number; count: number }>();

  constructor(readonly options: NotifyOptions) {}

  /** From here on pings are sent: a server runs. Commands that publish send none. */
  start(): void {
    this.#sending = true;
  }

  /** Something was published: tells every enabled peer within two seconds, once for all that is written meanwhile. */
  tell(): void {
    if (this.#timer !== undefined || !this.#sending) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#round = this.#round.then(() => this.#ping());
    }, ROUND_MS);
  }

  async #ping(): Promise<void> {
    const { self, guard, isExempt, world } = this.options;
    const peers = this.options.peers().filter((peer) =>
      peer.enabled && peer.trust !== "blocked" && peer.instance !== null
    );
    await Promise.all(peers.map(async (peer) => {
      for (const { base } of pullAddresses(peer.url, peer.endpoints)) {
        try {
          await guard.request({
            url: `${base}/federation/notify`,
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ instance: self }),
            maxBytes: 4096,
            timeoutMs: PING_MS,
            exempt: isExempt(base),
          });
          return;
        } catch (error) {
          world.log.debug("no ping to {base}: {error}", { base, error: String(error) });
        }
      }
    }));
  }

  /** A ping came. Only an instance that is followed is pulled, and not more often than every two seconds. */
  take(instance: string): Taken {
    const { self, world, peers, pull } = this.options;
    if (instance === self) return { ok: true, ignored: "self" };
    const peer = peers().find((one) => one.instance === instance && one.enabled && one.trust !== "blocked");
    if (!peer) return { ok: true, ignored: "unknown" };
    const now = world.elapsedMs();
    const before = this.#taken.get(instance);
    const window = before && now - before.sinceMs < 60_000
      ? before
      : { lastMs: -Infinity, sinceMs: now, count: 0 };
    if (now - window.lastMs < TAKEN_EVERY_MS || window.count >= PER_INSTANCE) {
      return { ok: true, coalesced: true };
    }
    this.#taken.set(instance, { lastMs: now, sinceMs: window.sinceMs, count: window.count + 1 });
    pull(peer.url).catch((error) => world.log.error("pull after a ping failed: {error}", { error }));
    return { ok: true, syncing: true };
  }

  /** Sends nothing more; waits for what is on its way. */
  async close(): Promise<void> {
    this.#sending = false;
    clearTimeout(this.#timer);
    await this.#round;
  }
}
