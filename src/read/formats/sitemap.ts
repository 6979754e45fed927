/** The sitemap of sitemaps.org 0.9. */
import { element, isoTime } from "../../base/mod.ts";
import { TURN } from "../../http/mod.ts";

export interface SitemapEntry {
  /** Absolute. */
  url: string;
  changedAt?: number;
}

/** One file holds at most this many addresses (sitemaps.org). */
export const SITEMAP_MAX = 50_000;

/** The sitemap in pieces; entries past the format's limit are left out. */
export function* sitemap(pages: Iterable<readonly SitemapEntry[]>): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  let room = SITEMAP_MAX;
  for (const page of pages) {
    for (const { url, changedAt } of page.slice(0, room)) {
      yield `<url>${element("loc", url)}${
        changedAt === undefined ? "" : element("lastmod", isoTime(changedAt))
      }</url>\n`;
    }
    room -= page.length;
    if (room <= 0) break;
    yield TURN;
  }
  yield "</urlset>\n";
}
