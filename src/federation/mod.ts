/**
 * Federation: signed records of this instance handed to others, theirs mirrored here. Owns the tables `fed_*`,
 * peers and their trust, the pull, marks and gaps. Refuses every frame that its origin did not sign, by whichever
 * way it came. It knows no area: areas publish through `Federation.publications` and hand it appliers of their
 * mirrors.
 *
 * Rooms, from the bottom up: `tables/`, `keys/` (identity, rotations, the registry), `admit/` (what becomes of a frame),
 * `peers/` (who is followed, and trusted how far), `records/` (own ones, and those kept), `serve/`, `pull/`, `relay/` (a
 * hub's queue), `push/` (a spoke at its hub), `carriers/`, `corroborate/`, `onboarding/`, `routes/`.
 */
import type { Limit, RouteTable } from "../http/mod.ts";
import { federationChecks } from "./checks.ts";
import { Federation, type FederationNeeds } from "./federation.ts";
import { corroborateRoutes } from "./routes/corroborate.ts";
import { browseRoutes } from "./routes/browse.ts";
import { carrierRoutes } from "./routes/carriers.ts";
import { manageRoutes } from "./routes/manage.ts";
import { pauseRoutes } from "./routes/pause.ts";
import { onboardRoutes } from "./routes/onboard.ts";
import { pushRoutes } from "./routes/push.ts";
import { relayRoutes } from "./routes/relay.ts";
import { syncRoutes } from "./routes/sync.ts";

export { readBatchCursors } from "./carriers/batches.ts";
export type { Ears } from "./corroborate/answering.ts";
export type { Round } from "./corroborate/cases.ts";
export { FederationBase } from "./base.ts";

export { saidOf } from "./corroborate/words.ts";
export type { FederationEvents } from "./events.ts";
export { Federation };
export { identityOf } from "./from_settings.ts";
export { SERVICE_KIND } from "./onboarding/announced.ts";

export type { Trust } from "./tables/peer_store.ts";
export { peersListed } from "./peers/view.ts";
export { Identity } from "./routes/onboard.ts";
export { BlockPreviewReply, GapList, PeerList, SyncState } from "./routes/replies.ts";
export { hubView, relayView, spokeViews } from "./push/view.ts";
export { signRegistry } from "./keys/registry.ts";
export { leapNumbers } from "./tables/numbers.ts";
export { describeFile } from "./records/show_frame.ts";
export { newIdentity, rotateIdentity } from "./keys/rotate.ts";

/** Opens the area over what areas publish through. `use` spends a limit. */
export function openFederation(
  { use, ...needs }: FederationNeeds & { use(limit: Limit<never>, who: string): void },
) {
  const federation = new Federation(needs);
  return {
    federation,
    routes: federationRoutes(federation, use),
    jobs: federation.jobs(),
    checks: federationChecks(federation),
  };
}

/** Every route of federation. */
const federationRoutes = (
  federation: Federation,
  use: (limit: Limit<never>, who: string) => void,
) => [
  ...syncRoutes(federation),
  ...browseRoutes(federation),
  ...manageRoutes({ federation, use }),
  ...pauseRoutes(federation),
  ...onboardRoutes(federation),
  ...carrierRoutes(federation),
  ...pushRoutes(federation),
  ...relayRoutes(federation),
  ...corroborateRoutes(federation),
];
export { SELF_CHECK_WORDS } from "./onboarding/self_words.ts";
/** What its routes take and give, by signature. */
export type FederationRoutes = RouteTable<ReturnType<typeof federationRoutes>>;
