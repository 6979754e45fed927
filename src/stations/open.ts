/** The stations area as one value, for the place that wires the program together. */
import { stationsJobs } from "./jobs.ts";
import { stationsRoutes } from "./routes.ts";
import { type StationParts, Stations } from "./stations.ts";

/** Opens the area over a migrated database. */
export function openStations(parts: StationParts) {
  const stations = new Stations(parts);
  return {
    stations,
    routes: stationsRoutes({ stations }),
    jobs: stationsJobs(stations),
    personalData: [stations.personalData()],
  };
}
