/** The table of every station, for operators. */
import { z } from "#schemas";
import { CURSOR_FORM } from "../../db/mod.ts";
import { route, sysopOrOperator, TRUNCATED } from "../../http/mod.ts";
import { STATION_HEARD, STATION_SORTS, STATION_WAYS, stationList } from "../tables/list_stations.ts";
import type { StationRouteParts } from "./parts.ts";

export function inventoryRoutes({ stations: { db, world } }: StationRouteParts) {
  const list = stationList(db);
  return [
    route("GET /api/admin/stations", {
      gate: sysopOrOperator(),
      spec: 'API "Administration"',
      summary: "Every station that was heard, as a table: searched, filtered, sorted, by pages",
      query: z.object({
        q: z.string().max(20).optional().describe(
          "Only stations whose callsign begins so, with or without an SSID",
        ),
        heard: z.enum(STATION_HEARD).optional().describe("Heard within a day or a week, or longer ago"),
        via: z.enum(STATION_WAYS).optional().describe(
          "Only stations that were heard last by radio, internet, mesh or app",
        ),
        place: z.enum(["known", "unknown"]).optional().describe("Stations that sent a place, or none"),
        sort: z.enum(STATION_SORTS).default("last").describe("The column by which rows are ordered"),
        order: z.enum(["asc", "desc"]).default("desc").describe("Smallest value first, or largest"),
        limit: z.coerce.number().int().min(1).max(1000).default(100).describe("Rows of one page, 1 to 1000"),
        after: z.string().max(300).regex(CURSOR_FORM).optional().describe("`nextCursor` of the page before"),
      }),
      reply: z.object({
        stations: z.array(z.object({
          callsign: z.string(),
          symbol: z.string().nullable(),
          via: z.string().describe("How it was heard last: rf, aprsis, meshcom or app"),
          firstHeard: z.number(),
          lastHeard: z.number(),
          packets: z.number(),
          lat: z.number().nullable(),
          lon: z.number().nullable(),
          comment: z.string().nullable(),
        })),
        total: z.number().describe("How many fit, on all pages"),
        ...TRUNCATED,
        nextCursor: z.string().optional(),
      }),
      handle: ({ query }) => list(query, world.now()),
    }),
  ];
}
