/** How questions to peers about finds stand, as operators read it. */
import {
  FED_CORROBORATION_QUORUM,
  FED_CORROBORATION_REQUIRE_KNOWN,
  FED_REVEAL_IGATE,
  type Settings,
} from "../../settings/mod.ts";
import type { PeerStore } from "../tables/peer_store.ts";
import type { Corroboration } from "./corroboration.ts";
import { isQuorum } from "./quorum.ts";

interface StateParts {
  corroboration: Corroboration;
  options: { settings: Settings };
  store: { peers: PeerStore };
}

/** Peers that count, whether they are enough, and how many finds they were asked about. */
export function corroborationState({ corroboration, options: { settings }, store: { peers } }: StateParts) {
  const quorum = settings.get(FED_CORROBORATION_QUORUM);
  const voices = peers.all().flatMap(({ instance, trust }) => {
    const witness = instance === null || trust !== "trusted"
      ? undefined
      : corroboration.cases.witness(instance, []);
    return witness?.trusted ? [witness] : [];
  });
  return {
    quorum,
    voices: voices.map(({ instance, operator, declared = [], automatic }) => ({
      instance,
      voice: operator ?? declared[0] ?? null,
      automatic,
    })),
    reachable: isQuorum(voices, quorum),
    requireKnown: settings.get(FED_CORROBORATION_REQUIRE_KNOWN),
    reveal: settings.get(FED_REVEAL_IGATE),
    cases: corroboration.store.counts(),
  };
}
