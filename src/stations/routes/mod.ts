/** Routes of the stations area. */
import type { StationRouteParts } from "./parts.ts";
import { coverageRoutes } from "./coverage.ts";
import { inventoryRoutes } from "./inventory.ts";
import { mailRoutes } from "./mailbox.ts";
import { meshRoutes } from "./mesh.ts";
import { conversationRoutes } from "./conversations.ts";
import { meshtasticRoutes } from "./meshtastic.ts";
import { messageRoutes } from "./messages.ts";
import { nodeRoutes } from "./node.ts";
import { ownedRoutes } from "./owned.ts";
import { stationRoutes } from "./map.ts";
import { weatherRoutes } from "./weather.ts";

export const stationsRoutes = (parts: StationRouteParts) => [
  ...stationRoutes(parts),
  ...meshRoutes(parts),
  ...meshtasticRoutes(parts),
  ...messageRoutes(parts),
  ...conversationRoutes(parts),
  ...mailRoutes(parts),
  ...ownedRoutes(parts),
  ...weatherRoutes(parts),
  ...nodeRoutes(parts),
  ...coverageRoutes(parts),
  ...inventoryRoutes(parts),
];
