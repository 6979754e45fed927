/** What a page gives to other programs and sites: its feed, and the HTML that shows it on a website. */
import { language, say } from "./say.ts";

/** Leads to the page's feed. */
export const FeedLink = ({ path }: { path: string }) => (
  <p class="foot-links">
    <a href={path} type="application/rss+xml">{say("feed.follow")}</a>
  </p>
);

/** What can be framed elsewhere: a cache by its code, or a box as `minLon,minLat,maxLon,maxLat`. */
type Framed = { cache: string } | { bbox: string };

/**
 * HTML with the embeddable map, which any site may frame, in the language of whoever takes it. `origin`: of this instance, as
 * readers reach it.
 */
export const frameCode = (origin: string, framed: Framed, title: string): string =>
  `<iframe src="${
    attribute(`${origin}/embed?${new URLSearchParams({ ...framed, lang: language.value.code })}`)
  }" title="${attribute(title)}" width="100%" height="400" ` +
  `style="border:0" loading="lazy"></iframe>`;

/** HTML with a person's badge, which leads to the person's page. */
export function badgeCode(origin: string, call: string): string {
  const name = encodeURIComponent(call);
  return `<a href="${origin}/u/${name}"><img src="${origin}/badge/${name}.svg" alt="${attribute(call)}"></a>`;
}

const attribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
