/**
 * `/reset`: an app that is stuck on a phone is taken off it without developer tools. Nothing that waits there is
 * lost.
 */
import { among, browserLang, html, open, page, type Route, route, SHARED, text } from "../../http/mod.ts";
import { pageWords } from "../../words/mod.ts";
import script from "./reset.js" with { type: "text" };

const SPEC = 'API "Live and misc"';

const WORDS = pageWords("pages/reset");

export function resetRoutes(instance: string): Route[] {
  const gate = open("somebody who cannot open the app cannot sign in");
  return [
    route("GET /reset", {
      gate,
      spec: SPEC,
      summary: "Takes the app's worker and files off this device; drafts and what waits to be sent stay",
      produces: "text/html",
      handle: ({ incoming }) => {
        const lang = among(WORDS, browserLang(incoming)), words = WORDS[lang];
        return page({
          title: words.title,
          instance,
          lang,
          head: html`<script src="/reset/reset.js" type="module"></script>`,
          body: html`
            <p>${words.what}</p>
            <p id="done" hidden>${words.done}</p>
            <p><a href="/">${words.open}</a></p>
          `,
          // The browser's own copies too; not "storage", which holds what waits to be sent.
          headers: { "clear-site-data": '"cache"' },
        });
      },
    }),
    route("GET /reset/reset.js", {
      gate,
      spec: SPEC,
      summary: "Script of the page that clears what a browser keeps",
      share: SHARED.slow,
      produces: "text/javascript",
      handle: () => text(script, "text/javascript"),
    }),
  ];
}
