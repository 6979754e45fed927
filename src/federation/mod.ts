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
import { area } from "../plan/mod.ts";
import { federationChecks } from "./checks.ts";
import type { Cases } from "./corroborate/cases.ts";
import type { FederationEvents } from "./events.ts";
import { Federation } from "./federation.ts";
import type { FederationAsks, FederationNeeds } from "./parts.ts";
import type { Identity as OwnIdentity } from "./keys/identity.ts";
import type { TrustView } from "./peers/trust.ts";
import type { Publisher } from "./records/publish.ts";
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
export type { CircuitVisits } from "./carriers/circuits.ts";
export type { TakeVisit } from "./carriers/visits.ts";
export type { Ears } from "./corroborate/answering.ts";
export type { Round } from "./corroborate/cases.ts";

export { saidOf } from "./corroborate/words.ts";
export type { FederationEvents } from "./events.ts";
export { Federation };
export { identityOf } from "./from_settings.ts";
export { bringVisit } from "./peers/bring_visit.ts";
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

export interface FederationKeeps {
  federation: Federation;
  identity: OwnIdentity;
  publications: Publisher;
  trust: TrustView;
  /** What was asked of peers about finds. */
  cases: Cases;
}
interface FederationWords {
  needs: FederationNeeds;
  asks: FederationAsks;
  keeps: FederationKeeps;
  hears: Pick<FederationEvents, "recordPublished"> & { keyWanted: { home: string } };
}

export const federation = area<FederationWords>()({
  name: "federation",
  needs: ["accounts", "audit", "db", "limits", "settings", "tell", "world"],
  asks: ["appliers", "batchPost", "circuitVisits", "ears", "liftable", "takeVisit"],
  keeps: {
    federation: (needs, others) => new Federation(needs, others),
    identity: ({ federation }) => federation.identity,
    publications: ({ federation }) => federation.publications,
    trust: ({ federation }) => federation.trust,
    cases: ({ federation }) => federation.cases,
  },
  hears: {
    recordPublished: ({ federation }) => federation.recordPublished(),
    keyWanted: ({ federation }, { home }) => federation.askFor(home),
  },
  jobs: ({ federation }) => federation.jobs(),
  checks: ({ federation }) => federationChecks(federation),
  lives: ({ federation }) => federation.lives(),
  routes: ({ federation, limits }) => federationRoutes(federation, (limit, who) => limits.use(limit, who)),
});
