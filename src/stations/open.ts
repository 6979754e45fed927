/** The stations area as one value, for the place that wires the program together. */
import { stationsJobs } from "./jobs.ts";
import { moderatedMessages } from "./moderate.ts";
import type { LivingCaches } from "./routes/parts.ts";
import { stationsRoutes } from "./routes/mod.ts";
import { type StationNeeds, Stations } from "./stations.ts";

/** Opens the area over what it keeps. `livingCaches`: what the routes show of the game. */
export function openStations({ livingCaches, ...needs }: StationNeeds & { livingCaches: LivingCaches }) {
  const stations = new Stations(needs);
  return {
    stations,
    routes: stationsRoutes({ stations, livingCaches }),
    jobs: stationsJobs(stations),
    personalData: [stations.personalData()],
    moderated: moderatedMessages(stations),
  };
}
