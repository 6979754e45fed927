/** What the routes of the area share. */
import type { LivingCaches, Stations } from "../stations.ts";

/** Clauses of the specification that the routes stand for. */
export const STATIONS_SPEC = 'API "Stations, mesh, messages, weather, tools"';
export const INGEST_SPEC = 'API "Ingest and BBS backend"';

export interface StationRouteParts {
  stations: Stations;
  livingCaches: LivingCaches;
}
