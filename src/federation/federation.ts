/** Federation put together: what `app.ts` makes once and areas, routes, jobs and commands use. */
import { FetchGuard, type World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import {
  FED_ALLOW_PRIVATE,
  FED_DISCOVER,
  FED_ENDPOINTS,
  FED_HUB_URL,
  FED_KEY_HISTORY,
  FED_PEER_EXCHANGE,
  FED_PEERS,
  FED_PRIVATE_KEY,
  FED_REGISTRY,
  FED_REGISTRY_DNS,
  FED_REGISTRY_KEY,
  FED_RESERVE,
  FED_ROTATION_GRACE_DAYS,
  FED_ROTATIONS,
  FED_SYNC_INTERVAL_MS,
  FED_SYNC_REGION,
  instanceId,
  type Settings,
} from "../settings/mod.ts";
import {
  type Appliers,
  fingerprintOf,
  readSigningKey,
  type RecordKind,
  showFingerprint,
} from "../wire/mod.ts";
import type { Receiver } from "./admit/outcome.ts";
import { readPublishedKeys } from "./peers/descriptor.ts";
import { readEndpoints } from "./peers/endpoints.ts";
import { aged, isOver } from "./gaps/rules.ts";
import type { Identity } from "./keys/identity.ts";
import { Notifier } from "./pull/notify.ts";
import { newPeer } from "./peers/store.ts";
import { Peers, peerUrl } from "./peers/desk.ts";
import { Publisher } from "./records/publish.ts";
import { type Counts, type Deps, noCounts, type PullOptions } from "./pull/context.ts";
import { Puller } from "./pull/run.ts";
import { readRegion, type Region, regionCovers, regionText } from "./serve/region.ts";
import { Registry } from "./keys/registry.ts";
import { Serving } from "./serve/serve.ts";
import { openStore, type Store } from "./store.ts";
import { acceptedKeys, TrustView } from "./peers/trust.ts";

/** A clock before this program was made is wrong: nothing is signed or judged by it (2026-01-01). */
const CLOCK_FLOOR = 1_767_225_600;
const PULLS_AT_ONCE = 4;

export interface FederationOptions {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  /** TXT records at a name by a validating resolver; `undefined` when none answers. */
  txt?(name: string): Promise<string[] | undefined>;
  /** Whether people who browse do not get to see a record: that of somebody suspended. */
  withheld?(kind: RecordKind, data: Record<string, unknown>): boolean;
}

export interface SyncSummary {
  peers: number;
  bytes: number;
  counts: Counts;
  errors: { url: string; error: string }[];
}

export class Federation {
  readonly identity: Identity;
  readonly store: Store;
  readonly trust: TrustView;
  readonly guard: FetchGuard;
  readonly registry: Registry;
  readonly publications: Publisher;
  readonly serving: Serving;
  readonly puller: Puller;
  readonly notifier: Notifier;
  readonly peers: Peers;
  readonly deps: Deps;
  /** One object for all that use it: areas register after it was handed on. */
  readonly #appliers: Appliers = {};
  readonly #pulling = new Set<Promise<SyncSummary>>();

  constructor(readonly options: FederationOptions) {
    const { db, settings, world, audit } = options;
    this.identity = identityOf(settings);
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
      // A broken registry binds nobody: what cannot be judged is not mirrored.
      originView: (origin) => this.registry.error === undefined ? this.trust.originView(origin) : undefined,
    };
    this.deps = {
      self,
      store: this.store,
      trust: this.trust,
      receiver,
      appliers: this.#appliers,
      graceS: settings.get(FED_ROTATION_GRACE_DAYS) * 86_400,
      region: () => this.region(),
      discover: settings.get(FED_DISCOVER),
      binding,
      log: (message, facts) => world.log.info(message, facts),
    };
    const isExempt = (url: string) => this.#isExempt(url);
    this.puller = new Puller({ db, world, guard: this.guard, deps: this.deps, isExempt });
    this.notifier = new Notifier({
      self,
      world,
      guard: this.guard,
      isExempt,
      peers: () => this.store.peers.all(),
      pull: (url) => this.puller.pull(url),
    });
    this.publications = new Publisher(self, this.store, world, () => this.notifier.tell());
    this.serving = new Serving({
      identity: this.identity,
      store: this.store,
      db,
      world,
      trust: this.trust,
      reserve: () => settings.get(FED_RESERVE),
      region: () => this.region(),
    });
    this.peers = new Peers({
      db,
      world,
      guard: this.guard,
      audit,
      deps: this.deps,
      registry: this.registry,
      isConfigured: (url) => this.isConfigured(url),
      isExempt,
    });
    this.#prepare();
  }

  /** Takes over the mirrors of areas, each of its kinds. */
  register(...areas: Appliers[]): void {
    Object.assign(this.#appliers, ...areas);
  }

  /** Configured peers have rows; a region that has grown is read from the start. */
  #prepare(): void {
    const { db, settings, world } = this.options;
    const region = this.region();
    const before = this.store.progress.fact("region");
    const missing = settings.get(FED_PEERS).filter((peer) => {
      const row = this.store.peers.byUrl(peerUrl(peer.url));
      return !row || row.expected !== (peer.fingerprint ?? null);
    });
    if (missing.length === 0 && before === regionText(region) && !this.registry.isConfigured) return;
    db.writeNow((tx) => {
      for (const { url, fingerprint } of missing) {
        const plain = peerUrl(url);
        const row = this.store.peers.byUrl(plain);
        const expected = fingerprint ?? null;
        if (row) this.store.peers.save(tx, { ...row, expected });
        else {this.store.peers.add(tx, {
            ...newPeer({ url: plain, addedVia: "manual", addedAt: world.now() }),
            expected,
          });}
      }
      if (before !== regionText(region)) {
        const mirrored = before === undefined ? region : before === "" ? undefined : readRegion(before);
        if (!regionCovers(mirrored, region)) this.store.progress.restartKind(tx, "cache");
        this.store.progress.setFact(tx, { name: "region", value: regionText(region) });
      }
      this.registry.keep(tx);
    });
  }

  /** FED_SYNC_REGION in the units of the wire. */
  region(): Region | undefined {
    const box = this.options.settings.get(FED_SYNC_REGION);
    return box &&
      readRegion([box.south, box.west, box.north, box.east].map((part) => part.toFixed(7)).join(","));
  }

  isConfigured(url: string): boolean {
    return this.options.settings.get(FED_PEERS).some((peer) => peerUrl(peer.url) === url);
  }

  /** The operator named these origins himself: FED_PEERS, FED_HUB_URL, and what the local network announced. */
  #isExempt(url: string): boolean {
    const { settings } = this.options;
    const origin = URL.parse(url)?.origin;
    const named = settings.get(FED_PEERS).map((peer) => peer.url);
    const hub = settings.get(FED_HUB_URL);
    if (hub !== undefined) named.push(hub);
    if (named.some((one) => URL.parse(one)?.origin === origin)) return true;
    return this.store.peers.all().some((peer) =>
      peer.sightings.some((one) =>
        one.via === "mdns" && one.addr !== undefined && URL.parse(one.addr)?.origin === origin
      )
    );
  }

  /** Own endpoints (FED_ENDPOINTS), as they are published. */
  endpoints() {
    return readEndpoints(this.options.settings.get(FED_ENDPOINTS));
  }

  /** Names of the surfaces that this instance serves now (FED "Versioning"). */
  capabilities(): string[] {
    if (!this.identity.key) return [];
    return [
      "sync-cbor",
      "sync-origins",
      "sync-cache-bbox",
      ...(this.options.settings.get(FED_PEER_EXCHANGE) ? ["peer-exchange"] : []),
    ];
  }

  /** Keys under which a spoke's requests verify: what we accept of that instance, whatever its trust. */
  spokeKeys(instance: string): string[] {
    const peer = this.store.peers.live(instance);
    return peer && !this.store.peers.isBlocked(instance) ? acceptedKeys(peer, this.options.world.now()) : [];
  }

  /** The fingerprint of our current key in groups, `null` while unsigned. */
  fingerprint(): string | null {
    const key = this.identity.key?.publicKey;
    return key === undefined ? null : showFingerprint(fingerprintOf(key));
  }

  /** Whether the clock can be believed. Until then nothing is pulled; records wait unsigned. */
  get clockIsSet(): boolean {
    return this.options.world.now() >= CLOCK_FLOOR;
  }

  /**
   * Pulls every enabled peer. A caller that comes while a peer is being pulled waits for a fresh pull of it, so that
   * what was written before the call is brought by it.
   */
  pullAll(options: PullOptions = {}): Promise<SyncSummary> {
    const pulling = this.#pullAll(options).finally(() => this.#pulling.delete(pulling));
    this.#pulling.add(pulling);
    return pulling;
  }

  async #pullAll(options: PullOptions): Promise<SyncSummary> {
    await this.registry.refresh();
    await this.#seedFromRegistry();
    const summary: SyncSummary = { peers: 0, bytes: 0, counts: noCounts(), errors: [] };
    const waiting = this.store.peers.all().filter((peer) => peer.enabled && peer.trust !== "blocked");
    const work = async () => {
      for (let peer = waiting.shift(); peer; peer = waiting.shift()) {
        if (peer.instance !== null && this.store.peers.isBlocked(peer.instance)) continue;
        const outcome = await this.puller.pull(peer.url, options);
        summary.peers++;
        if (!outcome.ok) {
          summary.errors.push({ url: peer.url, error: outcome.error });
          continue;
        }
        summary.bytes += outcome.result.bytes;
        for (const name of Object.keys(summary.counts) as (keyof Counts)[]) {
          summary.counts[name] += outcome.result.counts[name];
        }
      }
    };
    await Promise.all(Array.from({ length: PULLS_AT_ONCE }, work));
    return summary;
  }

  /** Registry entries with an address become unvetted peers; a blocked instance gets no new row. */
  async #seedFromRegistry(): Promise<void> {
    const { db, world } = this.options;
    const { peers } = this.store;
    const fresh = this.registry.entries().filter((entry) =>
      entry.url !== undefined && /^https?:/.test(entry.url) && entry.instance !== this.identity.instance &&
      !peers.isBlocked(entry.instance) && !peers.live(entry.instance) &&
      !peers.byUrl(entry.url.replace(/\/+$/, ""))
    );
    if (fresh.length === 0) return;
    await db.write((tx) => {
      for (const { url } of fresh) {
        peers.add(tx, newPeer({ url: url!.replace(/\/+$/, ""), addedVia: "registry", addedAt: world.now() }));
      }
    });
  }

  /** Gaps grow older and leave; sightings that nobody repeats go. */
  async prune(): Promise<void> {
    const { db, world } = this.options;
    await db.write((tx) => {
      const now = world.now();
      for (const gap of this.store.gaps.all()) {
        const older = aged(gap, now);
        if (isOver(older, now)) this.store.gaps.close(tx, gap);
        else this.store.gaps.put(tx, older);
      }
      for (const peer of this.store.peers.all()) {
        if (peer.addedVia !== "discovered" && peer.addedVia !== "mdns") continue;
        const sightings = peer.sightings.filter((one) =>
          one.via === "mdns"
            ? now - one.at < 86_400
            : now - one.at < 14 * 86_400 && this.trust.trustOf(one.via) === "trusted"
        );
        if (sightings.length === 0 && peer.pin === null) this.store.peers.remove(tx, { id: peer.id });
        else if (sightings.length !== peer.sightings.length) {
          this.store.peers.save(tx, { ...peer, sightings });
        }
      }
    });
  }

  jobs(): Job[] {
    const interval = this.options.settings.get(FED_SYNC_INTERVAL_MS);
    const pull = async () => {
      if (!this.clockIsSet) return this.options.world.log.warn("nothing is pulled: the clock is not set");
      await this.pullAll();
    };
    return [
      ...(interval > 0 ? [{ name: "federation-pull", when: interval, run: pull }] : []),
      { name: "federation-prune", when: "29 3 * * *", run: () => this.prune() },
    ];
  }

  /** A server runs: neighbours are told of what is written. */
  start(): void {
    this.notifier.start();
  }

  /** Ends what runs at its next step, and sends nothing more. Call before the database is closed. */
  async close(): Promise<void> {
    await Promise.all([this.notifier.close(), this.puller.close()]);
    await Promise.allSettled(this.#pulling);
  }
}

/** `{name: value}`, or nothing for an undefined value. */
const given = <K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : { [name]: value } as { [P in K]: V };

/** Who this instance is, from its settings. */
export function identityOf(settings: Settings): Identity {
  const seed = settings.get(FED_PRIVATE_KEY);
  const key = seed === undefined ? undefined : readSigningKey(seed);
  return {
    instance: instanceId(settings),
    ...(key ? { key } : {}),
    history: readPublishedKeys(settings.get(FED_KEY_HISTORY)),
    rotations: settings.get(FED_ROTATIONS),
  };
}
