/** Federation put together: what `app.ts` makes once and areas, routes, jobs and commands use. */
import { FetchGuard, type World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { Limits } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import {
  FED_ALLOW_PRIVATE,
  FED_DISCOVER,
  FED_REGISTRY,
  FED_REGISTRY_DNS,
  FED_REGISTRY_KEY,
  FED_RESERVE,
  FED_ROTATION_GRACE_DAYS,
  FED_SYNC_INTERVAL_MS,
  type Settings,
} from "../settings/mod.ts";
import { type Appliers, type RecordKind, RelayAnswerRecord, RelayQueryRecord } from "../wire/mod.ts";
import type { Receiver } from "./admit/outcome.ts";
import { Carriers } from "./carriers/carriers.ts";
import { Corroboration } from "./corroborate/corroboration.ts";
import { identityOf, isConfigured } from "./from_settings.ts";
import type { Identity } from "./keys/identity.ts";
import { Registry } from "./keys/registry.ts";
import { Onboarding } from "./onboarding/onboarding.ts";
import { OwnSide } from "./own_side.ts";
import { Peers } from "./peers/desk.ts";
import { mayBePrivate } from "./peers/private_addresses.ts";
import { TrustView } from "./peers/trust.ts";
import type { Listing } from "./peers/view.ts";
import { prepare } from "./prepare.ts";
import { prune } from "./prune.ts";
import type { Deps, PullOptions } from "./pull/context.ts";
import { Notifier } from "./pull/notify.ts";
import { pullAll, type SyncSummary } from "./pull/pull_all.ts";
import { Puller } from "./pull/run.ts";
import { type HubAndSpoke, hubAndSpokeJobs, openHubAndSpoke, type OpenParts } from "./push/open.ts";
import { Publisher } from "./records/publish.ts";
import { RelayByMail } from "./relay/by_mail.ts";
import { answerAll, type Answerer } from "./relay/collect.ts";
import { isRenamed, takeName } from "./records/rename.ts";
import { Readers } from "./serve/readers.ts";
import { Serving } from "./serve/serve.ts";
import { openStore, type Store } from "./store.ts";

export interface FederationOptions {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  limits: Limits;
  /** TXT records at a name by a validating resolver; `undefined` when none answers. */
  txt?(name: string): Promise<string[] | undefined>;
  /** Whether a record is hidden from people who browse: records of somebody suspended are. */
  withheld?(kind: RecordKind, data: Record<string, unknown>): boolean;
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
  /** Answers questions that come through the hub. Refuses until corroboration is opened and replaces this. */
  answerRelayed: Answerer = () => Promise.resolve({ status: 503, frame: null });
  readonly #spokesParts: OpenParts;
  readonly corroboration: Corroboration;
  /** One object for all that use it: areas register after it was handed on. */
  readonly #appliers: Appliers = {};
  readonly #pulling = new Set<Promise<SyncSummary>>();

  constructor(readonly options: FederationOptions) {
    const { db, settings, world, audit } = options;
    this.identity = identityOf(settings);
    this.own = new OwnSide(settings, this.identity);
    const self = this.identity.instance;
    this.store = openStore(db, world);
    this.guard = new FetchGuard({ world, allowPrivate: settings.get(FED_ALLOW_PRIVATE) });
    this.registry = new Registry({
      db,
      world,
      guard: this.guard,
      ...given("document", settings.get(FED_REGISTRY)),
      ...given("dnsName", settings.get(FED_REGISTRY_DNS)),
      ...given("authority", settings.get(FED_REGISTRY_KEY)),
      txt: options.txt ?? (() => Promise.resolve(undefined)),
    });
    const binding = (instance: string) => this.registry.binding(instance);
    this.trust = new TrustView(this.store.peers, () => world.now(), binding);
    const receiver: Receiver = {
      self,
      now: () => world.now(),
      knowsTime: () => world.clock.isKnown(),
      // While the registry cannot be verified no key counts, and nothing is mirrored.
      originView: (origin) => this.registry.error === undefined ? this.trust.originView(origin) : undefined,
    };
    this.deps = {
      self,
      store: this.store,
      trust: this.trust,
      receiver,
      appliers: this.#appliers,
      graceS: settings.get(FED_ROTATION_GRACE_DAYS) * 86_400,
      region: () => this.own.region(),
      discover: settings.get(FED_DISCOVER),
      binding,
      log: (message, facts) => world.log.info(message, facts),
    };
    const isExempt = (url: string) => mayBePrivate(settings, this.store.peers, url);
    this.puller = new Puller({ db, world, guard: this.guard, deps: this.deps, isExempt });
    this.notifier = new Notifier({
      self,
      world,
      guard: this.guard,
      isExempt,
      peers: () => this.store.peers.all(),
      pull: (url) => this.puller.pull(url),
    });
    this.publications = new Publisher(self, this.store, world, () => {
      this.notifier.tell();
      this.spokes.pusher?.tell();
    });
    this.serving = new Serving({
      identity: this.identity,
      store: this.store,
      db,
      world,
      trust: this.trust,
      reserve: () => settings.get(FED_RESERVE),
      region: () => this.own.region(),
    });
    const isKnown = (instance: string) => this.store.peers.live(instance) !== undefined;
    this.readers = new Readers({ self, now: () => world.now(), isKnown });
    this.carriers = new Carriers({
      ...options,
      deps: this.deps,
      identity: this.identity,
      serving: this.serving,
      endpoints: () => this.own.endpoints(),
    });
    const { guard, registry, identity, deps, serving } = this;
    const answer: Answerer = (question) => this.answerRelayed(question);
    this.#spokesParts = { ...options, guard, registry, identity, deps, serving, answer };
    this.spokes = openHubAndSpoke(this.#spokesParts);
    this.relayByMail = new RelayByMail({
      ...this.#spokesParts,
      ...this.spokes,
      carriers: this.carriers,
      trustOf: (instance) => this.trust.trustOf(instance),
      answer: (asked) => answerAll(serving, answer, asked),
    });
    this.carriers.takeAside([RelayQueryRecord.type], (tx, frame) => this.relayByMail.takeQuery(tx, frame));
    this.carriers.takeAside([RelayAnswerRecord.type], (tx, frame) => this.relayByMail.takeAnswer(tx, frame));
    this.peers = new Peers({
      db,
      world,
      guard: this.guard,
      audit,
      deps: this.deps,
      registry: this.registry,
      isConfigured: (url) => this.isConfigured(url),
      isExempt,
      questionsTo: (instance) => this.corroboration.store.questionsTo(instance),
    });
    this.corroboration = new Corroboration({
      ...options,
      guard: this.guard,
      identity: this.identity,
      registry: this.registry,
      peers: this.store.peers,
      originView: receiver.originView,
      isExempt,
    });
    this.corroboration.relay = this.spokes.relay;
    this.answerRelayed = (question) => Promise.resolve(this.corroboration.answering.answerRelayed(question));
    this.onboarding = new Onboarding({
      desk: this.peers.desk,
      settings,
      identity,
      endpoints: () => this.own.endpoints(),
    });
    prepare({ ...options, store: this.store, registry: this.registry, region: this.own.region() });
  }

  /** Takes over the mirrors of areas, each of its kinds. */
  register(...areas: Appliers[]): void {
    Object.assign(this.#appliers, ...areas);
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

/** `{name: value}`; `{}` where the value is `undefined`. */
const given = <K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : { [name]: value } as { [P in K]: V };
