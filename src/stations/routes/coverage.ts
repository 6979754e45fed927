/** What receivers cover, for everybody (API "Stations, mesh, messages, weather, tools"). */
import { z } from "#schemas";
import { isRecent, normalCall } from "../../base/mod.ts";
import { clampedParam, cutAt, type Limit, open, route, SHARED, TRUNCATED } from "../../http/mod.ts";
import { WORLD_BOX } from "../e7.ts";
import { BBOX, queryFailure, readBox } from "./query.ts";
import { type StationRouteParts, STATIONS_SPEC } from "./parts.ts";
import { cellsOf, squareOf } from "../coverage/coverage.ts";

const SITES = 200;
/** The list of receivers sums up all squares: it is made anew after so many seconds. */
const SITES_KEPT_S = 10;
/** Of one network: each answer may sum up some 200,000 squares. */
const ASKED: Limit = { name: "coverage", points: 60, seconds: 60 };
const counted = {
  heard: z.number().describe("Positions heard from the sender itself, over no digipeater or gate"),
  lastHeard: z.number().describe("When the last of them was heard, in unix seconds"),
  farthestM: z.number().nullable().describe("Metres from the receiver; null where its place is not known"),
};

export const Coverage = z.object({
  sites: z.array(z.object({
    site: z.string(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    squares: z.number(),
    ...counted,
  })).describe(`The receivers that heard most, at most ${SITES}`),
  squares: z.array(z.object({
    grid: z.string().describe("Maidenhead locator of six characters, e.g. JN88ee"),
    lat: z.number().describe("Latitude of its middle, in degrees"),
    lon: z.number(),
    ...counted,
  })).describe("Squares in which stations were heard, the busiest first"),
  ...TRUNCATED,
});

export function coverageRoutes({ stations }: StationRouteParts) {
  const { coverage, world } = stations;
  const placeOf = (call: string) => stations.placeOf(call) ?? { lat: null, lon: null };
  const readSites = () => {
    const { rows, truncated } = cutAt(coverage.sites({ limit: SITES + 1 }), SITES);
    return { sites: rows.map((one) => ({ ...one, ...placeOf(one.site) })), truncated };
  };
  let kept: { at: number; now: ReturnType<typeof readSites> } | undefined;
  const sitesNow = () => {
    const now = world.now();
    if (!kept || !isRecent(kept.at, now, SITES_KEPT_S)) kept = { at: now, now: readSites() };
    return kept.now;
  };
  return [
    route("GET /api/coverage", {
      gate: open("squares without calls"),
      limit: ASKED,
      share: SHARED.moving,
      spec: STATIONS_SPEC,
      summary: "What trusted receivers heard directly, by locator subsquare; no callsigns but theirs",
      query: z.object({
        site: z.string().max(20).optional().describe(
          "One receiver, by its call; without it all receivers together",
        ),
        bbox: BBOX,
        limit: clampedParam(1, 5000, 2000).describe(
          "At most so many squares, 1 to 5000, 2000 without it; a number outside is moved to the nearest",
        ),
      }),
      reply: Coverage,
      errors: [queryFailure.invalid_bbox],
      handle: ({ query: { site, bbox, limit } }) => {
        const cells = cellsOf(readBox(bbox) ?? WORLD_BOX);
        const rows = site
          ? coverage.ofSite({ ...cells, site: normalCall(site), limit: limit + 1 })
          : coverage.ofAll({ ...cells, limit: limit + 1 });
        const squares = cutAt(rows, limit), { sites, truncated } = sitesNow();
        return {
          sites,
          squares: squares.rows.map(({ x, y, ...counts }) => ({ ...squareOf({ x, y }), ...counts })),
          truncated: squares.truncated || truncated,
        };
      },
    }),
  ];
}
