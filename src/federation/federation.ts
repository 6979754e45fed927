/** Federation put together: what `app.ts` makes once and areas, routes, jobs and commands use. */
import { dirname } from "node:path";
import { FetchGuard, freeBytes, type Living } from "../base/mod.ts";
import type { Job } from "../jobs/mod.ts";
import {
  FED_ALLOW_PRIVATE,
  FED_DISCOVER,
  FED_RELAY_SECRET,
  FED_RESERVE,
  FED_ROTATION_GRACE_DAYS,
  FED_SYNC_INTERVAL_MS,
} from "../settings/mod.ts";
import { type RecordKind, RelayAnswerRecord, RelayQueryRecord, VisitRecord } from "../wire/mod.ts";
import type { OriginView, Receiver } from "./admit/outcome.ts";
import { Room } from "./admit/room.ts";
import type { BatchPost } from "./carriers/batches.ts";
import { Carriers } from "./carriers/carriers.ts";
import { Mailing } from "./carriers/mailing.ts";
import { CarriedVisits } from "./carriers/visits.ts";
import type { Cases } from "./corroborate/cases.ts";
import { openCases } from "./corroborate/open_cases.ts";
import { Corroboration } from "./corroborate/corroboration.ts";
import { identityOf, isConfigured, openRegistry, roomLimits } from "./from_settings.ts";
import type { Identity } from "./keys/identity.ts";
import type { Registry } from "./keys/registry.ts";
import { Onboarding } from "./onboarding/onboarding.ts";
import { Peers } from "./peers/peers.ts";
import { mayBePrivate } from "./peers/private_addresses.ts";
import { TrustView } from "./peers/trust.ts";
import { OwnSide } from "./own_side.ts";
import { appliersOf, type FederationAsks, type FederationNeeds } from "./parts.ts";
import { type Listing, livesOf } from "./peers/view.ts";
import { prepare } from "./prepare.ts";
import { prune } from "./prune.ts";
import type { Deps, PullOptions } from "./pull/context.ts";
import { Notifier } from "./pull/notify.ts";
import { pullAll, type SyncSummary } from "./pull/pull_all.ts";
import { asker } from "./pull/ask_for.ts";
import { Puller } from "./pull/run.ts";
import { type HubAndSpoke, hubAndSpokeJobs, openHubAndSpoke, type OpenParts } from "./push/open.ts";
import { Publisher } from "./records/publish.ts";
import { RelayQueue } from "./relay/queue.ts";
import { relayStore } from "./relay/store.ts";
import { spokeStore } from "./tables/spoke_store.ts";
import { RelayByMail } from "./relay/by_mail.ts";
import { answerAll, type Answerer } from "./push/collect.ts";
import { isRenamed, takeName } from "./records/rename.ts";
import { Readers } from "./serve/readers.ts";
import { Serving } from "./serve/serve.ts";
import { openStore, type Store } from "./tables/store.ts";

/** Federation of one instance. Times are unix seconds; throws failures of `errors.ts`. */
export class Federation {
  readonly identity: Identity;
  /** What this instance tells others of itself. */
  readonly own: OwnSide;
  readonly store: Store;
  readonly trust: TrustView;
  readonly guard: FetchGuard;
  /** Whether an address may be in a private network. */
  readonly isExempt: (url: string) => boolean;
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
  /** How much of others' records may be kept. */
  readonly room: Room;
  readonly deps: Deps;
  /** This instance as a hub, and as the spoke of one. */
  readonly spokes: HubAndSpoke;
  readonly relayByMail: RelayByMail;
  /** Own records as mail. */
  readonly mailing: Mailing;
  /** Visits as mail. */
  readonly visits: CarriedVisits;
  readonly #spokesParts: OpenParts;
  readonly corroboration: Corroboration;
  /** What areas publish through, and ask about finds. */
  readonly cases: Cases;
  readonly options: FederationNeeds & { withheld(kind: RecordKind, data: Record<string, unknown>): boolean };
  /** Asks an instance for records that something waits for. */
  readonly askFor: (instance: string) => void;
  readonly #pulling = new Set<Promise<SyncSummary>>();

  constructor(needs: FederationNeeds, others: FederationAsks) {
    const { db, settings, world, audit, tell, accounts } = needs;
    const isHidden = (call: unknown): boolean =>
      typeof call === "string" && accounts.holder(call)?.hidden === true;
    const options = this.options = {
      ...needs,
      withheld: (_kind: RecordKind, data: Record<string, unknown>) =>
        isHidden(data.owner) || isHidden(data.call) || isHidden(data.from),
    };
    const identity = this.identity = identityOf(settings), self = identity.instance;
    this.own = new OwnSide(settings, identity);
    const store = this.store = openStore(db, world), { peers } = store;
    const guard = this.guard = new FetchGuard({ world, allowPrivate: settings.get(FED_ALLOW_PRIVATE) });
    const registry = this.registry = openRegistry({ db, world, guard, settings });
    const binding = (instance: string) => registry.binding(instance);
    const isExempt = this.isExempt = (url: string): boolean => mayBePrivate(settings, peers, url);
    const trust = this.trust = new TrustView(peers, () => world.now(), binding);
    /** An origin as it is seen now. While the registry cannot be verified no key counts, and nothing is mirrored. */
    const originView = (origin: string): OriginView | undefined =>
      registry.error === undefined ? trust.originView(origin) : undefined;
    this.publications = new Publisher(self, store, world, () => tell.recordPublished({}));
    const isHub = settings.get(FED_RELAY_SECRET) !== undefined;
    /** This instance's queue as a hub. */
    const relay = new RelayQueue({
      db,
      world,
      rows: relayStore(db),
      spokes: spokeStore(db),
      peers,
      isOn: isHub,
    });
    const cases = this.cases = openCases({
      ...options,
      ...{ guard, identity, registry, peers, relay, originView, isExempt },
    });
    const receiver: Receiver = {
      self,
      now: () => world.now(),
      knowsTime: () => world.clock.isKnown(),
      originView,
    };
    this.room = new Room({
      shares: store.shares,
      trustOf: (instance) => trust.trustOf(instance),
      limits: () => roomLimits(settings),
      free: () => db.path === ":memory:" ? undefined : freeBytes(dirname(db.path)),
    });
    const deps = this.deps = {
      self,
      store,
      trust,
      receiver,
      appliers: appliersOf(others),
      room: this.room,
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
      everyMs: () => settings.get(FED_SYNC_INTERVAL_MS),
      pull: (url) => this.puller.pull(url),
    });
    const { puller } = this;
    this.askFor = asker({ world, puller, peers: store.peers, pullAll: () => this.pullAll() });
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
      ...{ identity, registry, cases, relay, originView },
      ears: (call, from, to) => others.ears(call, from, to),
      finds: {
        lift: (tx, log, verdict) => others.liftable.lift(tx, log, verdict),
        isOpen: (log) => others.liftable.isOpen(log),
        askUnasked: (tx) => others.liftable.askUnasked(tx),
      },
    });
    /** Questions that come through the hub. */
    const answer: Answerer = (question) => Promise.resolve(corroboration.answering.answerRelayed(question));
    this.#spokesParts = { ...options, guard, registry, identity, deps, serving, relay, answer };
    this.spokes = openHubAndSpoke(this.#spokesParts);
    const post: BatchPost = {
      get mostBytes() {
        return others.batchPost.mostBytes;
      },
      post: (tx, batch) => others.batchPost.post(tx, batch),
    };
    this.mailing = new Mailing({ ...options, deps, serving, post });
    const visits = this.visits = new CarriedVisits({
      ...{ identity, world, mailing: this.mailing },
      take: (tx, document, home) => others.takeVisit(tx, document, home),
      circuits: (to) => this.carriers.dials(to),
    });
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
        [VisitRecord.type, (tx, frame) => visits.take(tx, frame)],
      ]),
      endpoints: () => this.own.endpoints(),
      visits: () => others.circuitVisits,
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
      room: this.room,
      self: this.identity.instance,
      isConfigured: (url) => this.isConfigured(url),
      intervalS: Math.round(this.options.settings.get(FED_SYNC_INTERVAL_MS) / 1000),
      now: this.options.world.now(),
    };
  }

  /** How each neighbour that is followed did last. */
  lives(): Living[] {
    return livesOf(this.store.peers.all(), this.listing(), this.store.history.failedAt());
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
