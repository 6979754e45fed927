/** Come-pull pings, sent after own writes and taken from instances that are followed (FED "Events"). */
import type { FetchGuard, World } from "../../base/mod.ts";
import { pullAddresses } from "../peers/endpoints.ts";
import type { Peer } from "../tables/peer_store.ts";

const ROUND_MS = 2000;
const PING_MS = 3000;
const TAKEN_EVERY_MS = 2000;
/** The same of an instance that nobody vetted, where there is no schedule. */
const UNVETTED_EVERY_MS = 300_000;

interface NotifyOptions {
  self: string;
  world: World;
  guard: FetchGuard;
  isExempt(url: string): boolean;
  peers(): readonly Peer[];
  /** How often all are pulled by themselves; 0 for never. */
  everyMs(): number;
  pull(url: string): Promise<unknown>;
  /**
   * Runs a function after that many milliseconds; returns a function that cancels it. By default the process's own
   * timers.
   */
  after?(ms: number, run: () => void): CallOff;
}
type CallOff = () => void;

const realTimer = (ms: number, run: () => void): CallOff => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

type Taken =
  | { ok: true; ignored: "unknown" | "self" | "clock" }
  /** Pulled for another ping a moment ago; one more pull comes, so that nothing written since is missed. */
  | { ok: true; coalesced: true }
  | { ok: true; syncing: true };

/** When an instance's ping was followed last, and the one pull that waits for its turn. */
interface Pinged {
  /** By the clock that never jumps. */
  lastMs: number;
  later?: CallOff;
}

export class Notifier {
  #telling: CallOff | undefined;
  #round: Promise<void> = Promise.resolve();
  #sending = false;
  readonly #pinged = new Map<string, Pinged>();

  readonly #after: NonNullable<NotifyOptions["after"]>;

  constructor(readonly options: NotifyOptions) {
    this.#after = options.after ?? realTimer;
  }

  /** Called once a server runs: from now on pings are sent. Commands that publish something send no pings. */
  start(): void {
    this.#sending = true;
  }

  /** Something was published: pings every enabled peer within two seconds, one ping for everything written until then. */
  tell(): void {
    if (this.#telling !== undefined || !this.#sending) return;
    this.#telling = this.#after(ROUND_MS, () => {
      this.#telling = undefined;
      this.#round = this.#round.then(() => this.#ping());
    });
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

  /**
   * A ping came. Only an instance that is followed is pulled, at most every two seconds; pings that come sooner end in
   * one pull afterwards. One that nobody vetted is pulled no faster than the schedule pulls it.
   */
  take(instance: string): Taken {
    const { self, world, peers } = this.options;
    if (instance === self) return { ok: true, ignored: "self" };
    const peer = peers().find((one) => one.instance === instance && one.enabled && one.trust !== "blocked");
    if (!peer) return { ok: true, ignored: "unknown" };
    if (!world.clock.isKnown()) return { ok: true, ignored: "clock" };
    const wait = this.#waitOf(peer);
    if (wait <= 0) {
      this.#pull(instance, peer.url);
      return { ok: true, syncing: true };
    }
    const before: Pinged = this.#pinged.get(instance) ?? { lastMs: -Infinity };
    this.#pinged.set(instance, before);
    before.later ??= this.#after(wait, () => {
      delete before.later;
      const now = peers().find((one) => one.instance === instance && one.enabled && one.trust !== "blocked");
      // Where the schedule pulled it meanwhile, what was written is here.
      if (now && this.#waitOf(now) <= 0) this.#pull(instance, now.url);
    });
    return { ok: true, coalesced: true };
  }

  /** Milliseconds until a ping of it is followed. */
  #waitOf({ instance, trust, lastSync }: Peer): number {
    const { world, everyMs } = this.options;
    const sincePing = world.elapsedMs() - (this.#pinged.get(instance!)?.lastMs ?? -Infinity);
    if (trust === "trusted") return TAKEN_EVERY_MS - sincePing;
    const sincePull = lastSync === null ? Infinity : Math.abs(world.now() - lastSync) * 1000;
    return (everyMs() || UNVETTED_EVERY_MS) - Math.min(sincePing, sincePull);
  }

  #pull(instance: string, url: string): void {
    const { world, pull } = this.options;
    this.#pinged.get(instance)?.later?.();
    this.#pinged.set(instance, { lastMs: world.elapsedMs() });
    pull(url).catch((error) => world.log.error("pull after a ping failed: {error}", { error }));
  }

  /** Sends no more pings, and waits for those that are on their way. */
  async close(): Promise<void> {
    this.#sending = false;
    this.#telling?.();
    for (const { later } of this.#pinged.values()) later?.();
    await this.#round;
  }
}
