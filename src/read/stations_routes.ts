/** Stations of the read API: who was heard lately, one station, its track (API "Public read API"). */
import { z } from "#schemas";
import { failures, type World } from "../base/mod.ts";
import {
  boxParam,
  cutAt,
  numberParam,
  rateLimited,
  route,
  SHARED,
  streamed,
  TRUNCATED,
  wholeParam,
} from "../http/mod.ts";
import { Station, StationDetail, type Stations } from "../stations/mod.ts";
import { callOf } from "./people/routes.ts";
import { type ReadLimit, V1 } from "./two_ways.ts";
import { accountFailure } from "../accounts/mod.ts";

const DAY_S = 86_400;
const TRACK_SPAN_S = 31 * DAY_S;
const TRACK_MOST = 5000;

const failure = failures({
  station_not_found: "missing",
  invalid_span: "invalid",
});

const Span = z.object({
  from: numberParam(z.coerce.number().int().min(0)).optional().meta({
    description: "First moment of the track, in unix seconds; a day before `to` without it",
  }),
  to: numberParam(z.coerce.number().int().min(0)).optional().meta({
    description: "Last moment of the track, in unix seconds; now without it",
  }),
});

interface StationRouteParts {
  world: World;
  stations: Stations;
  limits: ReadLimit;
}

export function stationRoutes({ world, stations, limits }: StationRouteParts) {
  const gate = rateLimited();
  const { views } = stations;
  const known = (call: string) => {
    const station = views.detail(callOf(call));
    if (!station) throw failure.station_not_found();
    return station;
  };
  const track = (call: string, query: z.output<typeof Span>) => {
    const until = query.to ?? world.now();
    const from = query.from ?? Math.max(0, until - DAY_S);
    if (from > until || until - from > TRACK_SPAN_S) throw failure.invalid_span();
    const { call: callsign } = known(call);
    const { rows, truncated } = cutAt(views.track(callsign, from, until, TRACK_MOST + 1) ?? [], TRACK_MOST);
    return { callsign, from, until, positions: rows.toReversed(), truncated };
  };
  return [
    route("GET /api/v1/stations", {
      gate,
      limit: limits,
      spec: V1,
      summary: "Stations heard lately and registered ones, in a box or anywhere",
      share: SHARED.moving,
      query: z.object({
        bbox: boxParam(20).optional(),
        maxAge: wholeParam(60, 7 * DAY_S, 3600).describe(
          "Only stations heard within so many seconds, 60 to 604800 (a week), an hour without it; others are refused",
        ),
        limit: wholeParam(1, 2000, 500).describe(
          "At most so many stations, those heard last, 1 to 2000; others are refused",
        ),
      }),
      reply: z.object({ stations: z.array(Station), ...TRUNCATED }),
      handle: ({ query: { bbox, maxAge, limit } }) => {
        const { rows, truncated } = cutAt(views.shown(bbox, maxAge, limit + 1), limit);
        return { stations: rows, truncated };
      },
    }),
    // Before `station/:call`, which would take the suffix for a part of the call.
    route("GET /api/v1/station/:call.kml", {
      gate,
      limit: limits,
      spec: V1,
      summary: "A station's track as KML 2.2",
      share: SHARED.moving,
      params: { call: "The callsign of a station, with its SSID" },
      query: Span,
      produces: "application/vnd.google-earth.kml+xml",
      errors: [failure.station_not_found, accountFailure.invalid_call, failure.invalid_span],
      handle: async ({ params, query }) => {
        const { kmlOfTrack } = await import("./formats/kml.ts");
        const { callsign, positions } = track(params.call, query);
        const points = positions.map(({ lat, lon, ts }) => ({ lat, lon, at: ts }));
        const { comment } = known(callsign);
        return streamed(
          kmlOfTrack({ call: callsign, points, ...(comment ? { comment } : {}) }),
          "application/vnd.google-earth.kml+xml",
          { "content-disposition": `attachment; filename="${callsign}.kml"` },
        );
      },
    }),
    route("GET /api/v1/station/:call", {
      gate,
      limit: limits,
      spec: V1,
      summary: "One station: place, newest track, weather",
      share: SHARED.moving,
      params: { call: "The callsign of a station, with its SSID" },
      reply: StationDetail,
      errors: [failure.station_not_found, accountFailure.invalid_call],
      handle: ({ params }) => known(params.call),
    }),
    route("GET /api/v1/station/:call/track", {
      gate,
      limit: limits,
      spec: V1,
      summary: "A station's track, oldest position first",
      share: SHARED.moving,
      params: { call: "The callsign of a station, with its SSID" },
      query: Span,
      reply: z.object({
        callsign: z.string(),
        from: z.number(),
        until: z.number(),
        count: z.number(),
        positions: z.array(
          z.object({ lat: z.number(), lon: z.number(), ts: z.number(), heardVia: z.string() }),
        ),
        truncated: z.boolean().describe(`Whether there are more than the newest ${TRACK_MOST}`),
      }),
      errors: [failure.station_not_found, accountFailure.invalid_call, failure.invalid_span],
      handle: ({ params, query }) => {
        const { callsign, from, until, positions, truncated } = track(params.call, query);
        return { callsign, from, until, count: positions.length, positions, truncated };
      },
    }),
  ];
}
