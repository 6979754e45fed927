/** Stations for everybody (API "Stations, mesh, messages, weather, tools"). */
import { z } from "#schemas";
import { failures } from "../../base/mod.ts";
import { clampedParam, cutAt, open, route, SHARED, TRUNCATED } from "../../http/mod.ts";
import { BBOX, queryFailure, readBox } from "./query.ts";
import { INGEST_SPEC, type StationRouteParts, STATIONS_SPEC } from "./parts.ts";
import { MapStation, RadioObject, RawPackets, SENT_BY_US, Series, StationDetail } from "../map/shapes.ts";

const failure = failures({ station_unknown: "missing" });

export const PortDay = z.object({
  port: z.string(),
  rx: z.number(),
  tx: z.number(),
  lastBucket: z.number().describe("Begin of the newest hour with packets, unix seconds"),
  lastAt: z.number(),
  hours: z.array(z.object({ at: z.number(), rx: z.number(), tx: z.number() }))
    .describe("By the hour, oldest first, named by its begin; hours without packets are left out"),
});
export const MheardRow = z.object({
  callsign: z.string(),
  port: z.string(),
  lastHeard: z.number(),
  count: z.number(),
});

const WEEK = 7 * 86_400;
const CALL = { call: "The station's callsign, with its SSID" };

export function stationRoutes({ stations, livingCaches }: StationRouteParts) {
  const { views, sentViews, owned, ring, world } = stations;
  const gate = open("who was heard is public, as it was on the air");
  /** The station with the living caches that follow it. */
  const withCaches = <S extends { call: string }>(station: S) => {
    const living = livingCaches(station.call);
    return living.length > 0 ? { ...station, livingCaches: living } : station;
  };

  return [
    route("GET /api/stations", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Stations heard lately and registered ones, with objects and items",
      share: SHARED.moving,
      query: z.object({
        bbox: BBOX,
        maxAge: clampedParam(60, WEEK, 3600).describe(
          "How far back, in seconds, 60 to 604800 (a week), an hour without it; a number outside is moved to the nearest",
        ),
        limit: clampedParam(1, 2000, 500).describe(
          "At most so many stations, 1 to 2000, 500 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({ stations: z.array(MapStation), objects: z.array(RadioObject), ...TRUNCATED }),
      errors: [queryFailure.invalid_bbox],
      handle: ({ query: { bbox, maxAge, limit } }) => {
        const box = readBox(bbox);
        const shown = cutAt(sentViews.shown(box, maxAge, limit + 1), limit);
        const objects = cutAt(views.liveObjects(box, maxAge, limit + 1), limit);
        return {
          stations: shown.rows.map(withCaches),
          objects: objects.rows,
          truncated: shown.truncated || objects.truncated,
        };
      },
    }),
    route("GET /api/stations/:call", {
      gate,
      spec: STATIONS_SPEC,
      summary: "One station: place, track, weather",
      params: CALL,
      reply: StationDetail.extend({
        roles: z.array(z.string()),
        sentByUs: SENT_BY_US,
        registered: z.boolean().describe("Whether a member has listed the station as their own"),
        mine: z.boolean().describe("Whether the member who asks is the one who listed it"),
      }),
      errors: [failure.station_unknown],
      handle: ({ params, who }) => {
        const detail = sentViews.detail(params.call);
        if (!detail) throw failure.station_unknown();
        const row = owned.store.byCall({ call: detail.call });
        return {
          ...withCaches(detail),
          roles: detail.roles ?? [],
          registered: row !== undefined,
          mine: row !== undefined && row.accountId === who.session?.account,
        };
      },
    }),
    route("GET /api/stations/:call/series", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Weather, motion and telemetry over time",
      share: SHARED.moving,
      params: CALL,
      query: z.object({
        window: clampedParam(3600, 31 * 86_400, 86_400).describe(
          "How far back, in seconds, 3600 (an hour) to 2678400 (31 days), a day without it; a number outside is moved to the nearest",
        ),
      }),
      reply: Series,
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
      share: SHARED.moving,
      params: CALL,
      query: z.object({
        limit: clampedParam(1, 200, 50).describe(
          "At most so many packets, 1 to 200, 50 without it; a number outside is moved to the nearest",
        ),
        ssid: z.literal("any").optional().describe(
          "`any`: of all stations with this base call, whatever their SSID, the one that was heard last",
        ),
      }),
      reply: RawPackets,
      handle: ({ params, query }) => views.packets(params.call, query.limit, query.ssid === "any"),
    }),
    route("GET /api/ports", {
      gate,
      spec: STATIONS_SPEC,
      summary: "Packets of the last day by port",
      share: SHARED.moving,
      reply: z.object({
        window: z.literal("24h"),
        ports: z.array(PortDay),
      }),
      handle: () => ({ window: "24h", ports: ring.ports(world.now() - 86_400) }),
    }),
    route("GET /api/node/mheard", {
      gate,
      spec: INGEST_SPEC,
      summary: "Who was heard on the air, by port",
      share: SHARED.moving,
      query: z.object({
        limit: clampedParam(1, 500, 50).describe(
          "At most so many rows, 1 to 500, 50 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: z.object({ mheard: z.array(MheardRow), ...TRUNCATED }),
      handle: ({ query: { limit } }) => {
        const { rows, truncated } = cutAt(ring.mheard(limit + 1), limit);
        return { mheard: rows, truncated };
      },
    }),
  ];
}
