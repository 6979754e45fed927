/** What the routes of the area share. */
import type { Stations } from "../stations.ts";

/** Clauses of the specification that the routes stand for. */
export const STATIONS_SPEC = 'API "Stations, mesh, messages, weather, tools"';
export const INGEST_SPEC = 'API "Ingest and BBS backend"';

/** Listed living caches that follow a station; the game knows. */
export type LivingCaches = (call: string) => { id: number; code: string; title: string }[];

export interface StationRouteParts {
  stations: Stations;
  livingCaches: LivingCaches;
}
