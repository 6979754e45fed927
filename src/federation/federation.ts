/** Federation put together: what `app.ts` makes once and areas, routes, jobs and commands use. */
import type { FetchGuard } from "../base/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { FED_DISCOVER, FED_RESERVE, FED_ROTATION_GRACE_DAYS, FED_SYNC_INTERVAL_MS } from "../settings/mod.ts";
import { type Appliers, RelayAnswerRecord, RelayQueryRecord } from "../wire/mod.ts";
import type { Receiver } from "./admit/outcome.ts";
import type { FederationBase, FederationOptions } from "./base.ts";
import type { BatchPost } from "./carriers/batches.ts";
import { Carriers } from "./carriers/carriers.ts";
import { Mailing } from "./carriers/mailing.ts";
import type { Ears } from "./corroborate/answering.ts";
import type { Finds } from "./corroborate/cases.ts";
import { Corroboration } from "./corroborate/corroboration.ts";
import { isConfigured } from "./from_settings.ts";
import type { Identity } from "./keys/identity.ts";
import type { Registry } from "./keys/registry.ts";
import { Onboarding } from "./onboarding/onboarding.ts";
import { OwnSide } from "./own_side.ts";
import { Peers } from "./peers/peers.ts";
import type { TrustView } from "./peers/trust.ts";
import type { Listing } from "./peers/view.ts";
import { prepare } from "./prepare.ts";
import { prune } from "./prune.ts";
import type { Deps, PullOptions } from "./pull/context.ts";
import { Notifier } from "./pull/notify.ts";
import { pullAll, type SyncSummary } from "./pull/pull_all.ts";
import { Puller } from "./pull/run.ts";
import { type HubAndSpoke, hubAndSpokeJobs, openHubAndSpoke, type OpenParts } from "./push/open.ts";
import type { Publisher } from "./records/publish.ts";
import { RelayByMail } from "./relay/by_mail.ts";
import { answerAll, type Answerer } from "./push/collect.ts";
import { isRenamed, takeName } from "./records/rename.ts";
import { Readers } from "./serve/readers.ts";
import { Serving } from "./serve/serve.ts";
import type { Store } from "./tables/store.ts";

export interface FederationNeeds {
  /** Opened first: areas publish through it. */
  base: FederationBase;
  /** What takes over the mirrors of areas, each of its kinds. */
  appliers: readonly Appliers[];
  /** The post office as a way for batches. */
  post: BatchPost;
  /** What was heard here, and the finds that peers may lift. */
  ears: Ears;
  finds: Finds;
}

/** Federation of one instance. Times are unix seconds; throws failures of `errors.ts`. */
export class Federation {
  readonly identity: Identity;
  /** What this instance tells others of itself. */
  readonly own: OwnSide;
  readonly store: Store;
  readonly trust: TrustView;
  readonly guard: FetchGuard;
  readonly registry: Registry;
  readonly publications: Publisher;
  readonly serving: Serving;
  readonly readers: Readers;
  readonly puller: Puller;
  readonly notifier: Notifier;
  readonly peers: Peers;
  readonly carriers: Carriers;
  /** How neighbours find this instance, and it finds them. */
  readonly onboarding: Onboarding;
  readonly deps: Deps;
  /** This instance as a hub, and as the spoke of one. */
  readonly spokes: HubAndSpoke;
  readonly relayByMail: RelayByMail;
  /** Own records as mail. */
  readonly mailing: Mailing;
  readonly #spokesParts: OpenParts;
  readonly corroboration: Corroboration;
  readonly options: FederationOptions;
  readonly #pulling = new Set<Promise<SyncSummary>>();

  constructor({ base, appliers, post, ears, finds }: FederationNeeds) {
    const { options, identity, store, guard, registry, trust, relay, cases, binding, isExempt } = base;
    const { db, settings, world, audit } = this.options = options;
    this.identity = identity;
    this.own = new OwnSide(settings, identity);
    const self = identity.instance;
    this.store = store;
    this.guard = guard;
    this.registry = registry;
    this.trust = trust;
    this.publications = base.publications;
    const receiver: Receiver = {
      self,
      now: () => world.now(),
      knowsTime: () => world.clock.isKnown(),
      originView: base.originView,
    };
    const deps = this.deps = {
      self,
      store,
      trust,
      receiver,
      appliers: Object.assign({}, ...appliers) as Appliers,
      graceS: settings.get(FED_ROTATION_GRACE_DAYS) * 86_400,
      region: () => this.own.region(),
      discover: settings.get(FED_DISCOVER),
      binding,
      log: (message: string, facts: Record<string, unknown>) => world.log.info(message, facts),
    };
    this.puller = new Puller({ db, world, guard, deps, isExempt });
    this.notifier = new Notifier({
      self,
      world,
      guard,
      isExempt,
      peers: () => store.peers.all(),
      pull: (url) => this.puller.pull(url),
    });
    const serving = this.serving = new Serving({
      identity,
      store,
      db,
      world,
      trust,
      reserve: () => settings.get(FED_RESERVE),
      region: () => this.own.region(),
    });
    const isKnown = (instance: string) => store.peers.live(instance) !== undefined;
    this.readers = new Readers({ self, now: () => world.now(), isKnown });
    const corroboration = this.corroboration = new Corroboration({
      ...options,
      ...{ identity, registry, cases, relay, ears, finds, originView: base.originView },
    });
    /** Questions that come through the hub. */
    const answer: Answerer = (question) => Promise.resolve(corroboration.answering.answerRelayed(question));
    this.#spokesParts = { ...options, guard, registry, identity, deps, serving, relay, answer };
    this.spokes = openHubAndSpoke(this.#spokesParts);
    this.mailing = new Mailing({ ...options, deps, serving, post });
    const byMail = this.relayByMail = new RelayByMail({
      ...this.#spokesParts,
      ...this.spokes,
      mailing: this.mailing,
      trustOf: (instance) => trust.trustOf(instance),
      answer: (asked) => answerAll(serving, answer, asked),
    });
    this.carriers = new Carriers({
      ...options,
      ...{ deps, identity, serving },
      asides: new Map([
        [RelayQueryRecord.type, (tx, frame) => byMail.takeQuery(tx, frame)],
        [RelayAnswerRecord.type, (tx, frame) => byMail.takeAnswer(tx, frame)],
      ]),
      endpoints: () => this.own.endpoints(),
    });
    this.peers = new Peers({
      db,
      world,
      guard,
      audit,
      deps,
      registry,
      isConfigured: (url) => this.isConfigured(url),
      isExempt,
      questionsTo: (instance) => cases.parts.store.questionsTo(instance),
    });
    this.onboarding = new Onboarding({
      peers: this.peers.parts,
      settings,
      identity,
      endpoints: () => this.own.endpoints(),
    });
    prepare({ ...options, store, registry, region: this.own.region() });
  }

  /** An own record was published: neighbours are told to fetch it, and a hub gets it. */
  recordPublished(): void {
    this.notifier.tell();
    this.spokes.pusher?.tell();
  }

  /** Whether FED_PEERS lists the address. */
  isConfigured(url: string): boolean {
    return isConfigured(this.options.settings, url);
  }

  /** What a list of peers is made from now. */
  listing(): Listing {
    return {
      store: this.store,
      self: this.identity.instance,
      isConfigured: (url) => this.isConfigured(url),
      intervalS: Math.round(this.options.settings.get(FED_SYNC_INTERVAL_MS) / 1000),
      now: this.options.world.now(),
    };
  }

  /** Whether the clock can be believed. Until then nothing is pulled, signed or dropped. */
  get clockIsSet(): boolean {
    return this.options.world.clock.isKnown();
  }

  /**
   * Pulls every enabled peer. A caller that comes while a peer is being pulled waits for a fresh pull of it, so that
   * what was written before the call is brought by it.
   */
  pullAll(options: PullOptions = {}): Promise<SyncSummary> {
    const { store, registry, puller, identity: { instance: self } } = this;
    const pulling = pullAll({ ...this.options, store, registry, puller, self }, options)
      .finally(() => this.#pulling.delete(pulling));
    this.#pulling.add(pulling);
    return pulling;
  }

  /** Ages gaps, and drops old ones, sightings that nobody repeats, and origins of which nothing is kept. */
  async prune(): Promise<void> {
    const { db, world } = this.options;
    if (!this.clockIsSet) return;
    await db.write((tx) => {
      prune(tx, this.store, this.trust, world.now());
      this.carriers.prune(tx, world.now());
    });
  }

  /** What federation does by itself: pulls, pushes, retries and clean-up. */
  jobs(): Job[] {
    const interval = this.options.settings.get(FED_SYNC_INTERVAL_MS);
    const pull = async () => {
      if (!this.clockIsSet) return this.options.world.log.warn("nothing is pulled: the clock is not set");
      await this.pullAll();
    };
    return [
      ...(interval > 0 ? [{ name: "federation-pull", when: interval, run: pull }] : []),
      { name: "federation-prune", when: "29 3 * * *", judgesTime: true, run: () => this.prune() },
      ...hubAndSpokeJobs(this.spokes, this.#spokesParts),
      ...this.corroboration.jobs(),
    ];
  }

  /** A server runs: own records bear its name from now on, and neighbours are told of what is written. */
  start(): void {
    const { store, identity: { instance }, options: { db, world } } = this;
    if (isRenamed(store, instance)) db.writeNow((tx) => takeName(tx, store, instance, world.now()));
    this.notifier.start();
    this.spokes.pusher?.start();
  }

  /** Ends running work at its next step, and sends nothing more. To be called before the database is closed. */
  async close(): Promise<void> {
    await Promise.all([
      this.notifier.close(),
      this.puller.close(),
      this.spokes.pusher?.close(),
      this.relayByMail.close(),
    ]);
    await Promise.allSettled(this.#pulling);
  }
}
