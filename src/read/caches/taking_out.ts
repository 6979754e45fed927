/** Caches taken out by a member, in the form that their program opens by itself; and the link that follows a map's view. */
import { z } from "#schemas";
import { boxOfLocator, type World } from "../../base/mod.ts";
import type { Caches } from "../../caches/mod.ts";
import { boxParam, type Limit, rateLimited, route, session, SHARED, streamed, text } from "../../http/mod.ts";
import { type ReadLimit, V1 } from "../two_ways.ts";
import type { CacheReads } from "./cache_reads.ts";
import { exportCaches } from "./exports.ts";
import { type KeptCodes, type Selection, takenOut } from "./selection.ts";

const SPEC = 'API "Caches, logs, media"';
const MAX_DEGREES = 20;
const FILES: Limit<{ account: number }> = {
  name: "taking-out",
  points: 120,
  seconds: 3600,
  per: ({ who }) => String(who.account),
};
const KML = "application/vnd.google-earth.kml+xml", GPX = "application/gpx+xml";

const flag = z.enum(["0", "1"]).transform((text) => text === "1");
const Wanted = z.object({
  bbox: boxParam(MAX_DEGREES).optional(),
  square: z.string().max(8).refine((text) => boxOfLocator(text) !== undefined, "takes a locator such as JN88")
    .optional().describe("A locator of 2 to 8 characters: caches of this square"),
  q: z.string().trim().min(2).max(100).optional().describe("Part of a title, or how a code begins"),
  list: z.coerce.number().int().min(1).optional().describe("Number of one of the member's lists"),
  favourites: flag.optional().describe("1: caches that the member has marked as favourites"),
  notFound: flag.optional().describe("1: without those that the member has found or hidden"),
});

interface TakingParts {
  world: World;
  instance: string;
  game: Caches;
  reads: CacheReads;
  kept: KeptCodes;
  limits: ReadLimit;
}

/** The routes of files for members, and of the live view for map programs. */
export function takingOutRoutes({ world, instance, game, reads, kept, limits }: TakingParts) {
  const named = (name: string) => ({ "content-disposition": `attachment; filename="${name}"` });
  const name = `Caches of ${instance}`;
  const common = { gate: session(), limit: FILES, exports: true, spec: SPEC, query: Wanted } as const;
  const pages = (
    account: number,
    origin: string,
    { favourites, notFound, ...where }: z.infer<typeof Wanted>,
  ) =>
    takenOut(
      { reads, game, kept, account, origin },
      {
        ...where,
        favourites: favourites === true,
        notFound: notFound === true,
      } satisfies Selection,
    );
  const file = (origin: string) => ({ instance, name, url: `${origin}/`, madeAt: world.now() });
  return [
    route("GET /api/my/caches.gpx", {
      ...common,
      summary: "Caches as GPX 1.0 with cache fields, newest logs and the stages that the member has opened",
      produces: GPX,
      handle: async ({ who, query, incoming: { origin } }) => {
        const { gpx } = await import("../formats/gpx.ts");
        return streamed(gpx(file(origin), pages(who.account, origin, query)), GPX, named("caches.gpx"));
      },
    }),
    route("GET /api/my/caches.kml", {
      ...common,
      summary: "Caches as KML 2.2, for map programs",
      produces: KML,
      handle: async ({ who, query, incoming: { origin } }) => {
        const { kmlOfCaches } = await import("../formats/kml.ts");
        return streamed(kmlOfCaches(name, pages(who.account, origin, query)), KML, named("caches.kml"));
      },
    }),
    route("GET /api/my/caches.loc", {
      ...common,
      summary: "Caches as LOC, for older devices and programs",
      produces: "application/xml-loc",
      handle: async ({ who, query, incoming: { origin } }) => {
        const { loc } = await import("../formats/loc.ts");
        return streamed(
          loc(instance, pages(who.account, origin, query)),
          "application/xml-loc",
          named("caches.loc"),
        );
      },
    }),
    route("GET /api/my/caches.csv", {
      ...common,
      summary: "Caches as CSV, for a spreadsheet",
      produces: "text/csv",
      handle: async ({ who, query, incoming: { origin } }) => {
        const { csvOfCaches } = await import("../formats/csv_of_caches.ts");
        return streamed(csvOfCaches(pages(who.account, origin, query)), "text/csv", named("caches.csv"));
      },
    }),
    route("GET /api/my/caches.zip", {
      ...common,
      summary:
        "A pocket query: GPX of the caches and GPX of the stages that the member has opened, in one ZIP",
      produces: "application/zip",
      async handle({ who, query, incoming: { origin } }) {
        const { childrenGpx, gpx } = await import("../formats/gpx.ts");
        const { zipped } = await import("../formats/zip.ts");
        const stages: string[] = [];
        const files = [
          { name: "caches.gpx", pieces: gpx(file(origin), pages(who.account, origin, query), stages) },
          { name: "caches-wpts.gpx", pieces: childrenGpx(file(origin), stages) },
        ];
        return zipped(files, world.now(), named("caches.zip"));
      },
    }),
    route("GET /api/v1/live.kml", {
      gate: rateLimited(),
      limit: limits,
      spec: V1,
      summary:
        "For map programs: a link that asks for the caches of the view whenever it has moved; with bbox, these",
      share: SHARED.game,
      query: z.object({
        // The whole world may be in view: then there is nothing to see yet, and the program asks again.
        bbox: boxParam(360).optional(),
      }),
      produces: KML,
      handle: async ({ query, incoming: { origin } }) => {
        const { emptyKml, networkLink } = await import("../formats/network_link.ts");
        if (query.bbox === undefined) {
          return text(networkLink(name, `${origin}/api/v1/live.kml`), KML, named("live.kml"));
        }
        const box = query.bbox;
        if (box.maxLon - box.minLon > MAX_DEGREES || box.maxLat - box.minLat > MAX_DEGREES) {
          return text(emptyKml(`${name}: look closer`), KML);
        }
        const { kmlOfCaches } = await import("../formats/kml.ts");
        return streamed(kmlOfCaches(name, exportCaches(reads, origin, box, 0)), KML);
      },
    }),
  ];
}
