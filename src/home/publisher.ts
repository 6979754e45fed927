/**
 * Keeps a broker told. What waits is only what is so now: a value that the broker has not got yet is replaced by the next one,
 * so that nothing piles up while it is away.
 */
import type { Shortfall, World } from "../base/mod.ts";
import { MqttRefused, type MqttSession } from "../mqtt/mod.ts";
import type { Settings } from "../settings/mod.ts";
import { sessionWith, whyNot } from "./broker.ts";
import { type HomeFacts, ownTopics, slug, topicsOf } from "./topics.ts";

/** Topics of ours that are looked after: somebody else may publish under them. */
const KEPT_MOST = 2000;
/** Stands for what the broker keeps of an earlier run: no payload is equal to it, so it is told anew or emptied. */
const KEPT = "";

const FIRST_WAIT_MS = 5000, LONGEST_WAIT_MS = 300_000;

interface PublisherParts {
  settings: Settings;
  world: World;
  instance: string;
}

export class Publisher {
  #session: MqttSession | undefined;
  /** What the broker has. */
  readonly #told = new Map<string, string>();
  #notBefore = 0;
  #waitMs = FIRST_WAIT_MS;
  #why: string | undefined;
  #rate: { at: number; taken: number; perMinute: number | null } | undefined;
  #closed = false;

  constructor(readonly parts: PublisherParts) {}

  /** Tells what has changed; connects where there is no connection and it is time again. */
  async look(facts: HomeFacts): Promise<void> {
    const { world, instance } = this.parts;
    const perMinute = this.#perMinute(facts.taken);
    const session = await this.#connected();
    if (!session || this.#closed) return;
    const topics = topicsOf(facts, { instance, perMinute, now: world.now() });
    try {
      for (const [topic, payload] of topics) {
        if (this.#told.get(topic) === payload) continue;
        await session.publish(topic, payload, true);
        this.#told.set(topic, payload);
      }
      // What is no longer so must not stay with the broker.
      for (const topic of [...this.#told.keys()]) {
        if (topics.has(topic) || topic === this.#availability) continue;
        await session.publish(topic, "", true);
        this.#told.delete(topic);
      }
    } catch {
      session.close();
    }
  }

  /** Unix seconds. */
  #nextTryAt(): number {
    const { world } = this.parts;
    return world.now() + Math.ceil(Math.max(0, this.#notBefore - world.elapsedMs()) / 1000);
  }

  get #availability(): string {
    return `service-gateway/${slug(this.parts.instance)}/availability`;
  }

  /** Packets of the last whole minute that was looked at. */
  #perMinute(taken: number): number | null {
    const at = this.parts.world.elapsedMs(), last = this.#rate;
    if (!last) this.#rate = { at, taken, perMinute: null };
    else if (at - last.at >= 60_000) {
      this.#rate = { at, taken, perMinute: Math.round((taken - last.taken) * 60_000 / (at - last.at)) };
    }
    return this.#rate!.perMinute;
  }

  async #connected(): Promise<MqttSession | undefined> {
    const { world } = this.parts;
    if (this.#session) return this.#session;
    if (!world.connect || world.elapsedMs() < this.#notBefore) return undefined;
    try {
      const session = await sessionWith(this.parts, {
        clientId: `service-gateway-${slug(this.parts.instance)}`.slice(0, 60),
        will: { topic: this.#availability, payload: "offline" },
      });
      if (this.#closed) {
        session.close();
        return undefined;
      }
      // Another broker may stand there than before: all of it is told anew.
      this.#told.clear();
      // What an earlier run told stays with the broker (MQTT 3.1.1, 3.3.1.3), whatever may be told now: it hands it back.
      for (const filter of ownTopics(this.parts.instance)) await session.subscribe(filter);
      await session.publish(this.#availability, "online", true);
      this.#session = session;
      this.#waitMs = FIRST_WAIT_MS;
      this.#say(undefined);
      void this.#watch(session);
      return session;
    } catch (error) {
      this.#notBefore = world.elapsedMs() + this.#waitMs * (0.75 + world.random(1)[0]! / 512);
      this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
      this.#say(whyNot(error), error instanceof MqttRefused ? "refusal" : "outage");
      return undefined;
    }
  }

  /** Reads until the broker is gone: what it says is no order, it only shows what it keeps of ours. */
  async #watch(session: MqttSession): Promise<void> {
    let why = "the broker hung up";
    try {
      for await (const message of session.messages()) {
        if (!message?.retain || message.payload.length === 0 || this.#told.has(message.topic)) continue;
        if (this.#told.size < KEPT_MOST) this.#told.set(message.topic, KEPT);
      }
    } catch (error) {
      why = (error as Error).message;
    }
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#notBefore = this.parts.world.elapsedMs() + this.#waitMs;
    if (!this.#closed) this.#say(why);
  }

  /** One line in the log for each change. */
  #say(why: string | undefined, shortfall: Shortfall = "outage"): void {
    const { log, lives } = this.parts.world;
    if (why === undefined) lives.worked("broker");
    else lives.failed("broker", why, { shortfall, nextTryAt: this.#nextTryAt() });
    if (this.#why === why && this.#session) return;
    if (why === undefined) log.info("MQTT: the broker is told");
    else if (why !== this.#why) log.warn("MQTT: {why}", { why });
    this.#why = why;
  }

  /** Says goodbye: homes see that this instance is away. */
  close(): void {
    this.#closed = true;
    const session = this.#session;
    this.#session = undefined;
    if (!session) return;
    void session.publish(this.#availability, "offline", true).catch(() => {}).then(() => session.end());
  }
}
