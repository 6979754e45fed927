/** What areas ask of federation, and what it remembers by itself: made before the areas whose records it carries. */
import { FetchGuard, type Tell, type World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { Limits } from "../http/mod.ts";
import {
  FED_ALLOW_PRIVATE,
  FED_REGISTRY,
  FED_REGISTRY_DNS,
  FED_REGISTRY_KEY,
  FED_RELAY_SECRET,
  type Settings,
} from "../settings/mod.ts";
import type { RecordKind } from "../wire/mod.ts";
import type { OriginView } from "./admit/outcome.ts";
import { openCases } from "./corroborate/open_cases.ts";
import type { Cases } from "./corroborate/cases.ts";
import type { FederationEvents } from "./events.ts";
import { identityOf } from "./from_settings.ts";
import type { Identity } from "./keys/identity.ts";
import { Registry } from "./keys/registry.ts";
import { mayBePrivate } from "./peers/private_addresses.ts";
import { TrustView } from "./peers/trust.ts";
import { spokeStore } from "./tables/spoke_store.ts";
import { Publisher } from "./records/publish.ts";
import { RelayQueue } from "./relay/queue.ts";
import { relayStore } from "./relay/store.ts";
import { openStore, type Store } from "./tables/store.ts";

export interface FederationOptions {
  db: Database;
  settings: Settings;
  world: World;
  audit: Audit;
  limits: Limits;
  tell: Tell<FederationEvents>;
  /** TXT records at a name by a validating resolver; `undefined` when none answers. */
  txt?(name: string): Promise<string[] | undefined>;
  /** Whether a record is hidden from people who browse: records of somebody suspended are. */
  withheld?(kind: RecordKind, data: Record<string, unknown>): boolean;
}

/** Who this instance is to others, whom it trusts, what it publishes, and what it asked peers about its finds. */
export class FederationBase {
  readonly identity: Identity;
  readonly store: Store;
  readonly guard: FetchGuard;
  readonly registry: Registry;
  readonly trust: TrustView;
  readonly publications: Publisher;
  /** This instance's queue as a hub. */
  readonly relay: RelayQueue;
  readonly cases: Cases;

  constructor(readonly options: FederationOptions) {
    const { db, settings, world } = options;
    this.identity = identityOf(settings);
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
    const { peers } = this.store;
    this.trust = new TrustView(peers, () => world.now(), this.binding);
    this.publications = new Publisher(
      this.identity.instance,
      this.store,
      world,
      () => options.tell.recordPublished({}),
    );
    const isOn = settings.get(FED_RELAY_SECRET) !== undefined;
    this.relay = new RelayQueue({ db, world, rows: relayStore(db), spokes: spokeStore(db), peers, isOn });
    const { guard, identity, registry, relay, originView, isExempt } = this;
    this.cases = openCases({
      ...options,
      ...{ guard, identity, registry, peers, relay, originView, isExempt },
    });
  }

  binding = (instance: string) => this.registry.binding(instance);
  /** Whether an address may be in a private network. */
  isExempt = (url: string): boolean => mayBePrivate(this.options.settings, this.store.peers, url);
  /** An origin as it is seen now. While the registry cannot be verified no key counts, and nothing is mirrored. */
  originView = (origin: string): OriginView | undefined =>
    this.registry.error === undefined ? this.trust.originView(origin) : undefined;
}

/** `{name: value}`; `{}` where the value is `undefined`. */
const given = <K extends string, V>(name: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : { [name]: value } as { [P in K]: V };
