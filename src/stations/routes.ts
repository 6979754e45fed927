/** Routes of the stations area. */
import type { StationRouteParts } from "./route_parts.ts";
import { coverageRoutes } from "./coverage/routes.ts";
import { mailRoutes } from "./mailbox/routes.ts";
import { meshRoutes } from "./mesh/routes.ts";
import { conversationRoutes } from "./messages/conversation_routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { nodeRoutes } from "./node/routes.ts";
import { ownedRoutes } from "./owned/routes.ts";
import { stationRoutes } from "./map/routes.ts";
import { weatherRoutes } from "./weather/routes.ts";

export const stationsRoutes = (parts: StationRouteParts) => [
  ...stationRoutes(parts),
  ...meshRoutes(parts),
  ...messageRoutes(parts),
  ...conversationRoutes(parts),
  ...mailRoutes(parts),
  ...ownedRoutes(parts),
  ...weatherRoutes(parts),
  ...nodeRoutes(parts),
  ...coverageRoutes(parts),
];
