/** Every route of the accounts area. */
import type { Limit, ReaderWho } from "../http/mod.ts";
import type { People } from "./people.ts";
import type { Portability } from "./portability/portability.ts";
import { adminCallRoutes } from "./calls/admin_routes.ts";
import { callsignRoutes } from "./calls/routes.ts";
import { cardRoutes } from "./cards/routes.ts";
import { claimRoutes } from "./claims/routes.ts";
import { keyRoutes } from "./keys/routes.ts";
import { licenceRoutes } from "./licences/routes.ts";
import { mailRoutes } from "./mail/routes.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { dataPages } from "./portability/data_page.ts";
import { portabilityRoutes } from "./portability/routes.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { verifyRoutes } from "./proofs/routes.ts";

/** `reading`: the limits of the public read API. */
export const peopleRoutes = (
  people: People & { portability: Portability },
  reading: readonly Limit<ReaderWho>[],
) => [
  ...sessionRoutes(people),
  ...passkeyRoutes(people),
  ...mailRoutes(people),
  ...callsignRoutes(people),
  ...claimRoutes(people),
  ...verifyRoutes(people),
  ...licenceRoutes(people, reading),
  ...keyRoutes(people),
  ...portabilityRoutes(people),
  ...dataPages(people),
  ...cardRoutes(people),
  ...adminCallRoutes(people),
];
