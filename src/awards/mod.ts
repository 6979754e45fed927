/**
 * Awards: what the club declares, how far each member is, and the certificates that members take; visitors as members do.
 * Owns the tables of migration 0690. Refuses to certify what was not reached; shows nothing of a member who has taken no
 * certificate.
 */
import type { AccountsEvents } from "../accounts/mod.ts";
import type { GameHappenings } from "../caches/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import { awardAdminRoutes } from "./admin_routes.ts";
import { Awards } from "./awards.ts";
import type { AwardNeeds } from "./parts.ts";
import { awardRoutes } from "./routes.ts";
import { visitorAwardRoutes } from "./visitor_routes.ts";

export { isSigned, readCertificate, signCertificate } from "./certificate.ts";

export interface AwardKeeps {
  awards: Awards;
}
interface AwardWords {
  needs: AwardNeeds;
  keeps: AwardKeeps;
  hears: Pick<AccountsEvents, "callDetached"> & Pick<GameHappenings, "visitorGone">;
}

const routes = (parts: AwardNeeds & AwardKeeps) => [
  ...awardRoutes(parts),
  ...visitorAwardRoutes(parts),
  ...awardAdminRoutes(parts),
];
/** What its routes take and give, by signature. */
export type AwardRoutes = RouteTable<ReturnType<typeof routes>>;

export const awards = area<AwardWords>()({
  name: "awards",
  needs: [
    "audit",
    "countedFinds",
    "db",
    "draw",
    "drawRefuses",
    "identity",
    "instance",
    "shownCall",
    "signedVisitor",
    "world",
  ],
  keeps: { awards: (needs) => new Awards(needs) },
  hears: {
    // Certificates that name a call go with it.
    callDetached: ({ awards }, { tx, accountId, base }) => awards.callLost(tx, accountId, base),
    // The number of a visitor who is gone may be another's next.
    visitorGone: ({ awards }, { tx, account }) => awards.forget(tx, account),
  },
  data: ({ awards }) => ({
    name: "awards",
    export: ({ accountId }) => ({ certificates: awards.given(accountId) }),
    erase: (tx, { accountId }) => awards.forget(tx, accountId),
  }),
  routes,
});
