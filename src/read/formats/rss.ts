/** RSS 2.0 with what feed validators ask for: self link, RFC 822 dates, guids that never change, escaped HTML. */
import { element, xmlLine } from "../../base/mod.ts";
import { htmlText } from "./html_text.ts";
import type { Feed, FeedItem } from "./views.ts";

/** `Mon, 01 Jun 2026 12:00:00 GMT` (RFC 822 with a four-digit year, RFC 2822). */
export const rfc822 = (at: number): string => new Date(at * 1000).toUTCString();

function item(entry: FeedItem): string {
  return `<item><title>${xmlLine(entry.title)}</title>` +
    element("link", entry.link) +
    `<guid isPermaLink="false">${xmlLine(entry.guid)}</guid>` +
    element("pubDate", rfc822(entry.at)) +
    element("dc:creator", entry.author) +
    element("category", entry.category) +
    element("description", `<p>${htmlText(entry.text)}</p>`) + "</item>\n";
}

/** The feed in pieces, one entry each. */
export function* rss(feed: Feed): Generator<string> {
  const built = feed.builtAt === undefined ? "" : element("lastBuildDate", rfc822(feed.builtAt));
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
` + `<title>${xmlLine(feed.title)}</title>` + element("link", feed.link) +
    `<description>${xmlLine(feed.description)}</description>` +
    `<atom:link href="${xmlLine(feed.self)}" rel="self" type="application/rss+xml"/>` +
    `<language>en</language>${built}<docs>https://www.rssboard.org/rss-specification</docs>\n`;
  for (const entry of feed.items) yield item(entry);
  yield "</channel></rss>\n";
}
