/** Activity spots (API "Live and misc", "Public read API"). */
import { z } from "#schemas";
import { boxParam, open, rateLimited, route, SHARED } from "../../http/mod.ts";
import type { ReadLimit } from "../two_ways.ts";
import { filterSpots, SPOT_SOURCES, type SpotKeeper } from "./mod.ts";

const list = z.string().max(300).transform((text) =>
  text.split(",").map((one) => one.trim()).filter(Boolean)
);
/** The read API's boxes have at most 20 degrees a side; the app's own map may show the world. */
const queryOf = (maxDegrees: number) =>
  z.object({
    bbox: boxParam(maxDegrees).optional(),
    bands: list.optional().meta({
      description: "Only these bands, as a comma list, e.g. 40m,2m; all without it",
    }),
    modes: list.optional().meta({
      description: "Only these modes, as a comma list, e.g. CW,FT8; all without it",
    }),
    sources: list.optional().meta({ description: `Comma list of ${SPOT_SOURCES.join(", ")}` }),
  });
export const Spot = z.object({
  id: z.string(),
  source: z.enum(SPOT_SOURCES),
  callsign: z.string(),
  ref: z.string().optional(),
  name: z.string().optional(),
  lat: z.number().optional(),
  lon: z.number().optional(),
  freqHz: z.number().optional(),
  mode: z.string().optional(),
  band: z.string().optional(),
  comment: z.string().optional(),
  spottedAt: z.number(),
});
const Reply = z.object({
  enabled: z.boolean(),
  count: z.number(),
  fetchedAt: z.number().nullable(),
  spots: z.array(Spot),
  down: z.array(z.object({ source: z.enum(SPOT_SOURCES), since: z.number() }))
    .meta({ description: "Sources that could not be read, and since when" }),
});

interface SpotParts {
  keeper: SpotKeeper;
  limits: ReadLimit;
}

export function spotRoutes({ keeper, limits }: SpotParts) {
  const handle = async ({ query }: { query: z.output<ReturnType<typeof queryOf>> }) => {
    const { enabled, fetchedAt, spots, down } = await keeper.read();
    const chosen = filterSpots(spots, {
      box: query.bbox,
      bands: query.bands?.map((band) => band.toLowerCase()),
      modes: query.modes?.map((mode) => mode.toUpperCase()),
      sources: query.sources?.map((source) => source.toLowerCase()),
    });
    return { enabled, count: chosen.length, fetchedAt, spots: chosen, down };
  };
  return [
    route("GET /api/spots", {
      gate: open("what other sites publish"),
      spec: 'API "Live and misc"',
      summary: "Who is on the air elsewhere: activity spots; empty unless enabled",
      share: SHARED.moving,
      query: queryOf(360),
      reply: Reply,
      handle,
    }),
    route("GET /api/v1/spots", {
      gate: rateLimited(),
      limit: limits,
      spec: 'API "Public read API"',
      summary: "Who is on the air elsewhere: activity spots; empty unless enabled",
      share: SHARED.moving,
      query: queryOf(20),
      reply: Reply,
      handle,
    }),
  ];
}
