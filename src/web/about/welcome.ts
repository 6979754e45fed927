/** `/welcome`: what a newcomer reads first, for links from a club's own pages. Reads without scripts, in English and German. */
import { type Html, html, open, page, type Route, route } from "../../http/mod.ts";
import { instanceId, type Settings } from "../../settings/mod.ts";
import { LANG_QUERY, languageOf, otherLanguage } from "../language.ts";
import { WORDS as ABOUT } from "./words_data.ts";

interface Words {
  title: string;
  /** What to do, one after another: the address, its link's words, and what follows from it. */
  steps: readonly (readonly [to: string, link: string, what: string])[];
}

const WORDS: Readonly<Record<"en" | "de", Words>> = {
  en: {
    title: "Welcome",
    steps: [
      ["/", "Look around", "Caches nearby, as a list and on a map. Nobody has to sign up for that."],
      [
        "/packs",
        "Take a square with you",
        "Its caches and photos stay on the phone and open without a connection.",
      ],
      [
        "/sign-in",
        "Sign in with your callsign",
        "Then you log what you find. Without a connection a log waits on the phone.",
      ],
      [
        "/me/verify",
        "Verify it on the air",
        "Send a code by radio. Who is verified may hide caches and send messages.",
      ],
    ],
  },
  de: {
    title: "Willkommen",
    steps: [
      [
        "/",
        "Umsehen",
        "Caches in der Nähe, als Liste und auf der Karte. Dafür muss sich niemand registrieren.",
      ],
      [
        "/packs",
        "Ein Feld mitnehmen",
        "Seine Caches und Fotos bleiben auf dem Telefon und öffnen sich ohne Verbindung.",
      ],
      [
        "/sign-in",
        "Mit dem Rufzeichen anmelden",
        "Dann loggst du, was du findest. Ohne Verbindung wartet ein Log auf dem Telefon.",
      ],
      [
        "/me/verify",
        "Es über Funk bestätigen",
        "Einen Code über Funk senden. Wer bestätigt ist, darf Caches verstecken und Nachrichten senden.",
      ],
    ],
  },
};

/** The page; `chosen` gives the language that a member has chosen. */
export function welcomeRoutes(
  { settings, chosen }: { settings: Settings; chosen: (account: number) => string | undefined },
): Route[] {
  const instance = instanceId(settings), language = languageOf(chosen);
  return [
    route("GET /welcome", {
      gate: open("newcomers have no account"),
      spec: 'API "Live and misc"',
      summary: "What this place is, and how to begin",
      produces: "text/html",
      query: LANG_QUERY,
      handle: (reader) => {
        const lang = language(reader), words = WORDS[lang], about = ABOUT[lang];
        return page({
          title: words.title,
          instance,
          lang,
          body: html`
            <p>${about.how}</p>
            <ol>${words.steps.map(step)}</ol>
            <p><a href="/about">${about.title}</a></p>
            ${otherLanguage("/welcome", lang, about.other)}
          `,
        });
      },
    }),
  ];
}

const step = ([to, link, what]: Words["steps"][number]): Html =>
  html`
    <li>
      <p><a href="${to}">${link}</a><br>${what}</p>
    </li>
  `;
