/** `/embed`: one cache or those of a box as a map that any site may frame (API "Live and misc"). */
import { z } from "#schemas";
import { parseBox } from "../../base/mod.ts";
import { plainCode } from "../../caches/mod.ts";
import {
  among,
  type Html,
  html,
  type Lang,
  langOf,
  open,
  type Route,
  route,
  SHARED,
  text,
} from "../../http/mod.ts";
import type { Club } from "../../club/mod.ts";
import { raw } from "hono/html";
import { type EmbedConfig, PAGES } from "../../client/mod.ts";
import { pageWords } from "../../words/mod.ts";
import { names } from "../app/built.ts";

// The embeddable map: a page that any site may frame and that asks nobody but its own instance.

const WORDS = pageWords("pages/embed");
const KINDS = pageWords("pages/kinds");
/** A box to show has at most so many degrees a side. */
const MAX_DEGREES = 20;

/** Its own script and style and nothing else; any site may frame it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors *";

interface EmbedWish {
  instance: string;
  /** Address of the club's own style, where it has one. */
  club: string | undefined;
  origin: string;
  lang: Lang;
  /** What to show; without it the page says how to ask. */
  shown: EmbedConfig["shown"] | undefined;
}

/** JSON that stands inside a script element: no `<` may end it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The page. Throws `app_not_built`. */
async function embedPage({ instance, club, origin, lang, shown }: EmbedWish): Promise<Response> {
  const { embed: { script, style } } = await names();
  const words = WORDS[lang], kinds = KINDS[lang];
  const document = await html`
    <!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">
        <title>${words.title} · ${instance}</title>
        <link rel="stylesheet" href="${style}">
        ${club === undefined ? "" : html`<link rel="stylesheet" href="${club}">`}
      </head>
      <body>
        <main>${shown ? map(words) : nothing(words)}</main>
        <footer>
          <span id="note" aria-live="polite"></span><a href="${origin}/" target="_blank" rel="noopener">${instance}</a>
        </footer>
        ${shown
          ? html`
            <script id="config" type="application/json">${raw(inScript(
              {
                shown,
                page: origin + PAGES.cache.path.replace(":code", ""),
                words: { ...words, facts: kinds.facts, notActive: kinds.notActive },
                types: kinds.types,
                sizes: kinds.sizes,
              } satisfies EmbedConfig,
            ))}</script>
            <script src="${script}"></script>
          `
          : ""}
      </body>
    </html>
  `;
  return text(String(document).trim(), "text/html", {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
  });
}

type Words = typeof WORDS.en;

const map = (words: Words): Html | Promise<Html> =>
  html`
    <section id="card" hidden></section>
    <div id="frame">
      <svg id="map" role="application" aria-label="${words.map}"></svg>
      <div id="zoom">
        <button id="in" aria-label="${words.zoomIn}">+</button>
        <button id="out" aria-label="${words.zoomOut}">&minus;</button>
      </div>
    </div>
  `;

const nothing = (words: Words): Html | Promise<Html> =>
  html`
    <section id="card">
      <h1>${words.nothing}</h1>
      <p>${words.how.replace("{degrees}", String(MAX_DEGREES))}</p>
      <p><code>?cache=CODE</code> <code>?bbox=minLon,minLat,maxLon,maxLat</code></p>
    </section>
  `;

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
