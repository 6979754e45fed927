/** Routes of the stations area. */
import type { Limits, Route } from "../../http/mod.ts";
import type { Stations } from "../stations.ts";
import { mailRoutes } from "./mail.ts";
import { meshRoutes } from "./mesh.ts";
import { messageRoutes } from "./messages.ts";
import { nodeRoutes } from "./node.ts";
import { ownedRoutes } from "./owned.ts";
import { stationRoutes } from "./stations.ts";
import { weatherRoutes } from "./weather.ts";

export interface StationRouteParts {
  stations: Stations;
  limits: Limits;
}

export const stationsRoutes = (parts: StationRouteParts): Route[] => [
  ...stationRoutes(parts),
  ...meshRoutes(parts),
  ...messageRoutes(parts),
  ...mailRoutes(parts),
  ...ownedRoutes(parts),
  ...weatherRoutes(parts),
  ...nodeRoutes(parts),
];
