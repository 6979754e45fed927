/**
 * Awards: what the club declares, how far each member is, and the certificates that members take. Owns the tables of
 * migration 0690. Refuses to certify what was not reached; shows nothing of a member who has taken no certificate.
 */
import type { PersonalData } from "../accounts/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { awardAdminRoutes } from "./admin_routes.ts";
import { Awards } from "./awards.ts";
import type { AwardParts } from "./parts.ts";
import { awardRoutes } from "./routes.ts";

export { isSigned, readCertificate, signCertificate } from "./certificate.ts";

/** Opens the area. */
export function openAwards(parts: AwardParts) {
  const awards = new Awards(parts);
  const routes = [...awardRoutes({ ...parts, awards }), ...awardAdminRoutes({ ...parts, awards })];
  const personalData: PersonalData[] = [{
    name: "awards",
    export: ({ accountId }) => ({ certificates: awards.given(accountId) }),
    erase: (tx, { accountId }) => awards.forget(tx, accountId),
  }];
  return { routes, personalData };
}
/** What its routes take and give, by signature. */
export type AwardRoutes = RouteTable<ReturnType<typeof openAwards>["routes"]>;
