/** Imprint and privacy notice: legal pages that work without scripts, in the reader's language. */
import { html, open, page, type Route, route } from "../../http/mod.ts";
import {
  instanceId,
  MODERATION_RETENTION_DAYS,
  OPERATOR_ADDRESS,
  OPERATOR_EMAIL,
  OPERATOR_NAME,
  RETENTION,
  SESSION_TTL_DAYS,
  type Settings,
} from "../../settings/mod.ts";
import { LANG_QUERY, languageOf, otherLanguages } from "../language.ts";
import { pageWords } from "../../words/mod.ts";

const WORDS = pageWords("pages/legal");

interface LegalPageParts {
  settings: Settings;
  /** The language that a member has chosen. */
  chosen: (account: number) => string | undefined;
}

/** `GET /imprint` and `GET /privacy`. What the operator wrote about themselves stays as written, in either language. */
export function legalPageRoutes({ settings, chosen }: LegalPageParts): Route[] {
  const instance = instanceId(settings), language = languageOf(WORDS, chosen);
  const common = {
    gate: open("a legal page"),
    spec: 'API "Live and misc"',
    produces: "text/html",
    query: LANG_QUERY,
  } as const;
  return [
    route("GET /imprint", {
      ...common,
      summary: "Imprint: who runs this instance",
      handle: (reader) => {
        const lang = language(reader), words = WORDS[lang];
        const rows = [
          [words.operator, settings.get(OPERATOR_NAME)],
          [words.address, settings.get(OPERATOR_ADDRESS)],
          [words.mail, settings.get(OPERATOR_EMAIL)],
        ].filter(([, value]) => value !== undefined);
        const told = rows.map(([name, value]) =>
          html`
            <dt>${name}</dt>
            <dd style="white-space:pre-line">${value}</dd>
          `
        );
        return page({
          title: words.imprint,
          instance,
          lang,
          body: html`${rows.length === 0 ? html`<p>${words.unnamed}</p>` : html`<dl>${told}</dl>`}${
            otherLanguages("/imprint", lang, WORDS)
          }`,
        });
      },
    }),
    route("GET /privacy", {
      ...common,
      summary: "Privacy notice: what is kept, for how long",
      handle: (reader) => {
        const lang = language(reader), words = WORDS[lang], kept = settings.get(RETENTION);
        const mail = settings.get(OPERATOR_EMAIL);
        const days = (n: number) => words.days.replace("{n}", String(n));
        const rows = [
          [words.positions, days(7)],
          [words.packets, words.hours.replace("{n}", String(kept.packetsHours))],
          [words.messages, days(kept.messagesDays)],
          [words.sensors, days(kept.sensorDays)],
          [words.alerts, days(kept.alertsDays)],
          [words.reports, days(settings.get(MODERATION_RETENTION_DAYS))],
          [words.cookie, days(settings.get(SESSION_TTL_DAYS))],
          [words.accounts, words.untilErased],
        ];
        return page({
          title: words.privacy,
          instance,
          lang,
          body: html`
            <p>${words.responsible} ${settings.get(OPERATOR_NAME) ?? words.theOperator}${mail
              ? html`
                (${mail})
              `
              : ""}.</p>
            <h2>${words.kept}</h2>
            <table>
              <tr>${words.keptHead.map((name) => html`<th scope="col">${name}</th>`)}</tr>
              ${rows.map(([what, long]) =>
                html`
                  <tr>
                    <td>${what}</td>
                    <td>${long}</td>
                  </tr>
                `
              )}
            </table>
            <h2>${words.seen}</h2>
            <p>${words.seenWhat}</p>
            <h2>${words.rights}</h2>
            <p>${words.rightsWhat}</p>
            ${otherLanguages("/privacy", lang, WORDS)}
          `,
        });
      },
    }),
  ];
}
