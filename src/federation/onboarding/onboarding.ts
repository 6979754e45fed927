/** How neighbours and this instance find each other: by callsign in DNS, by announcement on the local network. */
import { AMPR_ZONE, APP_URL, DOH_URL, serviceCall, type Settings } from "../../settings/mod.ts";
import type { Identity } from "../keys/identity.ts";
import type { PeerParts } from "../peers/preview.ts";
import type { Endpoint } from "../tables/peer_store.ts";
import { announcementOf } from "./announced.ts";
import { CallFinder, type FindAsk, type FoundByCall } from "./find_by_call.ts";
import { Neighbours } from "./neighbours.ts";
import { type OwnFacts, type OwnIdentity, ownIdentity, radioHostOf } from "./own_records.ts";
import { type CheckLine, selfCheck } from "./self_check.ts";

interface OnboardingParts {
  peers: PeerParts;
  settings: Settings;
  identity: Identity;
  /** The setting FED_ENDPOINTS. */
  endpoints(): Endpoint[];
}

export class Onboarding {
  readonly neighbours: Neighbours;
  readonly #finder: CallFinder;

  constructor(readonly parts: OnboardingParts) {
    const { peers, settings, endpoints } = parts;
    const { db, world, deps: { store, self } } = peers;
    this.neighbours = new Neighbours({ db, world, store, self });
    this.#finder = new CallFinder({
      peers,
      zone: () => settings.get(AMPR_ZONE),
      resolvers: () => settings.get(DOH_URL),
      onAmateurNetwork: () => radioHostOf(endpoints()) !== undefined,
    });
  }

  /** Finds an instance by its operator's callsign; admits it where DNS is signed or the operator confirms. */
  find(ask: FindAsk, actor: string): Promise<FoundByCall> {
    return this.#finder.find(ask, actor);
  }

  /** What this instance announces on the local network; undefined while there is nothing that others could compare. */
  announcement() {
    return announcementOf(this.parts.identity);
  }

  /** The records to publish, so that others find this instance by its callsign. */
  ownRecords(): OwnIdentity {
    return ownIdentity(this.#facts());
  }

  /** How what is published looks from outside. */
  checkOwnRecords(): Promise<CheckLine[]> {
    const { peers: { world }, settings } = this.parts;
    return selfCheck({ request: world.fetch, resolvers: settings.get(DOH_URL) }, this.#facts());
  }

  #facts(): OwnFacts {
    const { settings, identity, endpoints } = this.parts;
    return {
      instance: identity.instance,
      key: identity.key?.publicKey,
      serviceCall: serviceCall(settings),
      zone: settings.get(AMPR_ZONE),
      appUrl: settings.get(APP_URL),
      endpoints: endpoints(),
    };
  }
}
