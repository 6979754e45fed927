/** The stations area as one value, for the place that wires the program together. */
import { stationsJobs } from "./jobs.ts";
import { moderatedMessages } from "./moderate.ts";
import type { LivingCaches } from "./route_parts.ts";
import { stationsRoutes } from "./routes.ts";
import { type StationParts, Stations } from "./stations.ts";

/** Opens the area over a migrated database. The routes also show what the game knows of stations, which opens later. */
export function openStations(parts: StationParts) {
  const stations = new Stations(parts);
  return {
    stations,
    routes: (livingCaches: LivingCaches) => stationsRoutes({ stations, livingCaches }),
    jobs: stationsJobs(stations),
    personalData: [stations.personalData()],
    moderated: moderatedMessages(stations),
  };
}
