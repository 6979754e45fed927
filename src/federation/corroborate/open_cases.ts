/** The questions of this instance about its own finds, with what the settings say of asking. */
import type { FetchGuard, World } from "../../base/mod.ts";
import type { Audit, Database } from "../../db/mod.ts";
import {
  FED_AUTO_PROMOTE,
  FED_CORROBORATION_QUORUM,
  FED_CORROBORATION_SECRET,
  FED_HUB_URL,
  FED_REVEAL_IGATE,
  type Settings,
} from "../../settings/mod.ts";
import type { OriginView } from "../admit/outcome.ts";
import type { Identity } from "../keys/identity.ts";
import type { Registry } from "../keys/registry.ts";
import type { PeerStore } from "../tables/peer_store.ts";
import { NetworkCarrier } from "./carry.ts";
import { Cases } from "./cases.ts";
import { caseStore } from "./store.ts";
import type { QuestionRelay } from "./ways.ts";

interface OpenCasesParts {
  db: Database;
  world: World;
  settings: Settings;
  audit: Audit;
  guard: FetchGuard;
  identity: Identity;
  registry: Registry;
  peers: PeerStore;
  relay: QuestionRelay;
  originView(instance: string): OriginView | undefined;
  isExempt(url: string): boolean;
}

/** The cases of this instance, and the network by which its questions travel. */
export function openCases(parts: OpenCasesParts): Cases {
  const { settings, registry } = parts;
  return new Cases({
    ...parts,
    self: parts.identity.instance,
    store: caseStore(parts.db),
    canJudge: () => registry.error === undefined,
    reveal: () => settings.get(FED_REVEAL_IGATE),
    carrier: new NetworkCarrier({
      ...parts,
      hubUrl: () => settings.get(FED_HUB_URL),
      secret: () => settings.get(FED_CORROBORATION_SECRET),
    }),
    binding: (instance) => registry.binding(instance),
    autoPromote: () => settings.get(FED_AUTO_PROMOTE),
    quorum: () => settings.get(FED_CORROBORATION_QUORUM),
  });
}
