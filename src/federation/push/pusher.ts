/**
 * When a spoke pushes, and over what: shortly after own writes, on schedule and on demand; after a failure only once the
 * hub is seen to be there again (FED "Push, relay, packet").
 */
import { type FetchGuard, FetchRefused, type World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { spokeHeaders } from "../keys/sign_request.ts";
import type { Identity } from "../keys/identity.ts";
import { answerAll, type Answerer, collect, type CollectDeps } from "./collect.ts";
import type { Serving } from "../serve/serve.ts";
import { type HubAsk, type HubEffect, HubFailed, type HubReply, type HubSteps } from "./effects.ts";
import { pushAll, type PushDeps, type PushResult } from "./push.ts";

/** Writes are gathered: three seconds after the last of them, and fifteen after the first at most. */
const QUIET_MS = 3000;
const LONGEST_MS = 15_000;
/** Wait in milliseconds before the next push when one push could not send everything. */
const MORE_MS = 5000;
/** Wait in milliseconds before a hub that failed is asked again, doubling. */
const PROBE_FIRST_MS = 30_000;
const PROBE_MOST_MS = 600_000;
const PROBE_JITTER = 0.2;
const PROBE_TIMEOUT_MS = 5000;
const ASK_TIMEOUT_MS = 60_000;

type CallOff = () => void;

export interface PusherOptions {
  deps: PushDeps & CollectDeps;
  identity: Identity;
  db: Database;
  world: World;
  guard: FetchGuard;
  serving: Serving;
  /** FED_SUBMIT_SECRET; without it nothing is pushed. */
  secret: string | undefined;
  /** Answers what others ask of this instance through the hub. */
  answer: Answerer;
  /** Runs something after that many milliseconds; gives what calls it off. The process's own timers unless told. */
  after?(ms: number, run: () => void): CallOff;
}

const realTimer = (ms: number, run: () => void): CallOff => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

type PushOutcome = { ok: true; result: PushResult } | { ok: false; error: string };

export class Pusher {
  readonly #after: NonNullable<PusherOptions["after"]>;
  #started = false;
  #waiting: { callOff: CallOff; since: number } | undefined;
  #probing: CallOff | undefined;
  /** Pushes that failed one after the other. */
  #failures = 0;
  #running: Promise<PushOutcome> | undefined;
  #next: Promise<PushOutcome> | undefined;
  #collecting: Promise<void> | undefined;

  constructor(readonly options: PusherOptions) {
    this.#after = options.after ?? realTimer;
  }

  /** Whether there is a hub to push to, a secret to show and a key to sign with. */
  get isConfigured(): boolean {
    return this.options.secret !== undefined && this.options.identity.key !== undefined;
  }
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Called once a server runs: from now on own writes are pushed. */
  start(): void {
    this.#started = true;
    this.tell();
  }

  /** Something was published: it is pushed soon, with all that is written meanwhile. */
  tell(): void {
    if (!this.#started || !this.isConfigured || this.#probing) return;
    const now = this.options.world.elapsedMs();
    const since = this.#waiting?.since ?? now;
    this.#waiting?.callOff();
    const wait = Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - now));
    this.#waiting = { since, callOff: this.#after(wait, () => void this.push()) };
  }

  /** Pushes now. Callers that come while a push runs share one after it, which brings what was written before they came. */
  push(): Promise<PushOutcome> {
    this.#waiting?.callOff();
    this.#waiting = undefined;
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#start();
    });
    return this.#next;
  }

  #start(): Promise<PushOutcome> {
    const running = this.#run().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #run(): Promise<PushOutcome> {
    if (!this.isConfigured) {
      return { ok: false, error: "No hub is configured, or no secret and key to push with" };
    }
    if (!this.options.world.clock.isKnown()) {
      return { ok: false, error: "This host's clock is not set: nothing is pushed" };
    }
    const outcome = await this.#outcome(pushAll(this.options.deps));
    await this.#note(outcome);
    this.#failures = outcome.ok ? 0 : this.#failures + 1;
    this.#probing?.();
    this.#probing = undefined;
    if (!this.#started) return outcome;
    if (!outcome.ok) this.#probeLater();
    else if (outcome.result.more) {
      this.#waiting = { since: 0, callOff: this.#after(MORE_MS, () => void this.push()) };
    }
    return outcome;
  }

  async #outcome(steps: HubSteps<PushResult>): Promise<PushOutcome> {
    try {
      return { ok: true, result: await this.#drive(steps) };
    } catch (error) {
      if (!(error instanceof HubFailed) && !(error instanceof FetchRefused)) throw error;
      this.options.world.log.warn("push to {hub} failed: {error}", {
        hub: this.options.deps.hub,
        error: error.message,
      });
      return { ok: false, error: error.message };
    }
  }

  async #note(outcome: PushOutcome): Promise<void> {
    const { db, deps: { hub, hubs }, world } = this.options;
    const now = world.now();
    await db.write((tx) => {
      const before = hubs.state({ url: hub });
      hubs.putState(tx, {
        url: hub,
        triedAt: now,
        pushedAt: outcome.ok ? now : before?.pushedAt ?? null,
        offlineSince: outcome.ok ? null : before?.offlineSince ?? now,
        lastError: outcome.ok ? null : outcome.error.slice(0, 300),
      });
    });
  }

  #probeLater(): void {
    const drawn = this.options.world.random(2);
    const jitter = 1 + PROBE_JITTER * ((drawn[0]! * 256 + drawn[1]!) / 32_767.5 - 1);
    const wait = Math.min(PROBE_FIRST_MS * 2 ** Math.min(this.#failures - 1, 10), PROBE_MOST_MS) * jitter;
    this.#probing = this.#after(wait, () => void this.#probe());
  }

  /**
   * Asks whether the hub is there again. If it answers at all, the next push is made; if not, it is asked again
   * later.
   */
  async #probe(): Promise<void> {
    if (!this.#started) return;
    const { guard, deps: { hub } } = this.options;
    try {
      const url = `${hub}/health?live`;
      const { status } = await guard.request({
        url,
        maxBytes: 65_536,
        timeoutMs: PROBE_TIMEOUT_MS,
        exempt: true,
      });
      if (status >= 500) throw new HubFailed("status", String(status));
      await this.push();
    } catch (error) {
      if (!(error instanceof FetchRefused) && !(error instanceof HubFailed)) throw error;
      this.#failures++;
      if (this.#started) this.#probeLater();
    }
  }

  /** Fetches what the hub has been asked for this instance, and answers it. One round at a time. */
  collect(): Promise<void> {
    const { world } = this.options;
    if (!this.options.identity.key || !world.clock.isKnown()) return Promise.resolve();
    this.#collecting ??= this.#drive(collect(this.options.deps)).then(() => {}, (error) => {
      if (!(error instanceof HubFailed) && !(error instanceof FetchRefused)) throw error;
      world.log.debug("nothing collected from the hub: {error}", { error: error.message });
    }).finally(() => this.#collecting = undefined);
    return this.#collecting;
  }

  async #drive<T>(steps: HubSteps<T>): Promise<T> {
    let next = steps.next();
    while (!next.done) {
      let value: unknown;
      try {
        value = await this.#perform(next.value);
      } catch (error) {
        next = steps.throw(error);
        continue;
      }
      next = steps.next(value);
    }
    return next.value;
  }

  #perform(effect: HubEffect): unknown {
    const { serving, db, answer } = this.options;
    switch (effect.do) {
      case "ask":
        return this.#ask(effect.ask);
      case "page": {
        const { cursor: since, nextId } = effect.at;
        const sinceId = nextId === null ? {} : { sinceId: Number(nextId) };
        return serving.feed(effect.kind, { since, limit: effect.limit, ...sinceId });
      }
      case "answer":
        return answerAll(serving, answer, effect.asked);
      case "write":
        return db.write(effect.run);
    }
  }

  async #ask({ method, path, headers, body, secret, maxBytes, offsetS }: HubAsk): Promise<HubReply> {
    const { deps: { hub }, identity, guard, world } = this.options;
    const { status, bytes, headers: { date } } = await guard.request({
      url: hub + path,
      method,
      headers: {
        accept: "application/json",
        ...headers,
        ...spokeHeaders(identity, world.now() + offsetS, method, path, body),
        ...(secret ? { "x-fed-secret": this.options.secret! } : {}),
      },
      ...(body ? { body } : {}),
      maxBytes,
      timeoutMs: ASK_TIMEOUT_MS,
      exempt: true,
      stay: true,
    });
    const at = date === undefined ? NaN : Date.parse(date);
    return { status, bytes, ...(Number.isFinite(at) ? { date: Math.floor(at / 1000) } : {}) };
  }

  /** Starts nothing more; waits for what runs. */
  async close(): Promise<void> {
    this.#started = false;
    this.#waiting?.callOff();
    this.#probing?.();
    await Promise.allSettled([this.#next ?? this.#running, this.#collecting]);
  }
}
