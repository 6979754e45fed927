/** Every route of the post office. */
import { forwardingRoutes } from "./forwarding.ts";
import { lookupRoutes } from "./lookup.ts";
import { mailRoutes } from "./mail.ts";
import { packetMailboxRoutes } from "./packet_mailbox.ts";
import { partnerRoutes } from "./partners.ts";
import type { RouteParts } from "./shared.ts";

export const postRoutes = (parts: RouteParts) => [
  ...mailRoutes(parts),
  ...lookupRoutes(parts),
  ...forwardingRoutes(parts),
  ...packetMailboxRoutes(parts),
  ...partnerRoutes(parts),
];
