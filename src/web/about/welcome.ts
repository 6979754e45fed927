/** `/welcome`: what a newcomer reads first, for links from a club's own pages. Reads without scripts. */
import { type Html, html, open, page, type Route, route } from "../../http/mod.ts";
import { CLUB_TEXT, type Settings, shownName } from "../../settings/mod.ts";
import { LANG_QUERY, languageOf, otherLanguages } from "../language.ts";
import { pageWords } from "../../words/mod.ts";

const WORDS = pageWords("pages/welcome");

/** The page; `chosen` gives the language that a member has chosen. */
export function welcomeRoutes(
  { settings, chosen }: { settings: Settings; chosen: (account: number) => string | undefined },
): Route[] {
  const language = languageOf(WORDS, chosen);
  return [
    route("GET /welcome", {
      gate: open("newcomers have no account"),
      spec: 'API "Live and misc"',
      summary: "What this place is, and how to begin",
      produces: "text/html",
      query: LANG_QUERY,
      handle: (reader) => {
        const lang = language(reader), words = WORDS[lang], text = settings.get(CLUB_TEXT);
        return page({
          title: words.title,
          instance: shownName(settings),
          lang,
          body: html`
            ${text === undefined ? "" : html`<p class="text">${text}</p>`}
            <p>${words.how}</p>
            <ol>${words.steps.map(step)}</ol>
            <p><a href="/about">${words.about}</a></p>
            ${otherLanguages("/welcome", lang, WORDS)}
          `,
        });
      },
    }),
  ];
}

/** What to do: the address, its link's words, and what follows from it. */
const step = ([to, link, what]: readonly string[]): Html =>
  html`
    <li>
      <p><a href="${to}">${link}</a><br>${what}</p>
    </li>
  `;
