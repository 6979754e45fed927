/** Stations for everybody (API "Stations, mesh, messages, weather, tools"). */
import { z } from "zod";
import { failures } from "../../base/mod.ts";
import { clampedParam, open, type Route, route } from "../../http/mod.ts";
import { queryFailure, readBox } from "../query.ts";
import { INGEST_SPEC, type StationRouteParts, STATIONS_SPEC } from "../route_parts.ts";

const failure = failures({ station_unknown: ["missing", "This station was not heard"] });

const WEEK = 7 * 86_400;
const Station = z.looseObject({
  callsign: z.string(),
  lat: z.number(),
  lon: z.number(),
  symbol: z.string(),
  lastSeen: z.number(),
});

export function stationRoutes({ stations }: StationRouteParts): Route[] {
  const { views, owned, ring, world } = stations;
  const gate = open("who was heard is public, as it was on the air");

  return [
    route("GET /api/stations", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Stations heard lately, with objects and items",
      query: z.object({
        bbox: z.string().optional(),
        maxAge: clampedParam(60, WEEK, 3600),
        limit: clampedParam(1, 2000, 500),
      }),
      reply: z.object({ stations: z.array(Station), objects: z.array(z.looseObject({ name: z.string() })) }),
      errors: [queryFailure.invalid_bbox],
      handle: ({ query: { bbox, maxAge, limit } }) => {
        const box = readBox(bbox);
        return {
          stations: views.live(box, maxAge, limit).map((station) => {
            const row = owned.store.byCall({ call: station.callsign });
            return row ? { ...station, roles: owned.view(row).roles } : station;
          }),
          objects: views.liveObjects(box, maxAge, limit),
        };
      },
    }),
    route("GET /api/stations/:call", {
      gate,
      spec: STATIONS_SPEC,
      summary: "One station: place, track, weather",
      errors: [failure.station_unknown],
      handle: ({ params, who }) => {
        const detail = views.detail(params.call);
        if (!detail) throw failure.station_unknown();
        const row = owned.store.byCall({ call: detail.callsign });
        return {
          ...detail,
          registered: row !== undefined,
          roles: row ? owned.view(row).roles : [],
          mine: row !== undefined && row.accountId === who.session?.account,
        };
      },
    }),
    route("GET /api/stations/:call/series", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Weather, motion and telemetry over time",
      query: z.object({ window: clampedParam(3600, 31 * 86_400, 86_400) }),
      errors: [failure.station_unknown],
      handle: ({ params, query }) => {
        const series = views.series(params.call, query.window);
        if (!series) throw failure.station_unknown();
        return series;
      },
    }),
    route("GET /api/stations/:call/packets", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Raw packets of a station",
      query: z.object({ limit: clampedParam(1, 200, 50) }),
      handle: ({ params, query }) => views.packets(params.call, query.limit),
    }),
    route("GET /api/ports", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Packets of the last day by port",
      reply: z.object({
        window: z.literal("24h"),
        ports: z.array(
          z.looseObject({ port: z.string(), rx: z.number(), tx: z.number(), lastBucket: z.number() }),
        ),
      }),
      handle: () => ({ window: "24h", ports: ring.ports(world.now() - 86_400) }),
    }),
    route("GET /api/node/mheard", {
      gate,
      spec: INGEST_SPEC,
      summary: "Who was heard on the air, by port",
      query: z.object({ limit: clampedParam(1, 500, 50) }),
      handle: ({ query }) => ({ mheard: ring.mheard(query.limit) }),
    }),
  ];
}
