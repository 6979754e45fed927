/** The embeddable map: a page that any site may frame and that asks nobody but its own instance. */
import { createHash } from "node:crypto";
import { type Html, html, text } from "../../http/mod.ts";
import { raw } from "hono/html";
import script from "../assets/embed.js" with { type: "text" };

const STYLE = `
:root{--ink:#1b2430;--paper:#eef1ec;--line:#c9d2c8;--soft:#5b6675;--on:#0b6e4f;--off:#8b8f94;--card:#fbfaf7}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--ink:#e8eaed;--paper:#1b2127;--line:#333d46;--soft:#a3adb8;--on:#4cc38a;--off:#7b8087;--card:#14181d}}
*{box-sizing:border-box}html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:15px/1.4 system-ui,sans-serif;color:var(--ink);background:var(--card)}
main{flex:1;min-height:0;display:flex;flex-direction:column}
#card{padding:.6rem .8rem;max-height:45%;overflow:auto}#card h1{font-size:1.1rem;margin:0 0 .2rem}#card p{margin:.2rem 0}.text{white-space:pre-line}
#frame{position:relative;flex:1;min-height:8rem;background:var(--paper)}
#map{position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab}
.grid line{stroke:var(--line);stroke-width:1}.grid text{fill:var(--soft);font-size:11px}
.cache circle{stroke:var(--card);stroke-width:2.5}.on{fill:var(--on)}.off{fill:var(--off)}
.cache text{fill:var(--ink);font-size:13px;paint-order:stroke;stroke:var(--paper);stroke-width:4px}
.cache:focus-visible circle{stroke:var(--ink)}
path.scale{fill:none;stroke:var(--ink);stroke-width:2}text.scale{fill:var(--ink);font-size:12px}
#zoom{position:absolute;right:.5rem;top:.5rem;display:grid;gap:.25rem}
#zoom button{width:2.75rem;height:2.75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:var(--ink);font:600 1.2rem/1 system-ui;cursor:pointer}
footer{display:flex;gap:1rem;justify-content:space-between;padding:.35rem .6rem;font-size:.85rem;color:var(--soft)}footer a{color:inherit}
`.trim();

const SCRIPT_HASH = createHash("sha256").update(script).digest("base64");
/** This page's own script and nothing else; any site may frame it. */
const POLICY =
  `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors *";

export interface EmbedWish {
  instance: string;
  origin: string;
  /** Start of a cache's page address; the code follows. */
  page: string;
  /** Letters, digits and dashes only. */
  cache?: string;
  bbox?: [number, number, number, number];
}

/** JSON that stands inside a script element: no `<` may end it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The page. With neither a cache nor a box it says how to ask for one. */
export async function embedPage(wish: EmbedWish): Promise<Response> {
  const { instance, origin, page, cache, bbox } = wish;
  const ready = cache !== undefined || bbox !== undefined;
  const map: Html | Promise<Html> = html`
    <section id="card" hidden></section>
    <div id="frame">
      <svg id="map" role="application" aria-label="Map of caches"></svg>
      <div
        id="zoom"><button id="in" aria-label="Zoom in">+</button><button id="out" aria-label="Zoom out">&minus;</button></div>
    </div>
  `;
  const document = await html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">
        <title>Caches · ${instance}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <main>${ready ? map : html`
          <section id="card">
            <h1>Nothing to show</h1>
            <p>Add <code>?cache=CODE</code> or <code>?bbox=minLon,minLat,maxLon,maxLat</code> (at most 20 degrees a side).</p>
          </section>
        `}</main>
        <footer><span id="note" aria-live="polite"></span><a href="${origin}/" target="_blank" rel="noopener">${instance}</a></footer>
        ${ready
          ? html`
            <script id="config" type="application/json">${raw(inScript({ cache, bbox, page }))}</script>
            <script>${raw(script)}</script>
          `
          : ""}
      </body>
    </html>
  `;
  return text(String(document), "text/html", {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
  });
}
