/** The page of a year of the club: the picture, and the way to the years beside it. */
import { raw } from "hono/html";
import { among, browserLang, html, type Incoming, page } from "../../http/mod.ts";
import { YEAR_WORDS } from "./words.ts";
import type { Year } from "./year.ts";

const STYLE = html`<style>.drawn svg{width:100%;height:auto;display:block;border-radius:.5rem}</style>`;

export function yearPage({ year: { year }, svg, instance, incoming, latest }: {
  year: Year;
  svg: string;
  instance: string;
  incoming: Incoming;
  /** The year that is now. */
  latest: number;
}): Promise<Response> {
  const lang = among(YEAR_WORDS, browserLang(incoming)), words = YEAR_WORDS[lang];
  return page({
    title: words.title.replace("{year}", String(year)),
    instance,
    lang,
    head: STYLE,
    fresh: false,
    body: html`
      <div class="drawn">${raw(svg)}</div>
      <p><a class="button" href="/years/${year}.png" download="${instance}-${year}.png">${words
        .picture}</a></p>
      <p>
        ${year > 2000 ? html`<a href="/years/${year - 1}">${words.before}</a>` : ""}
        ${year < latest ? html`<a href="/years/${year + 1}">${words.after}</a>` : ""}
      </p>
    `,
  });
}
