/** `/embed`: one cache or those of a box as a map that any site may frame (API "Live and misc"). */
import { z } from "zod";
import { parseBox } from "../../base/mod.ts";
import { plainCode } from "../../caches/mod.ts";
import { among, langOf, open, type Route, route, SHARED } from "../../http/mod.ts";
import type { Club } from "../../club/mod.ts";
import { embedPage, MAX_DEGREES, WORDS } from "./page.ts";

/** A box, or nothing: a page that is framed elsewhere shows less rather than an error in JSON. */
function boxWish(bbox: string | undefined): [number, number, number, number] | undefined {
  const box = bbox === undefined ? undefined : parseBox(bbox, MAX_DEGREES);
  if (!box || box.minLon === box.maxLon || box.minLat === box.maxLat) return undefined;
  return [box.minLon, box.minLat, box.maxLon, box.maxLat];
}

export const embedRoutes = (instance: () => string, club: Pick<Club, "link">): Route[] => [
  route("GET /embed", {
    gate: open("made for other sites' pages"),
    spec: 'API "Live and misc"',
    summary: "Embeddable map of one cache or of a box",
    share: SHARED.game,
    query: z.object({
      cache: z.string().max(200).optional().describe(
        "Code of the cache to show, at most 20 letters, digits and dashes",
      ),
      bbox: z.string().max(200).optional().describe(
        `minLon,minLat,maxLon,maxLat to show, at most ${MAX_DEGREES} degrees a side`,
      ),
      lang: z.string().max(5).optional().describe("Language of the page that it stands in, such as `de`"),
    }),
    produces: "text/html",
    handle: ({ query, incoming }) => {
      const cache = plainCode(query.cache), bbox = boxWish(query.bbox);
      return embedPage({
        instance: instance(),
        club: club.link(),
        origin: incoming.origin,
        // Everybody gets the same, so the reader's browser is not asked: whoever embeds the map knows the language.
        lang: among(WORDS, langOf(query.lang, "")),
        shown: cache === undefined ? bbox && { bbox } : { cache },
      });
    },
  }),
];
