/** Every route of the accounts area. */
import type { Limit, ReaderWho, Route } from "../../http/mod.ts";
import type { People } from "../people.ts";
import { adminCallRoutes } from "./admin.ts";
import { callsignRoutes } from "./callsigns.ts";
import { cardRoutes } from "./cards.ts";
import { keyRoutes } from "./keys.ts";
import { licenceRoutes } from "./licence.ts";
import { mailRoutes } from "./mail.ts";
import { signInPages } from "./pages.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { portabilityRoutes } from "./portability.ts";
import { sessionRoutes } from "./session.ts";
import { verifyRoutes } from "./verify.ts";

/** `reading`: the limits of the public read API. */
export const peopleRoutes = (people: People, reading: readonly Limit<ReaderWho>[]): Route[] => [
  ...sessionRoutes(people),
  ...signInPages(people),
  ...passkeyRoutes(people),
  ...mailRoutes(people),
  ...callsignRoutes(people),
  ...verifyRoutes(people),
  ...licenceRoutes(people, reading),
  ...keyRoutes(people),
  ...portabilityRoutes(people),
  ...cardRoutes(people),
  ...adminCallRoutes(people),
];
