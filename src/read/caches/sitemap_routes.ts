/** What crawlers and people may look at: sitemap and list of surfaces (API "Live and misc"). */
import { z } from "#schemas";
import { open, route, SHARED, streamed } from "../../http/mod.ts";
import type { CacheReads } from "./cache_reads.ts";
import type { SitemapEntry } from "../formats/sitemap.ts";
import { cachePage } from "../links.ts";

const SPEC = 'API "Live and misc"';
/** Pages for people. */
const SURFACES = ["/", "/imprint", "/privacy", "/api/docs", "/api/v1", "/api/v1/openapi.json"];
const FEEDS = ["activity", "caches", "bulletins", "leaderboard"].map((name) => `/feeds/${name}.xml`);

export function sitemapRoutes({ caches }: { caches: CacheReads }) {
  const gate = open("crawlers have no credential");
  function* entries(origin: string): Generator<SitemapEntry[]> {
    yield SURFACES.map((path) => ({ url: path === "/" ? origin : origin + path }));
    for (const page of caches.forSitemap()) {
      yield page.map(({ code, updatedAt }) => ({ url: cachePage(origin, code), changedAt: updatedAt }));
    }
  }
  // All caches are read for it.
  const limit = { name: "sitemap", points: 20, seconds: 60 };
  const answer = async (origin: string) => {
    const { sitemap } = await import("../formats/sitemap.ts");
    return streamed(sitemap(entries(origin)), "application/xml");
  };
  return [
    route("GET /sitemap.xml", {
      gate,
      spec: SPEC,
      summary: "Sitemap for crawlers",
      share: SHARED.slow,
      limit,
      produces: "application/xml",
      handle: ({ incoming }) => answer(incoming.origin),
    }),
    route("GET /sitemap", {
      gate,
      spec: SPEC,
      summary: "Sitemap for crawlers",
      share: SHARED.slow,
      limit,
      produces: "application/xml",
      handle: ({ incoming }) => answer(incoming.origin),
    }),
    route("GET /api/sitemap", {
      gate,
      spec: SPEC,
      summary: "Public surfaces and feeds as JSON",
      share: SHARED.slow,
      reply: z.object({
        surfaces: z.array(z.object({ url: z.string() })),
        feeds: z.array(z.object({ url: z.string() })),
      }),
      handle: ({ incoming }) => {
        const urls = (paths: string[]) => paths.map((path) => ({ url: incoming.origin + path }));
        return { surfaces: urls(SURFACES), feeds: urls(FEEDS) };
      },
    }),
  ];
}
