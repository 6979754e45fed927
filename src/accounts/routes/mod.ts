/** Every route of the accounts area. */
import type { Limit, ReaderWho } from "../../http/mod.ts";
import type { People } from "../people.ts";
import { adminCallRoutes } from "./admin_calls.ts";
import { callsignRoutes } from "./calls.ts";
import { cardRoutes } from "./cards.ts";
import { claimRoutes } from "./claims.ts";
import { invitationRoutes } from "./invitations.ts";
import { keyRoutes } from "./keys.ts";
import { licenceRoutes } from "./licences.ts";
import { mailRoutes } from "./mail.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { dataPages } from "./data_page.ts";
import { portabilityRoutes } from "./portability.ts";
import { sessionRoutes } from "./sessions.ts";
import { verifyRoutes } from "./proofs.ts";

/** `reading`: the limits of the public read API. */
export const peopleRoutes = (
  people: People,
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
  ...invitationRoutes(people),
];
